// The hot loop of fitting: sums of products of columns, over panels cut into strips.
#pragma once

#include <cstddef>

namespace suffice {

/// Columns are cut into strips of this many; the last is padded with zeros.
inline constexpr std::size_t strip_columns = 8;
/// Strips of the right panel that one call of add_scatter_part takes.
inline constexpr std::size_t part_strips = 3;

constexpr std::size_t strip_count(std::size_t columns) { return (columns + strip_columns - 1) / strip_columns; }
constexpr std::size_t padded_columns(std::size_t columns) { return strip_count(columns) * strip_columns; }
constexpr std::size_t part_count(std::size_t columns) { return (strip_count(columns) + part_strips - 1) / part_strips; }

/// A panel keeps strip after strip, each of `capacity` rows: value (r, j) is at panel_index(r, j, capacity).
constexpr std::size_t panel_index(std::size_t r, std::size_t j, std::size_t capacity) {
  return (j / strip_columns * capacity + r) * strip_columns + j % strip_columns;
}

/// A triangle keeps the blocks of strip × strip on and below the diagonal, row of blocks after row of blocks, each
/// block row-major: value (i, j), j ≤ i, is at triangle_index(i, j).
constexpr std::size_t triangle_index(std::size_t i, std::size_t j) {
  const std::size_t row = i / strip_columns;
  const std::size_t block = row * (row + 1) / 2 + j / strip_columns;
  return (block * strip_columns + i % strip_columns) * strip_columns + j % strip_columns;
}
constexpr std::size_t triangle_size(std::size_t columns) {
  const std::size_t strips = strip_count(columns);
  return strips * (strips + 1) / 2 * strip_columns * strip_columns;
}

/// Two panels of the same capacity; they may be the same one.
struct PanelPair {
  const double* left = nullptr;
  const double* right = nullptr;
  std::size_t capacity = 0;
  std::size_t rows = 0;         ///< the first of `capacity`
  std::size_t columns = 0;      ///< with padding zeros up to padded_columns
  const void* ahead = nullptr;  ///< memory that will be read next: it is fetched while the arithmetic goes on
  std::size_t ahead_bytes = 0;
};

/// triangle(i, j) += Σ_r left(r, i) · right(r, j) for j ≤ i; entries above the diagonal are unspecified. Each entry is
/// one chain of fused multiply-adds over the rows in order, so that neither the instruction set nor a cut into panels
/// changes a bit.
void add_scatter(const PanelPair& panels, double* triangle);

/// The same for the columns j of the strips part · part_strips, …: parts < part_count(columns) are all of it and touch
/// different entries.
void add_scatter_part(const PanelPair& panels, std::size_t part, double* triangle);

/// The same, plainly: what every kernel must agree with to the last bit.
void add_scatter_reference(const PanelPair& panels, double* triangle);

}  // namespace suffice
