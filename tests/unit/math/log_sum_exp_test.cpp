#include "math/special/log_sum_exp.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(LogSumExp, adds_probabilities_without_overflow_or_underflow) {
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{std::log(0.25), std::log(0.5)}), std::log(0.75));
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{1e5, 1e5}), 1e5 + std::log(2.0));
  EXPECT_DOUBLE_EQ(log_sum_exp(std::vector{-1e5, -1e5}), -1e5 + std::log(2.0));
}

TEST(LogSumExp, minus_infinity_is_the_log_of_nothing) {
  EXPECT_EQ(log_sum_exp({}), -INFINITY);
  EXPECT_EQ(log_sum_exp(std::vector<double>{-INFINITY, -INFINITY}), -INFINITY);
  EXPECT_EQ(log_sum_exp(std::vector<double>{-INFINITY, 3.0}), 3.0);
  EXPECT_EQ(log_sum_exp(std::vector<double>{INFINITY, 3.0}), INFINITY);
}

TEST(NormaliseLogs, makes_probabilities_and_returns_their_sum) {
  std::vector<double> values{std::log(1.0), std::log(3.0)};
  EXPECT_DOUBLE_EQ(normalise_logs(values), std::log(4.0));
  EXPECT_DOUBLE_EQ(std::exp(values[0]), 0.25);
  EXPECT_DOUBLE_EQ(std::exp(values[1]), 0.75);
}

TEST(NormaliseLogs, keeps_every_digit_far_from_zero) {
  std::vector<double> values{-1e17, -1e17};
  normalise_logs(values);
  EXPECT_DOUBLE_EQ(std::exp(values[0]) + std::exp(values[1]), 1);
}

TEST(NormaliseLogs, impossible_stays_impossible_and_never_becomes_nan) {
  std::vector<double> values{-INFINITY, -INFINITY};
  EXPECT_EQ(normalise_logs(values), -INFINITY);
  EXPECT_EQ(values, (std::vector<double>{-INFINITY, -INFINITY}));
}

}  // namespace
}  // namespace suffice
