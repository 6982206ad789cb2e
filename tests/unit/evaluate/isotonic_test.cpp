#include "evaluate/calibration/isotonic.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "model/odds_map.hpp"

namespace suffice {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double logit(double p) { return std::log(p / (1 - p)); }

TEST(Isotonic, violators_are_pooled_and_shares_kept_from_certainty) {
  // Class 1 at 1, 3, 4; shares 0, then 1 and 0 pooled to 1/2, then 1.
  const OddsMap map = isotonic_map(std::vector<double>{3, 0, 2, 1, 4}, std::vector<std::uint32_t>{1, 0, 0, 1, 1},
                                   std::vector<double>(5, 1), 0);
  EXPECT_EQ(map.from, (std::vector<double>{0, 1, 2, 3, 4}));
  ASSERT_EQ(map.to.size(), 5U);
  EXPECT_DOUBLE_EQ(map.to[0], logit(0.1));
  EXPECT_NEAR(map.to[1], 0, 1e-15);
  EXPECT_NEAR(map.to[2], 0, 1e-15);
  EXPECT_DOUBLE_EQ(map.to[3], logit(0.9));
  EXPECT_DOUBLE_EQ(map.to[4], logit(0.9));
  EXPECT_TRUE(is_sound(map));
}

TEST(Isotonic, a_weight_of_two_is_a_row_twice_and_the_prior_is_divided_out) {
  const OddsMap weighted = isotonic_map(std::vector<double>{0, 1, 2}, std::vector<std::uint32_t>{0, 1, 0},
                                        std::vector<double>{1, 2, 1}, 0.7);
  const OddsMap twice = isotonic_map(std::vector<double>{0, 1, 1, 2}, std::vector<std::uint32_t>{0, 1, 1, 0},
                                     std::vector<double>(4, 1), 0);
  EXPECT_EQ(weighted.from, twice.from);
  for (std::size_t k = 0; k < twice.to.size(); ++k) {
    EXPECT_NEAR(weighted.to[k], twice.to[k] - 0.7, 1e-15);
  }
}

TEST(Isotonic, infinite_ratios_are_the_outermost_and_unknown_ones_left_out) {
  const OddsMap map = isotonic_map(std::vector<double>{-infinity, 0, std::nan(""), infinity},
                                   std::vector<std::uint32_t>{0, 0, 0, 1}, std::vector<double>(4, 1), 0);
  EXPECT_EQ(map.from.front(), -furthest_log_odds);
  EXPECT_EQ(map.from.back(), furthest_log_odds);
  EXPECT_TRUE(is_sound(map));
  EXPECT_TRUE(isotonic_map({}, {}, {}, 0).from.empty());
}

}  // namespace
}  // namespace suffice
