#include "model/moments/tails.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

TEST(Tails, the_constant_is_the_log_density_at_the_mean) {
  const Tails gaussian(hand_diagonal());
  EXPECT_NEAR(gaussian.constant(0), -0.5 * (3 * std::log(2 * std::numbers::pi) + std::log(3.0)), 1e-14);
  EXPECT_EQ(gaussian.slope(1), -0.5);
  const Tails joint(with_tail(hand_diagonal(), Tail::joint_t));
  EXPECT_EQ(joint.slope(0), -0.5 * (4.5 + 3));
  const Tails columns(with_tail(hand_diagonal(), Tail::column_t));
  EXPECT_EQ(columns.slope(1), -0.5 * (7 + 1));
}

TEST(Tails, one_degree_of_freedom_is_cauchy) {
  Gaussians cauchy = on_a_line({0}, 4);
  cauchy.tail = Tail::joint_t;
  cauchy.degrees = {1};
  EXPECT_NEAR(Tails(cauchy).constant(0), -std::log(2 * std::numbers::pi), 1e-15);
}

TEST(Tails, many_degrees_of_freedom_are_gaussian) {
  Gaussians gaussians = hand_full();
  const Tails limit(gaussians);
  gaussians.tail = Tail::joint_t;
  gaussians.degrees = {1e13, 1e13};
  EXPECT_NEAR(Tails(gaussians).constant(1), limit.constant(1), 1e-11);
}

}  // namespace
}  // namespace suffice
