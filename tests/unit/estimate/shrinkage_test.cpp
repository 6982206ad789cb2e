#include "estimate/moments/shrinkage.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(AutomaticLambda, follows_the_formula) {
  EXPECT_DOUBLE_EQ(automatic_lambda(Numbers{1, 0.5, 0.5, 1}, 2, 99), (2.5 + 4) / (100 * 0.5));
  EXPECT_DOUBLE_EQ(automatic_lambda(Numbers{4e-12, 1, 1, 1e12}, 2, 99), (2.5 + 4) / (100 * 0.5));  // units cancel
  EXPECT_EQ(automatic_lambda(Numbers{24, 6, 6, 12}, 2, 10), 1);
  EXPECT_EQ(automatic_lambda(Numbers{1, 0, 0, 1}, 2, 99), 1);  // nothing to estimate: R is diagonal already
  EXPECT_EQ(automatic_lambda(Numbers{5}, 1, 10), 1);
  EXPECT_EQ(automatic_lambda(Numbers{1, 0.5, 0.5, 1}, 2, -3), 1);
  EXPECT_EQ(automatic_lambda({}, 0, 10), 1);
  EXPECT_EQ(automatic_lambda(Numbers{1, 0, 0, 0}, 2, 99), 1);
}

TEST(LedoitWolfLambda, follows_the_formula) {
  // Rows ±(3, 0), ±(0, 1): the scatter is diag(18, 2), Σ|u|⁴ = 164. S = diag(4.5, 0.5), δ² = 8, b² = (41 − 20.5)/4.
  EXPECT_DOUBLE_EQ(ledoit_wolf_lambda(Numbers{18, 0, 0, 2}, 2, 4, 164), 5.125 / 8);
  EXPECT_DOUBLE_EQ(ledoit_wolf_lambda(Numbers{18e200, 0, 0, 2e200}, 2, 4, INFINITY), 1);
  EXPECT_DOUBLE_EQ(ledoit_wolf_lambda(Numbers{18e-200, 0, 0, 2e-200}, 2, 4, 0), 0);
  EXPECT_EQ(ledoit_wolf_lambda(Numbers{2, 0, 0, 2}, 2, 4, 4), 0);  // its target already
  EXPECT_EQ(ledoit_wolf_lambda(Numbers{0, 0, 0, 0}, 2, 1, 0), 0);
}

TEST(OasLambda, follows_the_formula) {
  // S = diag(4.5, 0.5): tr S² = 20.5, tr²S = 25, tr S² − tr²S/2 = 8.
  EXPECT_DOUBLE_EQ(oas_lambda(Numbers{180, 0, 0, 20}, 2, 40), 45.5 / (41 * 8));
  EXPECT_DOUBLE_EQ(oas_lambda(Numbers{180e200, 0, 0, 20e200}, 2, 40), 45.5 / (41 * 8));
  EXPECT_EQ(oas_lambda(Numbers{18, 0, 0, 2}, 2, 1), 1);
  EXPECT_EQ(oas_lambda(Numbers{2, 0, 0, 2}, 2, 40), 1);
  EXPECT_EQ(oas_lambda(Numbers{0, 0, 0, 0}, 2, 1), 1);
}

TEST(Shrunk, moves_towards_the_target) {
  const Numbers matrix{24, 6, 6, 12};
  EXPECT_EQ(shrunk(matrix, 2, 0, Target::mean_variance), matrix);
  EXPECT_EQ(shrunk(matrix, 2, 0.5, Target::mean_variance), (Numbers{21, 3, 3, 15}));
  EXPECT_EQ(shrunk(matrix, 2, 0.5, Target::own_diagonal), (Numbers{24, 3, 3, 12}));
  EXPECT_EQ(shrunk_diagonal(Numbers{24, 12}, 0.5, Target::mean_variance), (Numbers{21, 15}));
  EXPECT_EQ(shrunk_diagonal(Numbers{24, 12}, 0.5, Target::own_diagonal), (Numbers{24, 12}));
  EXPECT_TRUE(shrunk({}, 0, 0.5, Target::mean_variance).empty());
  EXPECT_TRUE(shrunk_diagonal({}, 0.5, Target::mean_variance).empty());
}

}  // namespace
}  // namespace suffice
