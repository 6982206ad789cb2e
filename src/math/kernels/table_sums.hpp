// Table sums: rows of a table, added up for each row of a panel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "math/kernels/panel.hpp"

namespace suffice {

/// Rows of a table are padded to a multiple of this many numbers.
inline constexpr std::size_t table_padding = 8;
/// The width of a table that has `columns` numbers a row.
constexpr std::size_t padded_width(std::size_t columns) {
  return (columns + table_padding - 1) / table_padding * table_padding;
}

/// out[k][r] = start[k] + Σ_i table(places[r · terms + i], k), added in the order of i, for r < rows ≤ panel_rows and
/// k < out.size(), where `table` has rows of `width` = padded_width(out.size()) numbers.
void sum_table_rows(std::span<const double> table, std::size_t width, std::span<const std::uint32_t> places,
                    std::size_t terms, std::size_t rows, std::span<const double> start, std::span<PanelColumn> out);

}  // namespace suffice
