// Parts of check_summary(), for sums that are loaded block by block.
#pragma once

#include "suffice/schema.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Error (bad_model) unless labels are in order, those that the schema declares among them, and have rows and weights
/// that rows can have.
void check_classes(const ClassCounts& classes, const Schema& schema);
/// Error (bad_model) unless the sums of a block have its shape, and are those that rows of such classes can have. What
/// check_classes() says holds.
void check_sums(const Block& block, const ClassCounts& classes, const Sums& sums);

}  // namespace suffice
