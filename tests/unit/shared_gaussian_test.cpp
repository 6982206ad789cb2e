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

TEST(SharedGaussianDensity, is_the_normal_density_and_relative_differs_by_a_constant) {
  const std::vector<double> rows{3, 5, -1, 17};
  const Batch batch = Batch::row_major(rows.data(), 2, 2);
  std::vector<double> density(4);
  std::vector<double> relative(4);
  plain().log_density(batch, density.data());
  plain().relative_log_density(batch, relative.data());
  EXPECT_NEAR(density[0], log_normal(3, 0, 4), 1e-14);
  EXPECT_NEAR(density[1], log_normal(3, 2, 4), 1e-14);
  EXPECT_NEAR(density[2], log_normal(-1, 0, 4), 1e-14);
  EXPECT_NEAR(density[3], log_normal(-1, 2, 4), 1e-14);
  EXPECT_NEAR(relative[1] - relative[0], density[1] - density[0], 1e-14);
  EXPECT_NEAR(relative[3] - relative[2], density[3] - density[2], 1e-14);
}

TEST(SharedGaussianDensity, a_class_far_away_costs_the_near_ones_no_digits) {
  for (const double far : {1e3, 1e6, 1e9, 1e15}) {
    const SharedGaussian density(1, {0}, {0, 3, far, far + 3}, *cholesky(std::vector{2.0}, 1));
    for (const double x : {0.0, 3.0, 1.25, far, far + 1}) {
      std::vector<double> out(4);
      std::vector<double> relative(4);
      density.log_density(Batch::row_major(&x, 1, 1), out.data());
      density.relative_log_density(Batch::row_major(&x, 1, 1), relative.data());
      const std::size_t near = x < 100 ? 0 : 2;
      const double mean = near == 0 ? 0 : far;
      EXPECT_NEAR(out[near], log_normal(x, mean, 2), 1e-12);
      EXPECT_NEAR(out[near + 1], log_normal(x, mean + 3, 2), 1e-12);
      EXPECT_NEAR(relative[near + 1] - relative[near], out[near + 1] - out[near], 1e-10);
    }
  }
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
    std::vector<double> absolute(3);
    density.relative_log_density(Batch::row_major(row.data(), 1, 2), relative.data());
    density.log_density(Batch::row_major(row.data(), 1, 2), absolute.data());
    EXPECT_EQ(absolute, std::vector<double>(3, -INFINITY));
    for (const double value : relative) {
      EXPECT_TRUE(std::isfinite(value) || value == -INFINITY) << value;
    }
  }
  const std::vector<double> towards_second{-1e308, huge};
  std::vector<double> relative(3);
  density.relative_log_density(Batch::row_major(towards_second.data(), 1, 2), relative.data());
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
