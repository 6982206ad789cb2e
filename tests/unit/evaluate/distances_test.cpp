#include "evaluate/resemblance/distances.hpp"

#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Distances, kolmogorov_smirnov_is_the_largest_gap_of_the_steps) {
  const std::vector<double> a = {1, 2, 3, 4};
  EXPECT_EQ(kolmogorov_smirnov(a, a), 0);
  EXPECT_EQ(kolmogorov_smirnov(a, std::vector<double>{5, 6}), 1);
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov(a, std::vector<double>{2.5, 3.5}), 0.5);
  // Ties step together: F is 3/4 and G is 1/2 at 2.
  EXPECT_DOUBLE_EQ(kolmogorov_smirnov(std::vector<double>{2, 2, 2, 4}, std::vector<double>{2, 3}), 0.25);
  EXPECT_EQ(kolmogorov_smirnov({}, a), 0);
}

TEST(Distances, total_variation_is_half_the_sum_of_differences_of_shares) {
  EXPECT_DOUBLE_EQ(total_variation(std::vector<double>{1, 1, 0}, std::vector<double>{0, 2, 2}), 0.5);
  EXPECT_EQ(total_variation(std::vector<double>{3, 1}, std::vector<double>{6, 2}), 0);
  EXPECT_EQ(total_variation(std::vector<double>{0, 0}, std::vector<double>{1, 0}), 0);
}

}  // namespace
}  // namespace suffice
