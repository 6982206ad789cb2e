// log Σ exp: sums of probabilities that are kept as logarithms.
#pragma once

#include <span>

namespace suffice {

/// log Σ_k exp(values[k]), without overflow; −∞ for no values or when all are −∞.
double log_sum_exp(std::span<const double> values);

/// Subtracts log_sum_exp in place and returns it. Where all values are −∞ they stay −∞.
double normalise_logs(std::span<double> values);

}  // namespace suffice
