#include "math/kernels/weighted_rows.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "math/system/aligned.hpp"

namespace suffice {
namespace {

TEST(WeightedRows, are_summed_as_a_plain_loop_does) {
  Random random(1);
  for (const std::size_t numbers : {1U, 2U, 3U, 4U, 5U, 8U, 20U, 40U, 100U, 129U}) {
    const std::size_t width = picked_width(numbers);
    EXPECT_GE(width, numbers);
    AlignedVector table(50 * width);
    for (double& number : table) {
      number = random.normal();
    }
    std::vector<std::uint32_t> rows(33);
    std::vector<double> weights(33);
    std::vector<float> small(33);
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k] = static_cast<std::uint32_t>(random.below(50));
      small[k] = static_cast<float>(1 + random.below(9));
      weights[k] = static_cast<double>(small[k]);
    }
    std::vector<double> plain(width, 0.5);
    std::vector<double> unweighted(width, 0.5);
    for (std::size_t k = 0; k < 30; ++k) {
      for (std::size_t j = 0; j < width; ++j) {
        plain[j] += weights[k] * table[rows[k] * width + j];
        unweighted[j] += table[rows[k] * width + j];
      }
    }
    const auto picked = std::span(rows).first(30);
    std::vector<double> sums(width, 0.5);
    std::vector<double> float_sums(width, 0.5);
    std::vector<double> ones(width, 0.5);
    add_weighted_rows(table.data(), width, RowPicks<double>{picked, weights.data(), false, 50, 3}, sums.data());
    add_weighted_rows(table.data(), width, RowPicks<float>{picked, small.data(), false, 50, 3}, float_sums.data());
    add_weighted_rows(table.data(), width, RowPicks<double>{picked}, ones.data());
    for (std::size_t j = 0; j < width; ++j) {
      EXPECT_NEAR(sums[j], plain[j], 1e-12);
      EXPECT_EQ(ones[j], unweighted[j]);
    }
    EXPECT_EQ(sums, float_sums);
  }
}

TEST(WeightedRows, may_be_none_and_may_be_minus_infinity) {
  AlignedVector table(4);
  table[1] = -INFINITY;
  std::vector<double> sums{1, 2};
  add_weighted_rows(table.data(), 2, RowPicks<double>{}, sums.data());
  EXPECT_EQ(sums, (std::vector<double>{1, 2}));
  const std::vector<std::uint32_t> rows{0, 1};
  const std::vector<double> weights{2, 3};
  add_weighted_rows(table.data(), 2, RowPicks<double>{rows, weights.data()}, sums.data());
  EXPECT_EQ(sums, (std::vector<double>{1, -INFINITY}));
}

TEST(WeightedRows, look_at_weights_and_numbers) {
  AlignedVector table(4);
  table[0] = 2;
  std::vector<double> sums{0, 0};
  const std::vector<std::uint32_t> rows{0, 1};
  std::vector<double> weights{2, 3};
  const RowPicks<double> once{.rows = rows, .weights = weights.data(), .once = true, .table_rows = 2};
  EXPECT_TRUE(add_weighted_rows(table.data(), 2, once, sums.data()));
  EXPECT_EQ(sums[0], 2);
  EXPECT_FALSE(add_weighted_rows(table.data(), 2, RowPicks<double>{rows, weights.data(), false, 1}, sums.data()));
  for (const double bad : std::vector<double>{0, -1, NAN, INFINITY}) {
    weights[1] = bad;
    EXPECT_FALSE(add_weighted_rows(table.data(), 2, once, sums.data())) << bad;
  }
}

}  // namespace
}  // namespace suffice
