#include "rival/perceptron.hpp"

#include <gtest/gtest.h>

#include "rival/rival_problem.hpp"

namespace suffice {
namespace {

// Two rows, +1 and −1 about the centre, scale 1. The first row is always a mistake at weights of 0, and its step, w_1 −
// w_0 = 2 (1, 1) or the like, leaves the other row at the boundary: a second mistake; then all is right.
TEST(Perceptron, by_hand) {
  DrawnRows drawn(2, 1, 2);
  drawn.values = {6, 4};
  drawn.labels = {1, 0};
  const PerceptronFit fit = fit_perceptron(drawn.problem, {});
  EXPECT_EQ(fit.mistakes, 2U);
  EXPECT_EQ(fit.epochs, 2U);
  EXPECT_NEAR(fit.radius, 2, 1e-15);  // √2 · |(1, 1)|
  ASSERT_TRUE(fit.margin);
  EXPECT_NEAR(*fit.margin, std::sqrt(2.0), 1e-12);  // w_1 = (2, 0), w_0 = −w_1: 4 / √8
  EXPECT_GT(fit.coefficients[1], fit.coefficients[0]);
}

TEST(Perceptron, makes_no_more_mistakes_than_the_bound) {
  for (const std::size_t classes : {2U, 3U}) {
    DrawnRows drawn(300, 2, classes);
    for (std::size_t i = 0; i < 300; ++i) {
      drawn.values[2 * i] += 12 * static_cast<double>(drawn.labels[i]);
      drawn.values[2 * i + 1] += drawn.labels[i] == 1 ? 12 : 0;
    }
    const PerceptronFit fit = fit_perceptron(drawn.problem, {});
    ASSERT_TRUE(fit.margin) << classes;
    const double ratio = fit.radius / *fit.margin;
    EXPECT_LE(static_cast<double>(fit.mistakes), ratio * ratio);
  }
}

TEST(Perceptron, of_classes_that_overlap_has_no_margin) {
  const DrawnRows drawn(300, 2, 2);
  const PerceptronFit fit = fit_perceptron(drawn.problem, {.most_epochs = 5});
  EXPECT_FALSE(fit.margin);
  EXPECT_EQ(fit.epochs, 5U);
}

TEST(Perceptron, is_the_same_for_the_same_seed) {
  const DrawnRows drawn(300, 2, 3);
  EXPECT_EQ(fit_perceptron(drawn.problem, {.seed = 4}).coefficients,
            fit_perceptron(drawn.problem, {.seed = 4}).coefficients);
}

}  // namespace
}  // namespace suffice
