#include "math/kernels/log1p_squares.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

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
