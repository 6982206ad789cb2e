// Ratios of Gamma functions, without the cancellation of their logarithms.
#pragma once

#include <cstddef>

namespace suffice {

/// log Γ(x + steps / 2) − log Γ(x) for x > 0. Cost O(steps).
double log_gamma_ratio(double x, std::size_t steps);

}  // namespace suffice
