// What must hold of rows before anything is computed from them.
#pragma once

#include <cstddef>
#include <span>

#include "encode/block_rows.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Error (bad_data) unless the rows are those of the block's kind and have its columns; sparse rows: offsets that
/// ascend, indices that ascend within a row and name columns; categories: a dictionary for each column. Memory that the
/// views do not own cannot be checked: as many numbers as the last offset says, rows × columns codes.
void check_shape(const BlockRows& rows, const Block& block, unsigned threads);

/// The same but for the indices of sparse rows, which are not looked at.
void check_outline(const BlockRows& rows, const Block& block);

/// Which numbers are legal.
enum class NumberRule {
  finite,  ///< finite numbers
  known,   ///< finite numbers, and NaN, a missing value
  amount,  ///< finite numbers of at least 0, and NaN
};

/// Error (bad_data) where a number, dense or sparse, is not legal. Names column and row, the first row being row
/// `first` of what the caller gave. Rows are of the block's shape; those without numbers pass.
void check_numbers(const BlockRows& rows, const Block& block, NumberRule rule, std::size_t first, unsigned threads);

/// For scoring: Error (bad_data) where a value is infinite; NaN is a missing value. Names column and row, the batch
/// being rows first, first + 1, … of what the caller gave.
void check_scored_rows(const Batch& batch, const Block& block, std::size_t first);

/// Error (bad_data) where a code is not in the dictionary of its column, and not missing_category.
void check_codes(const CategoryBatch& rows, const Block& block, std::size_t first, unsigned threads);

/// Error (bad_data) unless there is a known label for each row, and weights, if any, are as many as rows, finite and
/// not negative.
void check_labels(std::size_t rows, std::span<const double> weights, const Labels& labels, unsigned threads = 1);

/// Error (bad_data) unless weights, if any, are as many as rows, finite and not negative.
void check_weights(std::size_t rows, std::span<const double> weights);

/// Error (bad_data) unless offsets ascend, and indices ascend within a row and name columns.
void check_sparse(const SparseBatch& rows, unsigned threads);

}  // namespace suffice
