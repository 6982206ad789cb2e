#include "math/kernels/scatter.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "math/system/aligned.hpp"

namespace suffice {
namespace {

AlignedVector random_panel(std::mt19937& bits, std::size_t rows, std::size_t columns) {
  std::normal_distribution<double> normal;
  AlignedVector panel(rows * padded_columns(columns));
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      panel[panel_index(i, j, rows)] = normal(bits);
    }
  }
  return panel;
}

TEST(TriangleIndex, counts_blocks_row_by_row) {
  EXPECT_EQ(triangle_index(0, 0), 0U);
  EXPECT_EQ(triangle_index(1, 0), strip_columns);
  EXPECT_EQ(triangle_index(8, 0), 64U);
  EXPECT_EQ(triangle_index(8, 8), 128U);
  EXPECT_EQ(triangle_index(17, 10), 64U * 4 + 8 + 2);
  EXPECT_EQ(triangle_size(17), 64U * 6);
}

// Every instruction set this machine has, against the plain loop, bit for bit.
TEST(AddScatter, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  std::mt19937 bits(1);
  const auto all = hwy::SupportedTargets();
  for (auto left_over = all; left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t columns : {1U, 3U, 8U, 9U, 15U, 16U, 18U, 24U, 29U, 32U, 41U, 44U, 50U, 75U}) {
      for (const std::size_t rows : {1U, 7U, 100U}) {
        const AlignedVector left = random_panel(bits, rows, columns);
        const AlignedVector right = random_panel(bits, rows, columns);
        AlignedVector fast(triangle_size(columns), 0.5);
        AlignedVector plain = fast;
        add_scatter({left.data(), right.data(), rows, rows, columns}, fast.data());
        add_scatter_reference({left.data(), right.data(), rows, rows, columns}, plain.data());
        for (std::size_t i = 0; i < columns; ++i) {
          for (std::size_t j = 0; j <= i; ++j) {
            ASSERT_EQ(fast[triangle_index(i, j)], plain[triangle_index(i, j)])
                << columns << " columns, " << rows << " rows";
          }
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

// What is fetched ahead is never looked at.
TEST(AddScatter, a_cut_into_panels_and_parts_does_not_change_a_bit) {
  std::mt19937 bits(2);
  for (const std::size_t columns : {8U, 16U, 30U, 32U, 50U}) {
    const AlignedVector panel = random_panel(bits, 100, columns);
    AlignedVector whole(triangle_size(columns));
    AlignedVector pieces(triangle_size(columns));
    add_scatter({panel.data(), panel.data(), 100, 100, columns, panel.data(), 100 * columns}, whole.data());
    for (std::size_t part = 0; part < part_count(columns); ++part) {
      add_scatter_part({panel.data(), panel.data(), 100, 37, columns}, part, pieces.data());
    }
    const double* rest = &panel[panel_index(37, 0, 100)];
    add_scatter({rest, rest, 100, 63, columns}, pieces.data());
    EXPECT_EQ(whole, pieces) << columns;
  }
}

TEST(AddScatter, no_rows_add_nothing) {
  AlignedVector sum(triangle_size(2), 1.0);
  add_scatter({nullptr, nullptr, 0, 0, 2}, sum.data());
  EXPECT_EQ(sum, AlignedVector(triangle_size(2), 1.0));
}

TEST(AddScatter, adds_products_of_two_panels) {
  AlignedVector left(2 * strip_columns);
  AlignedVector right(2 * strip_columns);
  left[panel_index(0, 0, 2)] = 2;
  left[panel_index(0, 1, 2)] = 3;
  right[panel_index(0, 0, 2)] = 5;
  right[panel_index(1, 0, 2)] = 100;  // nothing on the left of that row
  AlignedVector sum(triangle_size(2));
  add_scatter({left.data(), right.data(), 2, 2, 2}, sum.data());
  EXPECT_EQ(sum[triangle_index(0, 0)], 10);
  EXPECT_EQ(sum[triangle_index(1, 0)], 15);
  EXPECT_EQ(sum[triangle_index(1, 1)], 0);
}

}  // namespace
}  // namespace suffice
