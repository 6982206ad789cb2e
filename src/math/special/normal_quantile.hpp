// The quantiles of the standard normal distribution.
#pragma once

namespace suffice {

/// Φ⁻¹(p), to about 1e-15 of its size (Wichura 1988, algorithm AS 241). −∞ at 0, ∞ at 1, NaN for every other p outside
/// (0, 1).
double normal_quantile(double p);

}  // namespace suffice
