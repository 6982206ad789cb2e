#include "math/special/digamma.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace suffice {
namespace {

struct Case {
  double x;
  double digamma;
  double trigamma;
  double tetragamma;
  double log_less_digamma;
};

// mpmath with 40 digits.
TEST(Digamma, trigamma_and_tetragamma_agree_with_long_arithmetic) {
  const Case cases[] = {
      {0.01, -100.5608854578686745, 10001.62121352831322, -2000002.3403986770845, 95.955715271880583129},
      {0.5, -1.9635100260214234794, 4.9348022005446793094, -16.828796644234319996, 1.27036284546147817},
      {1, -0.57721566490153286061, 1.6449340668482264365, -2.4041138063191885708, 0.57721566490153286061},
      {3.7, 1.1671535393615113859, 0.3100378576700383191, -0.095395308728554043835, 0.14117928028866737448},
      {15.99, 2.7403681825035517149, 0.064535390319818275367, -0.0041633749205707287916, 0.03159534434231114836},
      {16, 2.7410133283274603684, 0.064493783403239361782, -0.0041580101239589621542, 0.031575393912320869282},
      {250, 5.519459584531046417, 0.0040080106666325337234, -0.000016064127999317344256, 0.0020013333312000162537},
      {1e8, 18.420680738952365464, 1.0000000050000000167e-8, -1.00000001000000005e-16, 5.0000000083333333333e-9}};
  for (const Case& one : cases) {
    EXPECT_NEAR(digamma(one.x) / one.digamma, 1, 3e-15) << one.x;
    EXPECT_NEAR(trigamma(one.x) / one.trigamma, 1, 2e-15) << one.x;
    EXPECT_NEAR(tetragamma(one.x) / one.tetragamma, 1, 2e-15) << one.x;
    EXPECT_NEAR(log_less_digamma(one.x) / one.log_less_digamma, 1, 5e-15) << one.x;
  }
}

TEST(Digamma, trigamma_and_tetragamma_end_for_any_number) {
  for (const double x : {std::nan(""), 0.0, -1.5, -1e300, -HUGE_VAL}) {
    EXPECT_TRUE(std::isnan(digamma(x))) << x;
    EXPECT_TRUE(std::isnan(trigamma(x))) << x;
    EXPECT_TRUE(std::isnan(tetragamma(x))) << x;
    EXPECT_TRUE(std::isnan(log_less_digamma(x))) << x;
  }
  EXPECT_EQ(digamma(INFINITY), INFINITY);
  EXPECT_EQ(trigamma(INFINITY), 0);
  EXPECT_EQ(tetragamma(INFINITY), 0);
  EXPECT_EQ(log_less_digamma(INFINITY), 0);
  constexpr double least = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(digamma(least), -INFINITY);
  EXPECT_EQ(trigamma(least), INFINITY);
  EXPECT_EQ(tetragamma(least), -INFINITY);
  EXPECT_EQ(log_less_digamma(least), INFINITY);
}

}  // namespace
}  // namespace suffice
