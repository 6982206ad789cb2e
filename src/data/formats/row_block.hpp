// What the readers of rows share: blocks of bounded size, bad rows marked, an Error only after the rows before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "data/schema/binding.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

inline constexpr std::size_t most_block_bytes = std::size_t{16} << 20;

/// Documents and sparse rows are short, and are worth sharing among threads only by the thousands.
inline constexpr std::size_t most_short_rows = std::size_t{1} << 16;
/// A block of documents ends when it has this many bytes.
inline constexpr std::size_t text_block_bytes = std::size_t{4} << 20;

/// How many rows of that size a block holds.
inline std::size_t block_rows(std::size_t row_bytes, std::size_t most_rows = 4096) {
  return std::clamp<std::size_t>(most_block_bytes / std::max<std::size_t>(row_bytes, 1), 1, most_rows);
}

/// Empties the block and lets add_rows() fill it. An Error is kept in `failure` while there are rows to return. Numbers
/// and categories of earlier rows are overwritten, not removed: what add_rows() does not fill must be empty.
template <typename AddRows>
bool next_block(RowBlock& block, const Binding& binding, std::size_t cells, std::optional<Error>& failure,
                AddRows add_rows) {
  block.rows = 0;
  block.weights.clear();
  block.codes.clear();
  block.problems.clear();
  block.offsets.clear();
  block.indices.clear();
  block.documents.clear();
  if (!failure) {
    try {
      add_rows();
    } catch (const Error& error) {
      failure = error;
    }
  }
  block.values.resize(std::min(block.values.size(), block.rows * binding.numbers.size()));
  block.values32.resize(std::min(block.values32.size(), block.rows * binding.numbers.size()));
  block.categories.resize(std::min(block.categories.size(), block.rows * binding.categories.size()));
  block.cells.resize(block.rows * cells);
  if (block.rows == 0 && failure) throw *failure;
  return block.rows > 0;
}

/// Whether rows without a label are skipped; where bad rows are kept, they are bad rows.
inline bool skips_unlabelled(const ReadOptions& options) { return !options.keep_bad_rows || options.skip_bad_rows; }

/// What a row has beside its features.
struct RowEnd {
  double weight = 1;
  std::uint32_t code = 0;
  std::optional<Error> problem;
};

/// Adds a row to the block, whose features are there; a bad one is marked, or thrown without being added.
inline void add_row(RowBlock& block, const RowEnd& end, const Binding& binding, bool keep_bad_rows) {
  if (end.problem && !keep_bad_rows) throw *end.problem;
  if (keep_bad_rows) block.problems.emplace_back(end.problem ? end.problem->what() : "");
  if (binding.weight) block.weights.push_back(end.problem ? 0 : end.weight);
  if (binding.target) block.codes.push_back(end.problem ? 0 : end.code);
  ++block.rows;
}

/// What stands for a missing number or category.
template <typename Value>
constexpr Value missing_value() {
  if constexpr (std::is_integral_v<Value>) {
    return missing_category;
  } else {
    return std::numeric_limits<Value>::quiet_NaN();
  }
}

/// The same for a row whose numbers stand at `values`; those of a bad row are missing.
template <typename Value>
void add_row(RowBlock& block, Value* values, const RowEnd& end, const Binding& binding, bool keep_bad_rows) {
  if (end.problem) std::fill_n(values, binding.numbers.size(), missing_value<Value>());
  add_row(block, end, binding, keep_bad_rows);
}

/// The vector's values from row `block.rows` on, with room for `count` rows of `width` values.
template <typename Value>
Value* room_for_rows(const RowBlock& block, std::vector<Value>& values, std::size_t count, std::size_t width) {
  const std::size_t size = (block.rows + count) * width;
  if (values.size() < size) values.resize(size);
  return values.data() + block.rows * width;
}

/// Takes these rows, in ascending order, out of the block.
void erase_rows(RowBlock& block, std::span<const std::size_t> rows);

/// The rows of a block that was read by a binding, in the order of its schema; numbers that follow each other are one
/// matrix. `dictionaries`: one for each column of categories.
Table table_of(const RowBlock& block, const Binding& binding, std::span<const std::vector<std::string>> dictionaries);

}  // namespace suffice
