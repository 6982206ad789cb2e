// Tests of normality: of one column, and of all columns together.
#pragma once

#include <cstddef>
#include <span>

namespace suffice {

/// Takes the mean of each column off n × d numbers, row-major. What is constant becomes 0 exactly, so that no rounding
/// is taken for a variance.
void centre_columns(std::span<double> rows, std::size_t d);

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

/// Mardia's multivariate skewness b_1 = n⁻² Σ_ij (z_iᵀz_j)³ and kurtosis b_2 = n⁻¹ Σ_i |z_i|⁴ (1970) of rows about
/// their mean, with the covariance of divisor n. The tests are those for small samples (Mardia 1974), by moments that
/// are exact for n normal rows: k n b_1 / 6 ~ χ² of d(d+1)(d+2)/6 degrees with k = (d+1)(n+1)(n+3) / (n((n+1)(d+1) −
/// 6)), and b_2 is standardised by its mean d(d+2)(n−1)/(n+1) and its variance 8d(d+2)(n−3)(n−d−1)(n−d+1) /
/// ((n+1)²(n+3)(n+5)).
struct Mardia {
  double skewness = 0;           ///< b_1
  double kurtosis = 0;           ///< b_2
  double expected_kurtosis = 0;  ///< of n normal rows; d(d+2) for n → ∞
  TestResult skewness_test;
  TestResult kurtosis_test;
};

/// `rows`: n × d, row-major. O(n² d). p-values are NaN where the covariance is singular, and of fewer than d + 2 rows.
Mardia mardia(std::span<const double> rows, std::size_t d);

}  // namespace suffice
