#include "model/shared_gaussian.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// Two classes at (0, 5) and (2, 5) with variance 4 in the first column; the second does not vary.
SharedGaussian plain() { return {2, {0}, {0, 5, 2, 5}, *cholesky(std::vector{4.0}, 1)}; }

double log_normal(double x, double mean, double variance) {
  return -0.5 * (std::log(2 * std::numbers::pi * variance) + (x - mean) * (x - mean) / variance);
}

TEST(SharedGaussianDensity, relative_and_base_add_up_to_the_log_density) {
  const std::vector<double> rows{3, 5, -1, 17};
  const Batch batch = Batch::row_major(rows.data(), 2, 2);
  std::vector<double> relative(4);
  std::vector<double> base(2);
  plain().relative(batch, relative.data());
  plain().base(batch, base.data());
  EXPECT_NEAR(relative[0] + base[0], log_normal(3, 0, 4), 1e-14);
  EXPECT_NEAR(relative[1] + base[0], log_normal(3, 2, 4), 1e-14);
  EXPECT_NEAR(relative[2] + base[1], log_normal(-1, 0, 4), 1e-14);
  EXPECT_NEAR(relative[3] + base[1], log_normal(-1, 2, 4), 1e-14);
}

TEST(SharedGaussianDensity, linear_form_is_in_the_columns_own_units) {
  const LinearForm form = plain().linear_form();
  EXPECT_EQ(form.coefficients, (std::vector<double>{0, 0, 0.5, 0}));
  EXPECT_EQ(form.intercepts, (std::vector<double>{0, -0.5}));
}

TEST(SharedGaussianDensity, finite_rows_beyond_the_range_of_a_double_never_give_nan) {
  const SharedGaussian density(2, {0, 1}, {0, 0, 1, 2, 2, 1}, *cholesky(std::vector{1e-4, 0.0, 0.0, 1e-4}, 2));
  const double huge = 1.7e308;
  for (const std::vector<double>& row :
       {std::vector{huge, huge}, std::vector{huge, -huge}, std::vector{-huge, -huge}, std::vector{huge, 0.0}}) {
    std::vector<double> relative(3);
    double base = 0;
    density.relative(Batch::row_major(row.data(), 1, 2), relative.data());
    density.base(Batch::row_major(row.data(), 1, 2), &base);
    EXPECT_EQ(base, -INFINITY);
    for (const double value : relative) {
      EXPECT_TRUE(std::isfinite(value) || value == -INFINITY) << value;
    }
  }
  const std::vector<double> towards_second{-1e308, huge};
  std::vector<double> relative(3);
  density.relative(Batch::row_major(towards_second.data(), 1, 2), relative.data());
  EXPECT_EQ(relative, (std::vector<double>{-INFINITY, 0, -INFINITY}));
}

TEST(SharedGaussianDensity, sample_has_the_mean_and_the_covariance) {
  const SharedGaussian density(3, {0, 2}, {1, 7, -1}, *cholesky(std::vector{4.0, 1.0, 1.0, 1.0}, 2));
  Random random(1);
  const int n = 50'000;
  std::vector<double> row(3);
  double first = 0;
  double product = 0;
  for (int i = 0; i < n; ++i) {
    density.sample(0, random, row.data());
    ASSERT_EQ(row[1], 7);
    first += row[0] - 1;
    product += (row[0] - 1) * (row[2] + 1);
  }
  EXPECT_NEAR(first / n, 0, 5 * 2 / std::sqrt(n));
  EXPECT_NEAR(product / n, 1, 5 * std::sqrt(5.0 / n));
}

}  // namespace
}  // namespace suffice
