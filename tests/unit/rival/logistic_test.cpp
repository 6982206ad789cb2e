#include "rival/logistic.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "rival/rival_problem.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(Logistic, converges_on_rows_of_any_number) {
  for (const std::size_t rows : {200U, 3'000U, 60'000U}) {
    for (const std::size_t classes : {2U, 4U}) {
      const DrawnRows drawn(rows, 4, classes);
      const LogisticFit fit = fit_logistic(drawn.problem, {.threads = 2});
      EXPECT_TRUE(fit.converged) << rows << " " << classes;
      EXPECT_LE(fit.gradient, 1e-8);
      double sum = 0;
      for (std::size_t c = 0; c < classes; ++c) {
        sum += fit.coefficients[c * 4];
      }
      EXPECT_NEAR(sum, 0, 1e-9);
    }
  }
}

TEST(Logistic, by_parts_of_the_rows_is_that_by_the_diagonal_alone) {
  const DrawnRows drawn(50'000, 3, 3);
  const LogisticFit newton = fit_logistic(drawn.problem, {});
  LinearProblem wide = drawn.problem;
  wide.dense = false;
  const LogisticFit diagonal = fit_logistic(wide, {.tolerance = 1e-9});
  EXPECT_TRUE(diagonal.converged);
  for (std::size_t k = 0; k < newton.coefficients.size(); ++k) {
    EXPECT_NEAR(newton.coefficients[k], diagonal.coefficients[k], 1e-6);
  }
}

TEST(Logistic, a_nearby_fit_saves_passes) {
  const DrawnRows all(2'000, 4, 3);
  const LogisticFit first = fit_logistic(all.problem, {});
  const HeldRows part = spread_rows(all.problem, 1'000);
  const LinearProblem problem = problem_of(part, all.problem);
  const LogisticFit alone = fit_logistic(problem, {});
  const LogisticFit helped = fit_logistic(problem, {.nearby = first.search});
  EXPECT_TRUE(helped.converged);
  EXPECT_LT(helped.passes, alone.passes);
  for (std::size_t k = 0; k < alone.coefficients.size(); ++k) {
    EXPECT_NEAR(helped.coefficients[k], alone.coefficients[k], 1e-5);
  }
}

TEST(Logistic, of_many_features_and_few_rows_does_without_a_hessian) {
  const DrawnRows few(40, 36, 6);
  const LogisticFit fit = fit_logistic(few.problem, {});
  EXPECT_TRUE(fit.converged);
  EXPECT_EQ(fit.search, nullptr);
  const DrawnRows more(400, 36, 6);
  EXPECT_NE(fit_logistic(more.problem, {}).search, nullptr);
}

TEST(Logistic, a_larger_penalty_makes_smaller_weights) {
  const DrawnRows drawn(500, 3, 2);
  const double small = std::abs(fit_logistic(drawn.problem, {.penalty = 1}).coefficients[0]);
  const double large = std::abs(fit_logistic(drawn.problem, {.penalty = 1000}).coefficients[0]);
  EXPECT_LT(large, small);
}

TEST(Logistic, without_a_penalty_says_that_classes_are_separated) {
  DrawnRows drawn(100, 2, 2);
  for (std::size_t i = 0; i < 100; ++i) {
    drawn.labels[i] = drawn.values[2 * i] > 5 ? 1 : 0;
  }
  EXPECT_THROW(fit_logistic(drawn.problem, {.penalty = 0}), Error);
  EXPECT_TRUE(fit_logistic(drawn.problem, {.penalty = 1}).converged);
}

// Rows on the plane between the classes belong to both: the likelihood has no maximum all the same.
TEST(Logistic, without_a_penalty_says_that_classes_are_nearly_separated) {
  DrawnRows drawn(100, 2, 2);
  for (std::size_t i = 0; i < 100; ++i) {
    drawn.labels[i] = drawn.values[2 * i] > 5 ? 1 : 0;
    if (i < 20) {
      drawn.values[2 * i] = 5;
      drawn.labels[i] = i % 2;
    }
  }
  EXPECT_THROW(fit_logistic(drawn.problem, {.penalty = 0}), Error);
}

TEST(Logistic, without_a_penalty_does_not_mind_affine_maps) {
  const DrawnRows drawn(2'000, 2, 3);
  DrawnRows mapped(2'000, 2, 3);
  mapped.labels = drawn.labels;
  for (std::size_t i = 0; i < 2'000; ++i) {
    const double x = drawn.values[2 * i];
    const double y = drawn.values[2 * i + 1];
    mapped.values[2 * i] = 100 * x + 7 * y - 3;
    mapped.values[2 * i + 1] = 0.01 * y - x;
  }
  mapped.problem.centre = {532, -4.95};
  const double loss = fit_logistic(drawn.problem, {.penalty = 0}).loss;
  EXPECT_NEAR(fit_logistic(mapped.problem, {.penalty = 0}).loss, loss, 1e-8 * loss);
}

TEST(Logistic, a_column_that_repeats_another_is_no_trouble) {
  DrawnRows drawn(500, 2, 2);
  for (std::size_t i = 0; i < 500; ++i) {
    drawn.values[2 * i + 1] = drawn.values[2 * i];
  }
  EXPECT_TRUE(fit_logistic(drawn.problem, {.penalty = 0}).converged);
}

}  // namespace
}  // namespace suffice
