// Column pieces: the features of a block as parts of a table's columns, and views of them where they lie regularly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "encode/block_rows.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Neighbouring features of a block that one column of a table has, a matrix perhaps more than one.
struct ColumnPiece {
  const Column* column = nullptr;
  std::size_t inside = 0;   ///< the first one's place in the column
  std::size_t feature = 0;  ///< its place in the block
  std::size_t place = 0;    ///< its place among the columns that the table stands for
  std::size_t count = 0;
};

/// All rows of a block of numbers without a copy: one piece of a matrix of float or double, columns of either at equal
/// distances and without validity bits, or a whole sparse matrix with offsets of 64 bits. Weights are not set.
std::optional<BlockRows> view_numbers(std::span<const ColumnPiece> pieces, std::size_t rows, std::size_t features);

/// The codes of a block of categories where they are a row-major matrix without validity bits; else null.
const std::uint32_t* view_codes(std::span<const ColumnPiece> pieces, std::size_t features);

/// The documents of a block of text where the table has them, without validity bits; else null.
const Texts* view_documents(std::span<const ColumnPiece> pieces);

}  // namespace suffice
