#include "evaluate/metrics/proportion.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(WilsonInterval, agrees_with_published_values) {
  // Newcombe (1998), table I, method 3: 81 of 263 and 15 of 148, and the extremes 0 of 20 and 1 of 29.
  const Proportion a = wilson_interval(81, 263);
  EXPECT_NEAR(a.value, 0.3080, 5e-5);
  EXPECT_NEAR(a.low, 0.2553, 5e-5);
  EXPECT_NEAR(a.high, 0.3662, 5e-5);
  const Proportion b = wilson_interval(15, 148);
  EXPECT_NEAR(b.low, 0.0624, 5e-5);
  EXPECT_NEAR(b.high, 0.1605, 5e-5);
  const Proportion c = wilson_interval(0, 20);
  EXPECT_EQ(c.low, 0);
  EXPECT_NEAR(c.high, 0.1611, 5e-5);
  const Proportion d = wilson_interval(1, 29);
  EXPECT_NEAR(d.low, 0.0061, 5e-5);
  EXPECT_NEAR(d.high, 0.1718, 5e-5);
}

TEST(WilsonInterval, stays_within_zero_and_one) {
  EXPECT_EQ(wilson_interval(5, 5).high, 1);
  EXPECT_EQ(wilson_interval(0, 1).low, 0);
  const Proportion tiny = wilson_interval(1e-300, 2e-300);  // frequency weights may be any size
  EXPECT_GE(tiny.low, 0);
  EXPECT_LE(tiny.high, 1);
}

TEST(WilsonInterval, of_no_rows_says_nothing) {
  const Proportion none = wilson_interval(0, 0);
  EXPECT_TRUE(std::isnan(none.value));
  EXPECT_EQ(none.low, 0);
  EXPECT_EQ(none.high, 1);
}

}  // namespace
}  // namespace suffice
