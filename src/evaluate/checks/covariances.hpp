// Tests about covariances: whether classes share one, and what separates their means.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "evaluate/checks/normality.hpp"

namespace suffice {

/// Box's M (1949) of the scatters S_c of C classes of n_c rows: M = (n − C) log|S_W / (n − C)| − Σ_c (n_c − 1) log|S_c
/// / (n_c − 1)|. The statistic is (1 − c) M, about χ² of d(d+1)(C−1)/2 degrees where every n_c is several times d. The
/// p-value holds for few rows too: it is that of the Gamma distribution, moved and scaled, with the mean, the variance
/// and the third moment that M has where rows are normal. It takes deviations from normality for different covariances.
/// `scatters`: C × d × d. NaN where some n_c ≤ d, or a scatter is singular.
TestResult box_m(std::span<const double> scatters, std::span<const double> rows, std::size_t d);

/// What remains when the first k discriminant functions are taken away: Wilks' Λ_k = Π_{i>k} 1/(1 + e_i), tested by
/// Bartlett's χ² = −(n − 1 − (d + C)/2) log Λ_k of (d − k)(C − 1 − k) degrees.
struct DiscriminantFunction {
  double eigenvalue = 0;
  double share = 0;  ///< of the sum of all eigenvalues
  double canonical_correlation = 0;
  double wilks_lambda = 1;  ///< of this function and all after it
  TestResult test;          ///< that they separate nothing
};

/// `eigenvalues` of S_W⁻¹ S_B, descending, of n rows, d columns and C classes.
std::vector<DiscriminantFunction> discriminant_functions(std::span<const double> eigenvalues, double rows,
                                                         std::size_t d, std::size_t classes);

}  // namespace suffice
