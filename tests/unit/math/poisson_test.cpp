#include "math/special/poisson.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// mpmath with 60 digits.
TEST(Deviance, agrees_with_long_arithmetic) {
  EXPECT_NEAR(deviance(3, 2.5) / 0.046964670381863878635, 1, 1e-15);
  EXPECT_NEAR(deviance(1e9, 1e9 + 1000) / 0.00049999966666691666647, 1, 1e-15);
  EXPECT_NEAR(deviance(1e15, 1e15 + 1e8) / 4.9999996666666916667, 1, 1e-15);
  EXPECT_NEAR(deviance(1000, 1) / 5908.7552789821370521, 1, 1e-15);
  EXPECT_NEAR(deviance(1, 1000) / 992.09224472101786295, 1, 1e-15);
  EXPECT_EQ(deviance(7, 7), 0);
  EXPECT_EQ(deviance(1.7e308, 1.7e308), 0);
  EXPECT_EQ(deviance(1.7e308, 1e-300), INFINITY);
}

// mpmath with 60 digits.
TEST(LogPoisson, agrees_with_long_arithmetic_where_logarithms_would_cancel) {
  EXPECT_NEAR(log_poisson(3, 2.5), -1.5428872736055898053, 1e-14);
  EXPECT_NEAR(log_poisson(15, 14.5), -2.2870416424429607996, 2e-14);
  EXPECT_NEAR(log_poisson(16, 14.5), -2.3854817152562133195, 1e-15);
  EXPECT_NEAR(log_poisson(1e9, 1e9 + 1000), -11.28107145142787857, 1e-14);
  EXPECT_NEAR(log_poisson(1e15, 1e15 - 3e7), -18.638326739660015658, 1e-14);
  EXPECT_NEAR(log_poisson(1000, 0.125) / -7991.6947201679992771, 1, 1e-15);
  EXPECT_NEAR(log_poisson(20, 1e9) / -999999627.87029972183, 1, 1e-15);
}

TEST(LogPoisson, is_never_nan) {
  EXPECT_EQ(log_poisson(0, 0), 0);
  EXPECT_EQ(log_poisson(1, 0), -INFINITY);
  EXPECT_EQ(log_poisson(0, 2.5), -2.5);
  for (const double x : {1.0, 1e9, 1.7e308}) {
    for (const double mean : {1e-300, 1.0, 1.7e308}) {
      EXPECT_LE(log_poisson(x, mean), 0) << x << ' ' << mean;
    }
  }
}

// mpmath with 60 digits.
TEST(LogNegativeBinomial, agrees_with_long_arithmetic_where_logarithms_would_cancel) {
  EXPECT_NEAR(log_negative_binomial(2.5, 3.5, 4), -4.4447702987710847385, 1e-14);
  EXPECT_NEAR(log_negative_binomial(2.5, 0.01, 1000), -11.40930834610034994, 1e-13);
  EXPECT_NEAR(log_negative_binomial(16.5, 0.5, 30), -3.1915098705710813747, 1e-14);
  EXPECT_NEAR(log_negative_binomial(2e9, 2, 1e9), -11.483304005829182733, 1e-14);
  EXPECT_NEAR(log_negative_binomial(4.5e9, 4.5, 1e9 + 5e4), -12.403643472921416265, 1e-11);
  EXPECT_NEAR(log_negative_binomial(1e9, 4e8, 3), -1.5428872749805898036, 1e-13);
  EXPECT_NEAR(log_negative_binomial(1e6, 1e3, 1e5) / -356781.99423764017828, 1, 1e-14);
}

}  // namespace
}  // namespace suffice
