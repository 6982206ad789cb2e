// What must hold of rows before anything is computed from them.
#pragma once

#include <cstddef>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Error (bad_data) unless the batch has that many columns.
void check_columns(const Batch& batch, std::size_t columns);

/// For fitting: Error (bad_data) unless the batch has the schema's columns and every value is finite; names row and
/// column.
void check_rows(const Batch& batch, const Schema& schema);

/// For scoring: Error (bad_data) where a value is infinite; NaN is a missing value. Names column and row, the batch
/// being rows first, first + 1, … of what the caller gave.
void check_scored_rows(const Batch& batch, const Schema& schema, std::size_t first);

/// Error (bad_data) unless the batch has that many columns, a known label for each row, and weights, if any, that are
/// finite and not negative.
void check_labels(const Batch& batch, const Labels& labels, std::size_t columns);

}  // namespace suffice
