#include "math/special/tails.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Tails, at_the_ends) {
  EXPECT_EQ(chi_square_tail(0, 3), 1);
  EXPECT_EQ(chi_square_tail(INFINITY, 3), 0);
  EXPECT_EQ(student_two_tails(0, 4), 1);
  EXPECT_EQ(f_tail(0, 2, 3), 1);
  EXPECT_EQ(f_tail(INFINITY, 2, 3), 0);
}

TEST(Tails, in_closed_form) {
  EXPECT_NEAR(chi_square_tail(3, 2), std::exp(-1.5), 1e-13);
  EXPECT_NEAR(student_two_tails(1, 1), 0.5, 1e-13);                      // Cauchy
  EXPECT_NEAR(f_tail(2.5, 2, 6), std::pow(1 + 2 * 2.5 / 6, -3), 1e-13);  // (1 + 2f/b)^(−b/2)
  EXPECT_NEAR(chi_square_tail(4.2, 1), normal_two_tails(std::sqrt(4.2)), 1e-13);
}

TEST(Tails, of_counts_are_those_of_the_binomial_distribution) {
  EXPECT_EQ(binomial_tail(0, 10, 0.5), 1);
  EXPECT_NEAR(binomial_tail(3, 10, 0.5), 0.9453125, 1e-13);
  EXPECT_NEAR(binomial_tail(2, 50, 0.01), 0.08943531309603073, 1e-13);  // scipy.stats.binom.sf(1, 50, 0.01)
  EXPECT_NEAR(binomial_tail(10, 10, 0.5), std::pow(0.5, 10), 1e-15);
}

TEST(Tails, a_quantile_is_where_the_tail_is) {
  for (const double degrees : {1.0, 9.0, 200.0}) {
    EXPECT_NEAR(student_two_tails(student_quantile(0.05, degrees), degrees), 0.05, 1e-14);
  }
  EXPECT_NEAR(student_quantile(0.05, 9), 2.2621571627982053, 1e-12);  // scipy.stats.t.ppf(0.975, 9)
}

}  // namespace
}  // namespace suffice
