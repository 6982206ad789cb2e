#include "math/kernels/panel_squares.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

TEST(PanelSquares, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t size : {0U, 1U, 7U, 50U}) {
      std::vector<PanelColumn> x(size);
      std::vector<double> shift(size);
      std::vector<double> scale(size);
      for (std::size_t k = 0; k < size; ++k) {
        shift[k] = normal(bits);
        scale[k] = normal(bits);
        for (double& value : x[k].values) {
          value = normal(bits);
        }
      }
      PanelColumn fast;
      PanelColumn plain;
      scaled_squares(shift, scale, x, fast);
      scaled_squares_reference(shift, scale, x, plain);
      ASSERT_EQ(fast.values, plain.values) << size << " columns";
      fast[3] = plain[3] = INFINITY;
      fast[4] = plain[4] = std::nan("");
      fall_off(0.3, -0.7, fast);
      fall_off_reference(0.3, -0.7, plain);
      ASSERT_EQ(fast.values, plain.values) << size << " columns";
      EXPECT_EQ(fast[3], -INFINITY);
      EXPECT_EQ(fast[4], -INFINITY);
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(PanelSquares, add_up_over_the_columns) {
  std::vector<PanelColumn> x(2);
  x[0].values.fill(1);
  x[1].values.fill(2);
  PanelColumn out;
  scaled_squares(std::vector{0.0, 5.0}, std::vector{4.0, 2.0}, x, out);
  EXPECT_EQ(out[7], 16 + 36);
  fall_off(10, -0.5, out);
  EXPECT_EQ(out[7], 10 - 26);
}

TEST(Log1pSquares, every_kernel_agrees_with_the_plain_formula) {
  std::vector<PanelColumn> x(2);
  for (std::size_t r = 0; r < panel_rows; ++r) {
    x[0][r] = 3 + std::pow(10, static_cast<double>(r) * 8 - 100);
    x[1][r] = 0.01 * static_cast<double>(r);
  }
  const std::vector<double> shift{3, 0.5};
  const std::vector<double> scale{0.25, 2};
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    PanelColumn out;
    log1p_squares(shift, scale, x, out);
    for (std::size_t r = 0; r < panel_rows; ++r) {
      double plain = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        const double z = std::abs((x[k][r] - shift[k]) * scale[k]);
        plain += z < 1e100 ? std::log1p(z * z) : 2 * std::log(z);
      }
      EXPECT_NEAR(out[r], plain, 4e-16 * (1 + plain)) << r;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Log1pSquares, every_finite_row_has_a_finite_sum) {
  std::vector<PanelColumn> x(1);
  x[0].values.fill(1.7e308);
  PanelColumn out;
  log1p_squares(std::vector{-1.7e308}, std::vector{1e150}, x, out);
  EXPECT_TRUE(std::isfinite(out[0])) << out[0];
}

}  // namespace
}  // namespace suffice
