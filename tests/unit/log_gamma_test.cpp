#include "math/log_gamma.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

// mpmath with 40 digits: loggamma(x + steps/2) − loggamma(x).
TEST(LogGammaRatio, agrees_with_long_arithmetic) {
  EXPECT_NEAR(log_gamma_ratio(0.5, 1), -0.57236494292470008707, 1e-15);
  EXPECT_NEAR(log_gamma_ratio(0.5, 2), -0.69314718055994530942, 1e-15);
  EXPECT_NEAR(log_gamma_ratio(2.25, 3), 1.3619438637010204612, 3e-15);
  EXPECT_NEAR(log_gamma_ratio(31.9, 1), 1.7273846699955259137, 1e-15);
  EXPECT_NEAR(log_gamma_ratio(0.01, 5), -4.3077409625491536183, 4e-15);
  EXPECT_NEAR(log_gamma_ratio(1e6, 51), 352.29583160048589718, 3e-13);
  EXPECT_NEAR(log_gamma_ratio(1e12, 7), 96.708573905754293729, 1e-13);
}

TEST(LogGammaRatio, no_steps_are_nothing) { EXPECT_EQ(log_gamma_ratio(3, 0), 0); }

}  // namespace
}  // namespace suffice
