#include "math/linear/quantised_table.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "math/system/aligned.hpp"

namespace suffice {
namespace {

struct Case {
  std::size_t columns;
  std::size_t width;
  AlignedVector table;
};

Case random_case(std::size_t columns, std::size_t rows, Random& random) {
  Case made{columns, picked_width(columns), {}};
  made.table.resize(rows * made.width);
  for (double& number : made.table) {
    number = -5 + 3 * random.normal();
  }
  return made;
}

// What is said is the largest is; in most cases something is said.
TEST(QuantisedTable, says_which_sum_is_the_largest_or_nothing) {
  Random random(3);
  AlignedVector work;
  for (const std::size_t columns : {1U, 2U, 7U, 8U, 15U, 16U, 20U, 31U, 32U, 100U}) {
    const Case some = random_case(columns, 5000, random);
    const QuantisedTable quantised(some.table, some.width, columns, 1);
    ASSERT_TRUE(quantised.exists());
    std::size_t said = 0;
    for (std::size_t i = 0; i < 200; ++i) {
      std::vector<std::uint32_t> rows(random.below(60));
      std::vector<double> weights(rows.size());
      for (std::size_t k = 0; k < rows.size(); ++k) {
        rows[k] = static_cast<std::uint32_t>(random.below(5000));
        weights[k] = i % 2 == 0 ? 1 : std::exp(random.normal());
      }
      AlignedVector sums(some.width);
      std::generate_n(sums.begin(), columns, [&] { return random.normal(); });
      const std::vector<double> start(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(columns));
      const RowPicks<double> picks{rows, weights.data(), i % 3 == 0, 5000};
      const auto largest = quantised.largest(start, 10, picks, work);
      ASSERT_TRUE(add_weighted_rows(some.table.data(), some.width, picks, sums.data()));
      const auto best = std::max_element(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(columns));
      said += largest ? 1U : 0U;
      EXPECT_EQ(largest.value_or(static_cast<std::size_t>(best - sums.begin())),
                static_cast<std::size_t>(best - sums.begin()));
    }
    EXPECT_GT(said, 180U) << columns << " columns";
  }
}

TEST(QuantisedTable, says_nothing_of_sums_that_are_close) {
  AlignedVector table(16);
  table[0] = 1;
  table[1] = 1 + 1e-9;
  table[8] = -7;
  const QuantisedTable quantised(table, 8, 2, 1);
  AlignedVector work;
  const std::vector<std::uint32_t> rows{0};
  const std::vector<float> weights{1};
  const RowPicks<float> picks{rows, weights.data(), false, 2};
  EXPECT_EQ(quantised.largest(std::vector<double>{0, 0}, 0, picks, work), std::nullopt);
  EXPECT_EQ(quantised.largest(std::vector<double>{0, 1}, 1, picks, work), 1U);
  const double none = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(quantised.largest(std::vector<double>{0, none}, 0, picks, work), 0U);
  EXPECT_EQ(quantised.largest(std::vector<double>{none, none}, 0, picks, work), std::nullopt);
}

TEST(QuantisedTable, says_nothing_of_what_is_not_sound) {
  const AlignedVector table(16);
  const QuantisedTable quantised(table, 8, 2, 1);
  ASSERT_TRUE(quantised.exists());
  AlignedVector work;
  const std::vector<double> start{0, 1};
  const std::vector<std::uint32_t> rows{1};
  for (const double weight : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(quantised.largest(start, 1, RowPicks<double>{rows, &weight, false, 2}, work), std::nullopt) << weight;
  }
  const double one = 1;
  EXPECT_EQ(quantised.largest(start, 1, RowPicks<double>{rows, &one, false, 2}, work), 1U);
  EXPECT_EQ(quantised.largest(start, 1, RowPicks<double>{rows, &one, false, 1}, work), std::nullopt);
  const double huge = std::numeric_limits<double>::max();
  EXPECT_EQ(quantised.largest(start, huge, RowPicks<double>{rows, &huge, false, 2}, work), std::nullopt);
}

TEST(QuantisedTable, does_not_exist_where_numbers_are_not_finite) {
  for (const double number : {-std::numeric_limits<double>::infinity(), std::nan(""), 1e308}) {
    AlignedVector table(16);
    table[9] = number;
    EXPECT_FALSE(QuantisedTable(table, 8, 2, 1).exists());
    EXPECT_TRUE(QuantisedTable(table, 8, 1, 1).exists());
  }
}

}  // namespace
}  // namespace suffice
