// What must hold of rows before anything is computed from them.
#pragma once

#include <cstddef>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Error (bad_data) unless the batch has the schema's columns and every value is finite; names row and column.
void check_rows(const Batch& batch, const Schema& schema);

/// Error (bad_data) unless the batch has that many columns, a known label for each row, and weights, if any, that are
/// finite and not negative.
void check_labels(const Batch& batch, const Labels& labels, std::size_t columns);

}  // namespace suffice
