// Tests of independence within classes: of two columns of numbers, of two categories, and of a number and a category.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "evaluate/checks/normality.hpp"

namespace suffice {

/// Pearson's r of two columns of numbers, by Student's t with n − 2 degrees: the statistic is r. NaN for fewer than 3
/// rows, or where a column is constant.
TestResult correlation(std::span<const double> x, std::span<const double> y);

/// A test of two categories, and how strongly they are associated.
struct AssociationTest {
  TestResult test;
  double cramer_v = 0;  ///< √(χ² / (n (min(M_x, M_y) − 1))), from 0 to 1; χ² is Pearson's, M those values that occur
};

/// G² = 2 Σ O log(O / E) of two categories, whose codes are below `x_values` and `y_values`, with (M_x − 1)(M_y − 1)
/// degrees over the values that occur. Where an expected count is below 5 the p-value is the share of seeded
/// permutations whose G² is no smaller, of as many as have 50 such, 999 at most and then with the data itself; where
/// there is none, the tail of a multiple of χ² with the mean and the variance of theirs. NaN where a column has one
/// value only.
AssociationTest g_square(std::span<const std::uint32_t> x, std::span<const std::uint32_t> y, std::size_t x_values,
                         std::size_t y_values, std::uint64_t seed);

/// A test of a number and a category, and how much of the number's variance lies between the category's values.
struct VarianceTest {
  TestResult test;
  double eta_squared = 0;  ///< the sum of squares between values by that of all, from 0 to 1
};

/// One-way analysis of variance: Fisher's F of the means of a number in the rows of each of the M values that occur, of
/// codes below `values`; the degrees are those of the numerator, M − 1, the denominator has n − M. NaN where the number
/// is constant, one value occurs only, or each in one row.
VarianceTest analysis_of_variance(std::span<const double> numbers, std::span<const std::uint32_t> codes,
                                  std::size_t values);

}  // namespace suffice
