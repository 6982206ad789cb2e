#include "math/kernels/row_checks.hpp"

#include <limits>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

template <typename Number>
void counts_are_told_from_others() {
  using Limits = std::numeric_limits<Number>;
  const std::vector<Number> others = {0,
                                      -1,
                                      Number{1} / 2,
                                      1001,
                                      1e30F,
                                      1000 + Number{1} / 8,
                                      Limits::denorm_min(),
                                      Limits::infinity(),
                                      -Limits::infinity(),
                                      Limits::quiet_NaN()};
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<Number> numbers(count, 1000);
    EXPECT_EQ(largest_count(numbers, 1000), count == 0 ? 0U : 1000U);
    for (std::size_t k = 0; k < count; ++k) {
      for (const Number other : others) {
        numbers[k] = other;
        EXPECT_EQ(largest_count(numbers, 1000), std::nullopt) << count << " numbers, number " << k << " is " << other;
      }
      numbers[k] = 1;
    }
    EXPECT_EQ(largest_count(numbers, 1000), count == 0 ? 0U : 1U);
    for (std::size_t k = 0; k < count; ++k) {
      numbers[k] = 17;
      EXPECT_EQ(largest_count(numbers, 1000), 17U);
      numbers[k] = 1;
    }
  }
}

TEST(RowChecks, largest_count) {
  counts_are_told_from_others<double>();
  counts_are_told_from_others<float>();
}

TEST(RowChecks, ascend_below) {
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), UINT32_MAX - 70U);
    EXPECT_TRUE(ascend_below(numbers, UINT32_MAX));
    if (count > 0) {
      EXPECT_TRUE(ascend_below(numbers, numbers.back() + std::size_t{1}));
      EXPECT_FALSE(ascend_below(numbers, numbers.back()));
    }
    for (std::size_t k = 1; k < count; ++k) {
      std::vector<std::uint32_t> twice = numbers;
      twice[k] = twice[k - 1];
      EXPECT_FALSE(ascend_below(twice, UINT32_MAX)) << count << " numbers, number " << k;
      std::vector<std::uint32_t> back = numbers;
      back[k - 1] = UINT32_MAX;
      EXPECT_FALSE(ascend_below(back, UINT32_MAX)) << count << " numbers, number " << k;
    }
  }
}

}  // namespace
}  // namespace suffice
