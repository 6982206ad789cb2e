// Gather: rows of a block that do not lie in a table as the block wants them, written out into a buffer.
#pragma once

#include <cstddef>
#include <span>

#include "encode/block_rows.hpp"
#include "encode/column_pieces.hpp"
#include "encode/encoder.hpp"

namespace suffice {

/// Rows first, …, first + count − 1 of the pieces of a block, which has `features`; without weights.
/// Numbers: a SparseBatch where all pieces are ascending columns of one sparse matrix, else a row-major Batch of
/// double.
BlockRows gather_numbers(std::span<const ColumnPiece> pieces, std::size_t features, std::size_t first,
                         std::size_t count, EncodeBuffer& buffer);

/// The dictionaries of the block, into buffer.dictionaries, and with `codes` null the codes too. A value is the text of
/// a number or a document where the table has no codes.
CategoryBatch gather_categories(std::span<const ColumnPiece> pieces, std::size_t features, const std::uint32_t* codes,
                                std::size_t first, std::size_t count, EncodeBuffer& buffer);

/// The documents of a column of text or of categories; what is missing is empty. Error (bad_data) where a code is not
/// in the dictionary.
TextBatch gather_documents(const ColumnPiece& piece, std::size_t first, std::size_t count, EncodeBuffer& buffer);

}  // namespace suffice
