// CategoryCodes: for each column of categories the values met so far, each with its code.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "data/bytes/missing_markers.hpp"
#include "data/schema/name_table.hpp"
#include "data/schema/spelling.hpp"

namespace suffice {

class CategoryCodes {
 public:
  /// A dictionary of more values, or of more bytes, is begun anew with the next block of rows.
  static constexpr std::size_t most_kept_values = std::size_t{1} << 16;
  static constexpr std::size_t most_kept_bytes = std::size_t{16} << 20;

  explicit CategoryCodes(std::size_t columns = 0, MissingMarkers missing = {})
      : missing_(std::move(missing)), columns_(columns), names_(columns) {}

  /// Values of column j that are equal to one of these but for their spelling are taken for it. Call before the first
  /// add().
  void set_known(std::size_t j, std::span<const std::string> values) { columns_[j].known = KnownNames(values); }

  /// Codes given before may lose their meaning here: memory stays bounded however many values come by.
  void start_block();
  /// The code of a value of column j that was met before in this block, or in those of the same dictionary.
  [[nodiscard]] std::optional<std::uint32_t> find(std::size_t j, std::string_view cell) const {
    return columns_[j].table.find(columns_[j].written, cell);
  }
  /// code: that of a cell which find() does not find, missing_category when it holds no value, else a new one.
  /// Returns why the cell cannot be a value (not UTF-8, too long), or an empty text.
  std::string add(std::size_t j, std::string_view cell, std::uint32_t& code);

  /// For each column its values, in order of first appearance; one may stand there more than once, where it is written
  /// in more than one way.
  [[nodiscard]] std::span<const std::vector<std::string>> names() const { return names_; }

  struct Respelled {
    std::string written;
    std::string taken_for;
  };
  /// The first values of a column that were taken for others, and those that were none of the known ones.
  struct Strangers {
    std::vector<Respelled> respelled;
    std::vector<std::string> unknown;
  };
  [[nodiscard]] const Strangers& strangers(std::size_t j) const { return columns_[j].strangers; }

 private:
  struct Column {
    NameTable table;
    std::size_t bytes = 0;
    std::vector<std::string> written = {};  // each of the names as the file has it
    KnownNames known = KnownNames();
    Strangers strangers = {};
  };

  std::string known_name(std::size_t j, const std::string& cell);

  MissingMarkers missing_;
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> names_;
};

/// Why the text cannot be a value (not UTF-8, too long); empty when it can.
std::string category_problem(std::string_view cell);

}  // namespace suffice
