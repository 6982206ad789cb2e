#include "evaluate/checks/holm.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") of R.
TEST(Holm, adjusts_from_the_smallest_on) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
  const std::vector<double> expected{0.03, 0.06, 0.06, 0.02};
  const std::vector<double> found = holm_adjusted(p);
  for (std::size_t k = 0; k < p.size(); ++k) {
    EXPECT_NEAR(found[k], expected[k], 1e-15);
  }
}

TEST(Holm, leaves_what_is_undefined_out) {
  const std::vector<double> p{NAN, 0.4, 0.9};
  const std::vector<double> found = holm_adjusted(p);
  EXPECT_TRUE(std::isnan(found[0]));
  EXPECT_EQ(found[1], 0.8);
  EXPECT_EQ(found[2], 0.9);
}

}  // namespace
}  // namespace suffice
