#include "math/kernels/inner_products.hpp"

#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

std::vector<PanelColumn> random_columns(std::size_t count, std::mt19937& bits) {
  std::normal_distribution<double> normal;
  std::vector<PanelColumn> columns(count);
  for (PanelColumn& column : columns) {
    for (double& value : column.values) {
      value = normal(bits);
    }
  }
  return columns;
}

std::vector<const PanelColumn*> panels_of(const std::vector<PanelColumn>& columns, std::size_t width) {
  std::vector<const PanelColumn*> panels;
  for (std::size_t first = 0; first < columns.size(); first += width) {
    panels.push_back(columns.data() + first);
  }
  return panels;
}

TEST(InnerProducts, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  std::mt19937 bits(1);
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t rows : {1U, 3U, 4U, 9U}) {
      for (const std::size_t columns : {1U, 5U, 6U, 13U}) {
        const std::vector<PanelColumn> left = random_columns(3 * rows, bits);
        const std::vector<PanelColumn> right = random_columns(3 * columns, bits);
        const std::vector<const PanelColumn*> lefts = panels_of(left, rows);
        const std::vector<const PanelColumn*> rights = panels_of(right, columns);
        for (const bool lower : {false, true}) {
          std::vector<double> fast(rows * columns, 0.5);
          std::vector<double> plain(rows * columns, 0.5);
          add_inner_products({lefts, rows}, {rights, columns}, lower, fast.data());
          add_inner_products_reference({lefts, rows}, {rights, columns}, lower, plain.data());
          ASSERT_EQ(fast, plain) << rows << " × " << columns << (lower ? " lower" : "");
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(InnerProducts, of_ones_count_rows) {
  std::vector<PanelColumn> ones(2);
  ones[0].values.fill(1);
  ones[1].values.fill(2);
  std::vector<double> sums(4);
  const std::vector<const PanelColumn*> panels = panels_of(ones, 2);
  add_inner_products({panels, 2}, {panels, 2}, true, sums.data());
  EXPECT_EQ(sums, (std::vector<double>{32, 0, 64, 128}));
}

}  // namespace
}  // namespace suffice
