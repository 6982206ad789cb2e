// The hot loop of fitting: sums of products of centred columns.
#pragma once

#include <cstddef>

namespace suffice {

/// Rows of a panel are padded with zeros to a multiple of this many columns.
inline constexpr std::size_t panel_padding = 16;

constexpr std::size_t padded_columns(std::size_t columns) {
  return (columns + panel_padding - 1) / panel_padding * panel_padding;
}

/// scatter(i, j) += Σ_r left(r, i) · right(r, j) for j ≤ i. All three are row-major with rows of `stride` =
/// padded_columns(columns) numbers; left and right may be the same panel. Entries above the diagonal are unspecified.
/// Each entry is one chain of fused multiply-adds over the rows in order, so that neither the instruction set nor a
/// cut into panels changes a bit.
void add_scatter(const double* left, const double* right, std::size_t rows, std::size_t columns, double* scatter);

/// The same, plainly: what every kernel must agree with to the last bit.
void add_scatter_reference(const double* left, const double* right, std::size_t rows, std::size_t columns,
                           double* scatter);

}  // namespace suffice
