#include "evaluate/resemblance/joint_p_values.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(JointPValues, are_those_of_the_largest_of_what_is_left) {
  // Standardised: the first statistic is far off, the second is not. Scales do not matter.
  const std::vector<std::vector<double>> simulated = {{1, 300}, {2, 100}, {3, 200}};
  const JointPValues found = joint_p_values(std::vector<double>{9, 200}, simulated);
  EXPECT_EQ(found.order, (std::vector<std::size_t>{0, 1}));
  EXPECT_DOUBLE_EQ(found.adjusted[0], 0.25);  // itself alone
  EXPECT_DOUBLE_EQ(found.adjusted[1], 0.75);  // 300 and 200, and itself
}

TEST(JointPValues, never_fall_along_the_order) {
  const std::vector<std::vector<double>> simulated = {{0, 0}, {1, 1}, {2, 2}, {3, 3}};
  const JointPValues found = joint_p_values(std::vector<double>{2, 2.5}, simulated);
  EXPECT_EQ(found.order, (std::vector<std::size_t>{1, 0}));
  EXPECT_DOUBLE_EQ(found.adjusted[1], 0.4);
  EXPECT_DOUBLE_EQ(found.adjusted[0], 0.6);
}

TEST(JointPValues, know_nothing_without_simulations_and_take_what_never_varies) {
  EXPECT_TRUE(std::isnan(joint_p_values(std::vector<double>{1}, {}).adjusted[0]));
  const std::vector<std::vector<double>> constant = {{0, 1}, {0, 1}, {0, 1}};
  const JointPValues found = joint_p_values(std::vector<double>{0, 2}, constant);
  EXPECT_EQ(found.adjusted[0], 1);
  EXPECT_EQ(found.adjusted[1], 0.25);
}

}  // namespace
}  // namespace suffice
