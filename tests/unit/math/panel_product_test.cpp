#include "math/kernels/panel_product.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

std::mt19937& bits() {
  static std::mt19937 generator(1);
  return generator;
}

std::vector<double> draw(std::size_t n) {
  std::normal_distribution<double> normal;
  std::vector<double> values(n);
  for (double& value : values) {
    value = normal(bits());
  }
  return values;
}

std::vector<PanelColumn> draw_panel(std::size_t columns) {
  std::vector<PanelColumn> panel(columns);
  for (PanelColumn& column : panel) {
    const std::vector<double> values = draw(panel_rows);
    std::copy(values.begin(), values.end(), column.values.begin());
  }
  return panel;
}

void expect_equal(std::span<const PanelColumn> a, std::span<const PanelColumn> b, std::size_t size) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    ASSERT_EQ(a[k].values, b[k].values) << size << " columns, number " << k;
  }
}

TEST(PanelProduct, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t size : {0U, 1U, 2U, 3U, 4U, 5U, 7U, 10U, 17U}) {
      const std::vector<PanelColumn> x = draw_panel(size);
      for (const std::size_t outputs : {1U, 2U, 3U, 4U, 10U}) {
        const std::vector<double> matrix = draw(outputs * size);
        const std::vector<double> offset = draw(outputs);
        std::vector<PanelColumn> fast(outputs);
        std::vector<PanelColumn> plain(outputs);
        multiply(matrix, offset, x, fast, std::as_bytes(std::span(matrix)));
        multiply_reference(matrix, offset, x, plain);
        expect_equal(fast, plain, size);
      }
      const std::vector<double> lower = draw(size * size);
      const std::vector<double> shift = draw(size);
      std::vector<PanelColumn> fast(size + 1);
      std::vector<PanelColumn> plain(size + 1);
      std::vector<PanelColumn> spare(size);
      multiply_lower(lower, x, std::span(fast).first(size));
      multiply_lower_reference(lower, x, std::span(plain).first(size));
      expect_equal(std::span(fast).first(size), std::span(plain).first(size), size);
      lower_squares(lower, shift, x, spare, fast.back());
      lower_squares_reference(lower, shift, x, spare, plain.back());
      expect_equal(std::span(fast).last(1), std::span(plain).last(1), size);
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(PanelProduct, multiplies_and_sums_squares) {
  std::vector<PanelColumn> x(2);
  x[0].values.fill(1);
  x[1].values.fill(2);
  std::vector<PanelColumn> out(2);
  multiply(std::vector{3.0, 4.0, -1.0, 0.5}, std::vector{10.0, 0.0}, x, out);
  EXPECT_EQ(out[0][31], 10 + 3 + 8);
  EXPECT_EQ(out[1][0], -1 + 1);
  multiply_lower(std::vector{3.0, 1e300, -1.0, 0.5}, x, out);
  EXPECT_EQ(out[0][31], 3);
  EXPECT_EQ(out[1][0], 0);
  std::vector<PanelColumn> spare(2);
  lower_squares(std::vector{3.0, 1e300, -1.0, 0.5}, std::vector{0.0, 4.0}, x, spare, out[0]);
  EXPECT_EQ(out[0][5], 9 + 4);
}

}  // namespace
}  // namespace suffice
