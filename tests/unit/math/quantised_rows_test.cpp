#include "math/kernels/quantised_rows.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"
#include "math/system/huge_pages.hpp"

namespace suffice {
namespace {

constexpr std::size_t table_rows = 300;

// Codes that are the numbers of a table themselves: centre 0, step 1.
struct Case {
  std::size_t columns;
  std::size_t width;
  AlignedVector table;
  std::vector<std::int16_t, HugePageAllocator<std::int16_t>> codes;

  [[nodiscard]] QuantisedRows quantised() const { return {codes.data(), quantised_stride(columns), columns, 1, 32767}; }
};

Case random_case(std::size_t columns, Random& random) {
  const std::size_t width = picked_width(columns);
  const std::size_t stride = quantised_stride(columns);
  Case made{columns, width, AlignedVector(table_rows * width), {}};
  made.codes.assign(table_rows * stride, std::int16_t{0});
  for (std::size_t i = 0; i < table_rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      const auto code = static_cast<std::int16_t>(static_cast<int>(random.below(65535)) - 32767);
      made.codes[i * stride + j] = code;
      made.table[i * width + j] = code;
    }
  }
  return made;
}

TEST(QuantisedRows, lie_within_cache_lines) {
  EXPECT_EQ(quantised_stride(1), 8U);
  EXPECT_EQ(quantised_stride(8), 8U);
  EXPECT_EQ(quantised_stride(9), 16U);
  EXPECT_EQ(quantised_stride(17), 32U);
  EXPECT_EQ(quantised_stride(33), 64U);
}

// Many rows are summed in portions; what is said is right, and something is said of nearly all.
template <typename Weight>
void expect_largest(std::size_t columns, std::size_t count, Random& random) {
  const Case some = random_case(columns, random);
  AlignedVector work;
  std::size_t said = 0;
  for (std::size_t i = 0; i < 30; ++i) {
    std::vector<std::uint32_t> rows(count + 700);  // those beyond are asked for later
    std::vector<Weight> weights(rows.size());
    for (std::size_t k = 0; k < rows.size(); ++k) {
      rows[k] = static_cast<std::uint32_t>(random.below(table_rows));
      weights[k] = static_cast<Weight>(std::exp(random.normal()));
    }
    const std::vector<double> start(columns, -1.5);
    const RowPicks<Weight> picks{std::span(rows).first(count), weights.data(), i % 3 == 0, table_rows, 700};
    AlignedVector sums(some.width, -1.5);
    ASSERT_TRUE(add_weighted_rows(some.table.data(), some.width, picks, sums.data()));
    const auto best = std::max_element(sums.begin(), sums.begin() + static_cast<std::ptrdiff_t>(columns));
    const auto largest = largest_sum(some.quantised(), start, 1.5, picks, work);
    said += largest ? 1U : 0U;
    EXPECT_EQ(largest.value_or(static_cast<std::size_t>(best - sums.begin())),
              static_cast<std::size_t>(best - sums.begin()));
  }
  EXPECT_GE(said, 28U) << columns << " columns, " << count << " rows";
}

TEST(QuantisedRows, say_which_sum_is_the_largest) {
  Random random(5);
  for (const std::size_t columns : {2U, 8U, 9U, 20U, 100U, 300U}) {
    for (const std::size_t count : {1U, 7U, 16U, 127U, 128U, 129U, 1000U}) {
      expect_largest<double>(columns, count, random);
      expect_largest<float>(columns, count, random);
    }
  }
}

TEST(QuantisedRows, say_nothing_of_weights_and_rows_that_are_not_sound) {
  Random random(6);
  const Case some = random_case(20, random);
  std::vector<double> start(20);
  start[7] = 1e9;
  AlignedVector work;
  std::vector<std::uint32_t> rows(40, 3);
  std::vector<double> weights(40, 1.0);
  const RowPicks<double> picks{rows, weights.data(), false, table_rows};
  EXPECT_EQ(largest_sum(some.quantised(), start, 1e9, picks, work), 7U);
  EXPECT_EQ(largest_sum(some.quantised(), start, 1e9, RowPicks<double>{.rows = rows, .table_rows = 4}, work), 7U);
  EXPECT_EQ(largest_sum(some.quantised(), start, 1e9, RowPicks<double>{.rows = rows, .table_rows = 3}, work),
            std::nullopt);
  for (const std::size_t place : {0U, 39U}) {
    for (const double weight : {0.0, -1.0, 1e-30, 1e30, std::nan(""), std::numeric_limits<double>::infinity()}) {
      weights[place] = weight;
      EXPECT_EQ(largest_sum(some.quantised(), start, 1e9, picks, work), std::nullopt) << weight;
      weights[place] = 1;
    }
  }
}

TEST(QuantisedRows, say_what_the_start_says_where_there_are_none) {
  const std::vector<std::int16_t, HugePageAllocator<std::int16_t>> codes(8);
  AlignedVector work;
  const double none = -std::numeric_limits<double>::infinity();
  const QuantisedRows table{codes.data(), 8, 2, 1, 1};
  EXPECT_EQ(largest_sum(table, std::vector<double>{1, 2}, 2, RowPicks<double>{}, work), 1U);
  EXPECT_EQ(largest_sum(table, std::vector<double>{1, 1}, 1, RowPicks<double>{}, work), std::nullopt);
  EXPECT_EQ(largest_sum(table, std::vector<double>{none, 1}, 1, RowPicks<double>{}, work), 1U);
  EXPECT_EQ(largest_sum(table, std::vector<double>{none, none}, 0, RowPicks<double>{}, work), std::nullopt);
}

}  // namespace
}  // namespace suffice
