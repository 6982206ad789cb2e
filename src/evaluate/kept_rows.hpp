// Kept rows: copies of rows of any kind, replaced one by one, and a view of all.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Numbers are kept as the first batch has them, dense or sparse. Categories are kept as texts, so that what is no
/// longer there leaves nothing behind.
class KeptRows {
 public:
  explicit KeptRows(const Schema& schema);

  [[nodiscard]] std::size_t size() const { return rows_.size(); }
  /// Bytes that all rows take, those of the view included.
  [[nodiscard]] std::size_t bytes() const { return bytes_; }
  /// Bytes that row i of a batch would take.
  [[nodiscard]] std::size_t bytes_of(const Rows& rows, std::size_t i) const;

  /// Puts row i of a batch at a place, the one after the last included.
  void put(std::size_t place, const Rows& rows, std::size_t i);
  /// The last row takes the place of this one.
  void drop(std::size_t place);
  /// Holds until the rows change.
  [[nodiscard]] Rows view(std::span<const double> weights);

 private:
  /// Of dense numbers nothing but the size. Sparse numbers have indices; categories are one text, with the end of each
  /// and 2³²−1 for one that is missing.
  struct Row {
    std::vector<double> values = {};
    std::vector<std::uint32_t> indices = {};
    std::string text = {};
    std::size_t bytes = 0;
  };

  [[nodiscard]] bool is_dense() const { return encoding_ == Encoding::numbers && !sparse_; }
  void view_categories();

  Encoding encoding_;
  std::size_t columns_;
  bool sparse_ = false;
  std::vector<Row> rows_;
  std::size_t bytes_ = 0;
  std::vector<double> values_;  // of dense rows, row-major
  // These and those are what views point to.
  std::vector<std::uint64_t> offsets_;
  std::vector<std::uint32_t> indices_;  // or codes
  std::vector<std::vector<std::string>> dictionaries_;
  std::vector<std::string_view> documents_;
};

}  // namespace suffice
