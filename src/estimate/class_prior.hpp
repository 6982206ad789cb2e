// Class prior: π_c from class counts (MODELS §2).
#pragma once

#include <vector>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Sums to 1; a label without rows has none of an empirical one. Error (bad_data) when that has no rows at all, (usage)
/// when a given prior does not name exactly the labels or does not sum to 1 within 1e-9.
std::vector<double> class_prior(const ClassCounts& classes, const ClassPrior& prior);

}  // namespace suffice
