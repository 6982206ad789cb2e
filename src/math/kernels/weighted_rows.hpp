// Weighted rows: sums of rows of a table that are picked by number, as a sparse row times a matrix is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace suffice {

/// The width that a table of rows of so many numbers must have: at least that many, so that rows fit cache lines.
std::size_t picked_width(std::size_t numbers);

/// Which rows, and how often each.
template <typename Weight>
struct RowPicks {
  std::span<const std::uint32_t> rows;
  const Weight* weights = nullptr;  ///< one for each; none: each weighs 1
  bool once = false;                ///< weights are looked at, and each weighs 1
  std::size_t table_rows = SIZE_MAX;
  std::size_t ahead = 0;  ///< row numbers that follow in memory and will be asked for next
};

/// sums[j] += Σ_k weights[k] · table[rows[k] · width + j] for j < width, in the order of k. The table starts on a cache
/// line; width is a picked_width. Weight is float or double. False, with anything in the sums, where a weight is not
/// positive and finite or a row not in the table.
template <typename Weight>
bool add_weighted_rows(const double* table, std::size_t width, const RowPicks<Weight>& picks, double* sums);

}  // namespace suffice
