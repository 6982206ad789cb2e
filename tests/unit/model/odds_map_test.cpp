#include "model/odds_map.hpp"

#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(OddsMap, is_linear_between_its_points_and_held_beyond) {
  const OddsMap map{{-1, 1, 3}, {-2, 0, 8}};
  EXPECT_EQ(mapped(map, -5), -2);
  EXPECT_EQ(mapped(map, -infinity), -2);
  EXPECT_EQ(mapped(map, 0), -1);
  EXPECT_EQ(mapped(map, 2), 4);
  EXPECT_EQ(mapped(map, 3), 8);
  EXPECT_EQ(mapped(map, infinity), 8);
  const std::vector<double> log_prior{std::log(0.25), std::log(0.75)};
  const auto [first, second] = map_scores(map, log_prior, log_prior[0], log_prior[1] + 2);
  EXPECT_NEAR(second - first, std::log(3.0) + 4, 1e-12);
  EXPECT_EQ(map_scores(map, log_prior, -infinity, -infinity), std::pair(-infinity, -infinity));
  const std::vector<double> never{-infinity, 0};
  EXPECT_EQ(map_scores(map, never, -infinity, 1), std::pair(-infinity, 1.0));
}

TEST(OddsMap, is_sound_where_it_ascends) {
  EXPECT_FALSE(is_sound({}));
  EXPECT_TRUE(is_sound({{1}, {2}}));
  EXPECT_FALSE(is_sound({{1, 1}, {2, 2}}));
  EXPECT_FALSE(is_sound({{1, 2}, {2, 1}}));
  EXPECT_FALSE(is_sound({{1, 2}, {2}}));
  EXPECT_FALSE(is_sound({{1, infinity}, {2, 3}}));
}

}  // namespace
}  // namespace suffice
