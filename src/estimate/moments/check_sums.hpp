// check_sums(): whether sums hold what Gaussians of some options are estimated from.
#pragma once

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Error (bad_data) when there are no rows, a class has none, or it has no value in a column; Error (usage) when the
/// sums do not hold what the options ask for, and says what they can be read as, when values are missing and the
/// estimate cannot do without them, or when the prior is not one of so many features.
void check_sums(const MomentBlock& moments, const GaussianOptions& options);

/// The part about values, of moments with weights for each column: Error (bad_data) naming class and column where there
/// is none to have a mean of, and no prior that gives one.
void check_values_present(const MomentBlock& moments, const GaussianOptions& options);

}  // namespace suffice
