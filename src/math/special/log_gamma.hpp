// The logarithm of the Gamma function, and ratios of Gamma functions without the cancellation of their logarithms.
#pragma once

#include <cstddef>

namespace suffice {

/// ½ log 2π.
inline constexpr double half_log_two_pi = 0.91893853320467274178;
/// From here on the series of Stirling is exact to rounding.
inline constexpr double stirling_start = 16;
/// log Γ(x) − ((x − ½) log x − x + ½ log 2π) for x ≥ 16.
double stirling_rest(double x);

/// log Γ(x) for x > 0, to about 1e-14, or 1e-15 of the result where that is more.
double log_gamma(double x);
/// log x! for whole x ≥ 0; 0 for 0 and 1.
double log_factorial(double x);

/// log Γ(x + step) − log Γ(x) for x > 0 and step ≥ 0, to about 1e-15 of the larger of 1 and step · log(x + step).
double log_gamma_increase(double x, double step);

/// log Γ(x + step) − log Γ(x) − step · (log(x + step) − 1) for the same, which is far smaller where step is large: sums
/// of increases whose large parts cancel are better made of these.
double log_gamma_increase_rest(double x, double step);
/// log Γ(x + step) − log Γ(x) − step · (log point − 1), for such sums in which one point stands for all x + step.
double log_gamma_increase_about(double x, double step, double point);

/// log Γ(x + steps / 2) − log Γ(x) for x > 0. Cost O(steps).
double log_gamma_ratio(double x, std::size_t steps);

}  // namespace suffice
