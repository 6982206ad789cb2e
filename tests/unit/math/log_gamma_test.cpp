#include "math/special/log_gamma.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// mpmath with 40 digits.
TEST(LogGamma, agrees_with_long_arithmetic) {
  EXPECT_NEAR(log_gamma(0.001), 6.9071788853838536825, 1e-14);
  EXPECT_NEAR(log_gamma(0.5), 0.57236494292470008707, 1e-14);
  EXPECT_NEAR(log_gamma(2.5), 0.28468287047291915963, 1e-14);
  EXPECT_NEAR(log_gamma(15.9), 27.62549321516869081, 1e-14);
  EXPECT_NEAR(log_gamma(16), 27.899271383840891566, 1e-14);
  EXPECT_NEAR(log_gamma(1000.25) / 5906.947268271117177, 1, 1e-15);
  EXPECT_NEAR(log_gamma(1e10) / 220258509288.81058147, 1, 1e-15);
  EXPECT_NEAR(log_gamma(1e-300) / 690.77552789821370521, 1, 1e-15);
  EXPECT_NEAR(log_gamma(1), 0, 1e-14);
}

TEST(LogFactorial, is_exact_where_factorials_are) {
  EXPECT_EQ(log_factorial(0), 0);
  EXPECT_EQ(log_factorial(1), 0);
  EXPECT_EQ(log_factorial(5), std::log(120.0));
  EXPECT_NEAR(log_factorial(22), std::log(1124000727777607680000.0), 1e-14);
  EXPECT_NEAR(log_factorial(23) - log_factorial(22), std::log(23.0), 3e-14);
}

TEST(LogGammaIncrease, agrees_with_long_arithmetic_where_logarithms_would_cancel) {
  EXPECT_NEAR(log_gamma_increase(0.3, 4), 1.0852230515490936176, 1e-14);
  EXPECT_NEAR(log_gamma_increase(2.5, 0.25), 0.19053179644201797068, 1e-14);
  EXPECT_NEAR(log_gamma_increase(1e9, 3), 62.169797513839233466, 1e-13);
  EXPECT_NEAR(log_gamma_increase(1e-10, 7), -16.446599717685355845, 1e-13);
  EXPECT_NEAR(log_gamma_increase(20, 1000) / 6004.2244214960929084, 1, 1e-15);
  EXPECT_EQ(log_gamma_increase(3, 0), 0);
}

// mpmath with 60 digits.
TEST(LogGammaIncreaseRest, agrees_with_long_arithmetic) {
  EXPECT_NEAR(log_gamma_increase_rest(1e9, 1e9) / 693147180.2133717191, 1, 1e-15);
  EXPECT_NEAR(log_gamma_increase_rest(0.3, 4), -0.74923703924897338359, 1e-14);
  EXPECT_NEAR(log_gamma_increase_rest(2.5, 1e9), 39.580787341707909221, 1e-13);
  EXPECT_NEAR(log_gamma_increase_rest(1e-10, 7), -23.067970761172548944, 1e-13);
  EXPECT_NEAR(log_gamma_increase_rest(20, 1000) / 76.666515217776143292, 1, 1e-15);
}

// mpmath with 60 digits.
TEST(LogGammaIncreaseAbout, agrees_with_long_arithmetic) {
  EXPECT_NEAR(log_gamma_increase_about(1.5, 3, 10), -1.3332364705044496092, 1e-14);
  EXPECT_NEAR(log_gamma_increase_about(1e9, 1e9, 3e9) / 287682072.10520733712, 1, 2e-15);
  EXPECT_NEAR(log_gamma_increase_about(2e9 + 0.5, 7, 4e9), 2.1479697483303828199, 1e-14);
  EXPECT_NEAR(log_gamma_increase_about(0.25, 1e6, 1e6 + 1), -4.8229611414014810539, 1e-9);
}

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
