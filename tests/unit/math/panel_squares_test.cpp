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

}  // namespace
}  // namespace suffice
