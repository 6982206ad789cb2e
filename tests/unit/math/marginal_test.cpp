#include "math/linear/marginal.hpp"

#include <cmath>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

void expect_near(const std::vector<double>& values, const std::vector<double>& expected) {
  ASSERT_EQ(values.size(), expected.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_NEAR(values[i], expected[i], 1e-14 * (1 + std::abs(expected[i]))) << i;
  }
}

TEST(MarginalFactor, is_the_factor_of_the_rows_and_columns_that_are_kept) {
  const std::vector<double> matrix{2, 0.5, 0.3, 0.5, 1, -0.2, 0.3, -0.2, 1.5};
  const Cholesky part = marginal_factor(*cholesky(matrix, 3, 1), std::vector<std::size_t>{1, 2});
  const Cholesky expected = *cholesky(std::vector{1.0, -0.2, -0.2, 1.5}, 2, 1);
  EXPECT_EQ(part.size, 2U);
  expect_near(part.lower, expected.lower);
  expect_near(part.lower_inverse, expected.lower_inverse);
  EXPECT_NEAR(part.log_determinant, expected.log_determinant, 1e-14);
}

TEST(MarginalFactor, units_do_not_matter) {
  const std::vector<double> matrix{2e200, 0.5, 0.3e100, 0.5, 1e-200, -0.2e-100, 0.3e100, -0.2e-100, 1.5};
  const Cholesky part = marginal_factor(*cholesky(matrix, 3, 1), std::vector<std::size_t>{0, 1});
  const Cholesky expected = *cholesky(std::vector{2e200, 0.5, 0.5, 1e-200}, 2, 1);
  expect_near(part.lower, expected.lower);
  expect_near(part.lower_inverse, expected.lower_inverse);
}

TEST(MarginalFactor, everything_and_nothing) {
  const Cholesky factor = *cholesky(std::vector{4.0, 1.0, 1.0, 3.0}, 2, 1);
  expect_near(marginal_factor(factor, std::vector<std::size_t>{0, 1}).lower, factor.lower);
  const Cholesky nothing = marginal_factor(factor, {});
  EXPECT_EQ(nothing.size, 0U);
  EXPECT_TRUE(nothing.lower.empty());
  EXPECT_EQ(nothing.log_determinant, 0);
}

TEST(FreeEntries, leave_the_distance_and_the_determinant_of_the_others) {
  const std::vector<double> matrix{2e200, 0.5, 0.3e100, 0.5, 1e-200, -0.2e-100, 0.3e100, -0.2e-100, 1.5};
  const Cholesky factor = *cholesky(matrix, 3, 1);
  const FreeEntries free = free_entries(factor, std::vector<std::size_t>{1});
  const Cholesky others = *cholesky(std::vector{2e200, 0.3e100, 0.3e100, 1.5}, 2, 1);
  EXPECT_EQ(free.count, 1U);
  EXPECT_NEAR(free.log_determinant, others.log_determinant, 1e-12);
  const auto squared = [](const std::vector<double>& z) {
    return std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
  };
  const double expected = squared(others.lower_solve(std::vector{1e100, 2.0}));
  for (const double any : {0.0, 1e-100, -7e-100}) {
    std::vector<double> z = factor.lower_solve(std::vector{1e100, any, 2.0});
    free.project(z);
    EXPECT_NEAR(squared(z), expected, 1e-14);
  }
}

TEST(FreeEntries, all_of_them_leave_nothing_and_none_leave_everything) {
  const Cholesky factor = *cholesky(std::vector{4.0, 1.0, 1.0, 3.0}, 2, 1);
  const FreeEntries all = free_entries(factor, std::vector<std::size_t>{0, 1});
  EXPECT_NEAR(all.log_determinant, 0, 1e-15);
  std::vector<double> z{1, 2};
  free_entries(factor, {}).project(z);
  EXPECT_EQ(z, (std::vector<double>{1, 2}));
  all.project(z);
  expect_near(z, {0, 0});
}

TEST(Regression, is_what_the_others_tell_and_leave) {
  // Of the first column from the others: slopes (0.5 0.3) (1 −0.2; −0.2 1.5)⁻¹.
  const std::vector<double> matrix{2, 0.5, 0.3, 0.5, 1, -0.2, 0.3, -0.2, 1.5};
  const Regression first =
      regression(*cholesky(matrix, 3, 1), std::vector<std::size_t>{0}, std::vector<std::size_t>{1, 2});
  expect_near(first.slopes, {0.81 / 1.46, 0.4 / 1.46});
  expect_near(first.rest, {2 - (0.5 * 0.81 + 0.3 * 0.4) / 1.46});
  const Regression two =
      regression(*cholesky(matrix, 3, 1), std::vector<std::size_t>{0, 2}, std::vector<std::size_t>{1});
  expect_near(two.slopes, {0.5, -0.2});
  expect_near(two.rest, {1.75, 0.4, 0.4, 1.46});
}

TEST(Regression, units_do_not_matter) {
  const std::vector<double> matrix{2e200, 0.5, 0.3e100, 0.5, 1e-200, -0.2e-100, 0.3e100, -0.2e-100, 1.5};
  const Regression found =
      regression(*cholesky(matrix, 3, 1), std::vector<std::size_t>{0, 2}, std::vector<std::size_t>{1});
  expect_near(found.slopes, {0.5e200, -0.2e100});
  expect_near(found.rest, {1.75e200, 0.4e100, 0.4e100, 1.46});
}

TEST(Regression, from_nothing_and_of_nothing) {
  const std::vector<double> matrix{4, 1, 1, 3};
  const std::vector<std::size_t> both{0, 1};
  const Regression all = regression(*cholesky(matrix, 2, 1), both, {});
  EXPECT_TRUE(all.slopes.empty());
  expect_near(all.rest, matrix);
  const Regression none = regression(*cholesky(matrix, 2, 1), {}, both);
  EXPECT_TRUE(none.slopes.empty());
  EXPECT_TRUE(none.rest.empty());
}

}  // namespace
}  // namespace suffice
