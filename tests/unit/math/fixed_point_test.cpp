#include "math/special/fixed_point.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

Point ones(const Point& x) { return Point(x.size(), 1.0); }

TEST(FixedPoint, is_reached_in_far_fewer_steps_than_the_map_takes) {
  // Comes nearer by a factor of 0.99 and 0.5 a step: the map alone would take some 3,000.
  const auto map = [](const Point& x) { return Point{3 + 0.99 * (x[0] - 3), -1 + 0.5 * (x[1] + 1)}; };
  const FixedPoint found = fixed_point({0, 0}, {.map = map, .units = ones});
  EXPECT_TRUE(found.stands_still);
  EXPECT_LT(found.steps, 100U);
  EXPECT_NEAR(found.x[0], 3, 1e-10);
  EXPECT_NEAR(found.x[1], -1, 1e-12);
}

TEST(FixedPoint, of_a_map_that_is_not_linear) {
  const auto map = [](const Point& x) { return Point{std::cos(x[0])}; };
  EXPECT_NEAR(fixed_point({0.1}, {.map = map, .units = ones}).x[0], 0.7390851332151607, 1e-12);
}

TEST(FixedPoint, a_start_that_stands_still_stays) {
  const FixedPoint found = fixed_point({2, 5}, {.map = [](const Point& x) { return x; }, .units = ones});
  EXPECT_EQ(found.x, (Point{2, 5}));
  EXPECT_EQ(found.steps, 2U);
  EXPECT_TRUE(found.stands_still);
}

TEST(FixedPoint, units_say_what_counts) {
  // The second number never settles, and does not count.
  const auto map = [](const Point& x) { return Point{x[0] / 2, -x[1]}; };
  const auto units = [](const Point&) { return Point{1, 0}; };
  EXPECT_TRUE(fixed_point({1, 1}, {.map = map, .units = units}).stands_still);
  EXPECT_FALSE(fixed_point({1, 1}, {.map = map, .units = ones, .most_steps = 50}).stands_still);
}

TEST(FixedPoint, where_the_map_throws_is_not_gone_to) {
  // √x from above: extrapolation would overshoot below 1.
  const auto map = [](const Point& x) {
    if (x[0] < 1) {
      throw Error(ErrorCode::bad_data, "too small");
    }
    return Point{std::sqrt(x[0])};
  };
  const FixedPoint found = fixed_point({1e6}, {.map = map, .units = ones});
  EXPECT_TRUE(found.stands_still);
  EXPECT_NEAR(found.x[0], 1, 1e-12);
  EXPECT_THROW((void)fixed_point({0.5}, {.map = map, .units = ones}), Error);
}

TEST(FixedPoint, gives_up_after_so_many_steps) {
  const auto map = [](const Point& x) { return Point{x[0] + 1}; };
  const FixedPoint found = fixed_point({0}, {.map = map, .units = ones, .most_steps = 20});
  EXPECT_FALSE(found.stands_still);
  EXPECT_GE(found.steps, 20U);
  EXPECT_LE(found.steps, 22U);
}

}  // namespace
}  // namespace suffice
