// Column copies: parts of a table's columns, of any type and stride, as numbers or codes one after the other.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "encode/column_pieces.hpp"
#include "encode/encoder.hpp"
#include "suffice/table.hpp"

namespace suffice {

inline constexpr std::size_t tile_rows = 64;
inline constexpr std::size_t tile_columns = 8;

/// Writes `columns` columns of a row-major matrix, fill(j, i, n, to) giving rows i, …, i + n − 1 of column j one after
/// the other: whole cache lines of rows are written from a tile that stays in the first cache.
template <std::size_t rows_at_once = tile_rows, typename Value, typename Fill>
void write_row_major(std::size_t columns, std::size_t rows, Value* out, Fill fill) {
  std::array<std::array<Value, rows_at_once>, tile_columns> tile{};
  for (std::size_t i = 0; i < rows; i += rows_at_once) {
    const std::size_t n = std::min(rows_at_once, rows - i);
    for (std::size_t j = 0; j < columns; j += tile_columns) {
      const std::size_t m = std::min(tile_columns, columns - j);
      for (std::size_t k = 0; k < m; ++k) fill(j + k, i, n, tile[k].data());
      Value* to = out + i * columns + j;
      if (m == tile_columns) {
        for (std::size_t r = 0; r < n; ++r, to += columns) {
          for (std::size_t k = 0; k < tile_columns; ++k) to[k] = tile[k][r];
        }
      } else {
        for (std::size_t r = 0; r < n; ++r, to += columns) {
          for (std::size_t k = 0; k < m; ++k) to[k] = tile[k][r];
        }
      }
    }
  }
}

/// One column of a table.
struct ColumnPlace {
  const Column* column;
  std::size_t inside;
};

/// The columns that the pieces are parts of, `count` of them.
std::vector<ColumnPlace> columns_in(std::span<const ColumnPiece> pieces, std::size_t count);

template <typename From, typename To>
void convert(const From* from, std::ptrdiff_t stride, std::size_t count, To* to) {
  if (stride == 1) {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[static_cast<std::ptrdiff_t>(i) * stride]);
  }
}

inline std::ptrdiff_t steps(std::size_t count, std::ptrdiff_t stride) {
  return static_cast<std::ptrdiff_t>(count) * stride;
}

/// visit(indices, values) with the entries of a sparse row, values being double or float.
template <typename Visit>
void visit_entries(const SparseMatrix& matrix, std::size_t i, Visit visit) {
  const auto [start, end] = std::visit(
      [i](const auto& offsets) {
        return std::pair(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1]));
      },
      matrix.offsets);
  std::visit([&, from = start,
              to = end](const auto* values) { visit(matrix.indices.subspan(from, to - from), values + from); },
             matrix.values);
}

/// Rows of a column of numbers, as double; NaN where they are missing.
void copy_numbers(const ColumnPlace& place, std::size_t first, std::size_t count, double* to);

/// Rows of a column of categories: codes of any width, missing_category where they are missing.
void copy_codes(const CategoryColumn& column, std::size_t first, std::size_t count, std::uint32_t* to);

/// Makes the dictionary buffer.made[j] and the codes buffer.made_codes[j] of a column of numbers, by their shortest
/// texts, or of documents. Both lists have a place j, and buffer.names is there.
void make_codes(const ColumnPlace& place, std::size_t j, std::size_t first, std::size_t count, EncodeBuffer& buffer);

/// What a column holds in row i, as text; empty where it is missing.
std::string cell_text(const ColumnPlace& place, std::size_t i);

}  // namespace suffice
