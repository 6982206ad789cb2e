// What the readers of rows share: blocks of bounded size, bad rows marked, an Error only after the rows before it.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>

#include "data/binding.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

inline constexpr std::size_t most_block_bytes = std::size_t{16} << 20;

/// How many rows of that size a block holds.
inline std::size_t block_rows(std::size_t row_bytes) {
  constexpr std::size_t most_rows = 4096;
  return std::clamp<std::size_t>(most_block_bytes / std::max<std::size_t>(row_bytes, 1), 1, most_rows);
}

/// Empties the block and lets add_rows() fill it. An Error is kept in `failure` while there are rows to return.
template <typename AddRows>
bool next_block(RowBlock& block, std::size_t features, std::size_t cells, std::optional<Error>& failure,
                AddRows add_rows) {
  block.rows = 0;
  block.features = features;
  block.weights.clear();
  block.codes.clear();
  block.problems.clear();
  if (!failure) {
    try {
      add_rows();
    } catch (const Error& error) {
      failure = error;
    }
  }
  block.values.resize(std::min(block.values.size(), block.rows * features));
  block.values32.resize(std::min(block.values32.size(), block.rows * features));
  block.cells.resize(block.rows * cells);
  if (block.rows == 0 && failure) throw *failure;
  return block.rows > 0;
}

/// What a row has beside its features.
struct RowEnd {
  double weight = 1;
  std::uint32_t code = 0;
  std::optional<Error> problem;
};

/// Adds the row whose features stand at `values` to the block; a bad one is marked, or thrown without being added.
template <typename Number>
void add_row(RowBlock& block, Number* values, const RowEnd& end, const Binding& binding, bool keep_bad_rows) {
  if (end.problem && !keep_bad_rows) throw *end.problem;
  if (end.problem) std::fill(values, values + block.features, std::numeric_limits<Number>::quiet_NaN());
  if (keep_bad_rows) block.problems.emplace_back(end.problem ? end.problem->what() : "");
  if (binding.weight) block.weights.push_back(end.problem ? 0 : end.weight);
  if (binding.target) block.codes.push_back(end.problem ? 0 : end.code);
  ++block.rows;
}

/// The vector's numbers from row `block.rows` on, with room for `count` rows.
template <typename Number>
Number* room_for_rows(RowBlock& block, std::vector<Number>& numbers, std::size_t count) {
  const std::size_t size = (block.rows + count) * block.features;
  if (numbers.size() < size) numbers.resize(size);
  return numbers.data() + block.rows * block.features;
}

}  // namespace suffice
