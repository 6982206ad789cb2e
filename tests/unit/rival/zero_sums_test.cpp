#include "rival/zero_sums.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(ZeroSums, weights_that_add_up_to_0_come_back) {
  const ZeroSums zero_sums(3);
  const std::vector<double> weights{1, 2, -3, 0, 2, -2};  // three classes, two features
  std::vector<double> found(6);
  zero_sums.expand(zero_sums.reduced(weights), found);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_NEAR(found[k], weights[k], 1e-15);
  }
}

TEST(ZeroSums, what_all_classes_share_is_nothing) {
  for (const double value : ZeroSums(4).reduced(std::vector<double>(4, 2.5))) {
    EXPECT_NEAR(value, 0, 1e-15);
  }
}

// Two classes with the curvature h between them: w_1 − w_0 = √2 v, so that it is 2h over v.
TEST(ZeroSums, the_hessian_of_two_classes_is_twice_that_of_the_difference) {
  const std::vector<double> pairs{3, 1, 1, 5};
  const std::vector<double> found = ZeroSums(2).hessian(pairs, 2);
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_NEAR(found[k], 2 * pairs[k], 1e-14);
  }
}

}  // namespace
}  // namespace suffice
