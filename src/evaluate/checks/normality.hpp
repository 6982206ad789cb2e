// Tests of normality: of one column, and of all columns together.
#pragma once

#include <cstddef>
#include <span>

namespace suffice {

/// A statistic, its degrees of freedom where it has any, and the probability of one at least as extreme.
struct TestResult {
  double statistic = 0;
  double degrees = 0;
  double p_value = 1;
};

/// Anderson and Darling's A² of numbers against a normal distribution whose mean and variance are estimated from them;
/// the statistic is A² (1 + 0.75/n + 2.25/n²), its p-value that of D'Agostino and Stephens (1986), table 4.9. NaN for
/// fewer than 8 numbers, or where all are the same.
TestResult anderson_darling(std::span<const double> values);

/// Mardia's multivariate skewness and kurtosis (1970) of rows about their mean, with the covariance of divisor n:
/// b_1 = n⁻² Σ_ij (z_iᵀz_j)³ with n b_1 / 6 ~ χ² of d(d+1)(d+2)/6 degrees, b_2 = n⁻¹ Σ_i |z_i|⁴ with (b_2 − d(d+2)) /
/// √(8d(d+2)/n) ~ N(0, 1).
struct Mardia {
  double skewness = 0;  ///< b_1
  double kurtosis = 0;  ///< b_2, d(d+2) for a normal distribution
  TestResult skewness_test;
  TestResult kurtosis_test;
};

/// `rows`: n × d, row-major. O(n² d). p-values are NaN where the covariance is singular.
Mardia mardia(std::span<const double> rows, std::size_t d);

}  // namespace suffice
