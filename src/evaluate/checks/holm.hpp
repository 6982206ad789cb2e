// Holm's correction of many tests.
#pragma once

#include <span>
#include <vector>

namespace suffice {

/// max over the k smallest of (m − k + 1) p_(k), at most 1: rejecting what is at most α errs at all with a probability
/// of at most α (Holm 1979). NaN stays NaN and counts for nothing.
std::vector<double> holm_adjusted(std::span<const double> p_values);

}  // namespace suffice
