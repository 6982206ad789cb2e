#include "math/special/normal_quantile.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(NormalQuantile, has_its_known_values) {
  EXPECT_EQ(normal_quantile(0.5), 0);
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-15);
  EXPECT_NEAR(normal_quantile(0.25), -0.6744897501960817, 1e-15);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-300), -37.0470962993612, 1e-12);
}

TEST(NormalQuantile, inverts_the_distribution) {
  for (const double p : {1e-20, 1e-12, 1e-5, 0.01, 0.07, 0.0751, 0.3, 0.6, 0.93, 0.999}) {
    EXPECT_NEAR(0.5 * std::erfc(-normal_quantile(p) / std::sqrt(2.0)) / p, 1, 1e-12) << p;
  }
}

TEST(NormalQuantile, ends_at_infinity) {
  EXPECT_EQ(normal_quantile(0), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(normal_quantile(1), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(normal_quantile(-0.1)));
  EXPECT_TRUE(std::isnan(normal_quantile(std::nan(""))));
}

}  // namespace
}  // namespace suffice
