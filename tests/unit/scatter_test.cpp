#include "math/scatter.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

std::vector<double> random_panel(std::mt19937& bits, std::size_t rows, std::size_t columns) {
  std::normal_distribution<double> normal;
  std::vector<double> panel(rows * padded_columns(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      panel[i * padded_columns(columns) + j] = normal(bits);
    }
  }
  return panel;
}

// Every instruction set this machine has, against the plain loop, bit for bit.
TEST(AddScatter, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  std::mt19937 bits(1);
  const auto all = hwy::SupportedTargets();
  for (auto left_over = all; left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t columns : {1U, 3U, 4U, 15U, 16U, 17U, 33U}) {
      for (const std::size_t rows : {0U, 1U, 7U, 100U}) {
        const std::size_t stride = padded_columns(columns);
        const std::vector<double> left = random_panel(bits, rows, columns);
        const std::vector<double> right = random_panel(bits, rows, columns);
        std::vector<double> fast((columns + 3) / 4 * 4 * stride, 0.5);
        std::vector<double> plain = fast;
        add_scatter(left.data(), right.data(), rows, columns, fast.data());
        add_scatter_reference(left.data(), right.data(), rows, columns, plain.data());
        for (std::size_t i = 0; i < columns; ++i) {
          for (std::size_t j = 0; j <= i; ++j) {
            ASSERT_EQ(fast[i * stride + j], plain[i * stride + j]) << columns << " columns, " << rows << " rows";
          }
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(AddScatter, a_cut_into_panels_does_not_change_a_bit) {
  std::mt19937 bits(2);
  const std::size_t columns = 6;
  const std::size_t stride = padded_columns(columns);
  const std::vector<double> panel = random_panel(bits, 100, columns);
  std::vector<double> whole(8 * stride);
  std::vector<double> pieces(8 * stride);
  add_scatter(panel.data(), panel.data(), 100, columns, whole.data());
  add_scatter(panel.data(), panel.data(), 37, columns, pieces.data());
  add_scatter(&panel[37 * stride], &panel[37 * stride], 63, columns, pieces.data());
  EXPECT_EQ(whole, pieces);
}

TEST(AddScatter, adds_products) {
  std::vector<double> panel(2 * padded_columns(2));
  panel[0] = 2;
  panel[1] = 3;
  panel[padded_columns(2)] = 10;
  std::vector<double> sum(4 * padded_columns(2));
  add_scatter(panel.data(), panel.data(), 2, 2, sum.data());
  EXPECT_EQ(sum[0], 104);
  EXPECT_EQ(sum[padded_columns(2)], 6);
  EXPECT_EQ(sum[padded_columns(2) + 1], 9);
}

}  // namespace
}  // namespace suffice
