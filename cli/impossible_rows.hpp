// Impossible rows: those that have zero probability under every class. They get no label; --strict stops at the first.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "console.hpp"
#include "options/option_table.hpp"
#include "suffice/model.hpp"

namespace suffice::cli {

class ImpossibleRows {
 public:
  /// `model` must outlive the object.
  ImpossibleRows(const Model& model, const Arguments& arguments);

  /// Looks at the rows without a decision; they come after `before` others. Returns how many rows there are before the
  /// one that --strict stops at, else all.
  std::size_t look(const Table& rows, std::span<const std::uint32_t> decisions, std::size_t before);
  /// Error (bad_data) naming the row and its feature, if look() met one to stop at.
  void check() const;
  /// Says which rows they were, the first few with their reasons.
  void note(const Console& console) const;

 private:
  const Model& model_;
  bool strict_;
  std::string input_;
  std::size_t count_ = 0;
  std::vector<std::string> reasons_;  ///< "row 3: column 'colour': …"
};

}  // namespace suffice::cli
