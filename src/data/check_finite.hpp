// The models of numeric columns take finite values only; this finds the first that is not.
#pragma once

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

/// Error (bad_data) naming row and column of the first value that is not finite.
void check_finite(const Batch& batch, const Schema& schema);

}  // namespace suffice
