#include "evaluate/leave_one_out/removed_row.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace suffice {
namespace {

const ClassCounts counts{{"a", "b"}, {4, 1}, {6, 2}};

TEST(RemovalRule, follows_the_update_of_mean_and_scatter) {
  // Values 1, 2, 6 of weight 1: mean 3, scatter 14. Without 6: mean 1.5, scatter 0.5.
  const RemovalRule rule(ClassCounts{{"a"}, {3}, {3}}, {});
  const auto row = rule.remove(0, 1);
  ASSERT_TRUE(row);
  EXPECT_NEAR(14 - row->amount * 3 * 3, 0.5, 1e-14);
  EXPECT_NEAR(row->factor * 3, 6 - 1.5, 1e-14);
  EXPECT_EQ(row->spread, 1);
}

TEST(RemovalRule, counts_the_prior_of_the_means) {
  const GaussianOptions options{.estimator = Estimator::predictive, .prior = {.kappa = 2}};
  const auto row = RemovalRule(counts, options).remove(0, 1.5);
  ASSERT_TRUE(row);
  EXPECT_EQ(row->c, 0U);
  EXPECT_NEAR(row->factor, 8 / 6.5, 1e-15);
  EXPECT_NEAR(row->amount, 1.5 * 8 / 6.5, 1e-15);
  EXPECT_NEAR(row->spread, 7.5 / 6.5, 1e-15);
}

TEST(RemovalRule, a_row_that_is_all_of_its_class_stays) {
  const RemovalRule rule(counts, {});
  EXPECT_FALSE(rule.remove(1, 2));
  EXPECT_FALSE(rule.remove(1, 1));  // it is the only row, whatever its weight is said to be
  EXPECT_FALSE(rule.remove(0, 6));
  EXPECT_TRUE(rule.remove(0, 0));
}

TEST(WhatIsLeft, is_nothing_where_only_rounding_is_left) {
  EXPECT_EQ(what_is_left(3, 1), 2);
  EXPECT_EQ(what_is_left(0.3, 0.1 + 0.2), 0);
  EXPECT_EQ(what_is_left(1, 1 - 1e-15), 0);
  EXPECT_EQ(what_is_left(1, 2), 0);
  EXPECT_EQ(what_is_left(0, 0), 0);
}

TEST(LogDensity, is_that_of_student_and_of_gauss) {
  // Student's t with 3 degrees of freedom at 1: 6 √3 / (π (3 + 1)²).
  const double t = log_normaliser(Tail::joint_t, 1, 3) + log_falloff(Tail::joint_t, 1, 3, 1);
  EXPECT_NEAR(std::exp(t) / std::sqrt(2 * std::numbers::pi), 6 * std::sqrt(3) / (std::numbers::pi * 16), 1e-15);
  EXPECT_EQ(log_normaliser(Tail::gaussian, 5, 0), 0);
  EXPECT_EQ(log_falloff(Tail::gaussian, 5, 0, 3), -1.5);
  // t approaches the Gaussian.
  EXPECT_NEAR(log_normaliser(Tail::joint_t, 4, 1e9) + log_falloff(Tail::joint_t, 4, 1e9, 3), -1.5, 1e-7);
}

TEST(RemovedRow, the_only_row_of_a_value_leaves_nothing_of_it) {
  EXPECT_TRUE(is_only_row(std::vector<double>{0, 2, 0}, 1, 2));
  EXPECT_TRUE(is_only_row(std::vector<double>{0.1 + 0.2, 0}, 0, 0.3));
  EXPECT_FALSE(is_only_row(std::vector<double>{0, 2, 1}, 1, 2));
  EXPECT_FALSE(is_only_row(std::vector<double>{0, 2, 0}, 1, 1));
}

}  // namespace
}  // namespace suffice
