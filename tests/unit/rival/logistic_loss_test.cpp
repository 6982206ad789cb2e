#include "rival/logistic_loss.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "rival/rival_problem.hpp"

namespace suffice {
namespace {

// By the formula, row by row.
double plain_loss(const DrawnRows& drawn, const std::vector<double>& weights) {
  const std::size_t d = drawn.problem.features;
  double loss = 0;
  for (std::size_t i = 0; i < drawn.problem.rows; ++i) {
    double sum = 0;
    double own = 0;
    for (std::size_t c = 0; c < drawn.problem.classes; ++c) {
      double score = weights[c * (d + 1) + d];
      for (std::size_t j = 0; j < d; ++j) {
        score += weights[c * (d + 1) + j] * (drawn.values[i * d + j] - 5);
      }
      sum += std::exp(score);
      own = c == drawn.labels[i] ? score : own;
    }
    loss += (drawn.weights.empty() ? 1 : drawn.weights[i]) * (std::log(sum) - own);
  }
  return loss;
}

std::vector<double> some_weights(std::size_t count) {
  std::vector<double> weights(count);
  for (std::size_t k = 0; k < count; ++k) {
    weights[k] = 0.3 * std::sin(static_cast<double>(k));
  }
  return weights;
}

// The same rows with each number stored.
LinearProblem sparse_of(const DrawnRows& drawn, std::vector<std::uint64_t>& offsets,
                        std::vector<std::uint32_t>& indices, std::vector<double>& values) {
  LinearProblem problem = drawn.problem;
  problem.dense = false;
  problem.centre.assign(problem.features, 0.0);
  for (std::size_t i = 0; i <= problem.rows; ++i) {
    offsets.push_back(i * problem.features);
  }
  for (std::size_t k = 0; k < drawn.values.size(); ++k) {
    indices.push_back(static_cast<std::uint32_t>(k % problem.features));
    values.push_back(drawn.values[k] - 5);
  }
  problem.each = [&](const auto& use) {
    use(LinearRows{SparseBatch{values.data(), offsets, indices, drawn.problem.features, drawn.weights}, drawn.labels});
  };
  return problem;
}

TEST(LogisticLoss, is_that_of_the_formula_with_its_gradient) {
  DrawnRows drawn(1500, 3, 4);
  drawn.weights.assign(1500, 1.0);
  drawn.weights[7] = 2.5;
  drawn.weights[8] = 0;
  std::vector<double> weights = some_weights(16);
  const LogisticLoss found = logistic_loss(drawn.problem, weights, 2);
  EXPECT_NEAR(found.value, plain_loss(drawn, weights), 1e-10 * found.value);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    const double kept = weights[k];
    weights[k] = kept + 1e-5;
    const double above = plain_loss(drawn, weights);
    weights[k] = kept - 1e-5;
    const double below = plain_loss(drawn, weights);
    weights[k] = kept;
    EXPECT_NEAR(found.gradient[k], (above - below) / 2e-5, 1e-4) << k;
  }
}

TEST(LogisticLoss, of_sparse_rows_is_that_of_dense_ones) {
  const DrawnRows drawn(300, 3, 3);
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> indices;
  std::vector<double> values;
  const LinearProblem sparse = sparse_of(drawn, offsets, indices, values);
  const std::vector<double> weights = some_weights(12);
  const LogisticLoss dense = logistic_loss(drawn.problem, weights, 1);
  const LogisticLoss found = logistic_loss(sparse, weights, 2);
  EXPECT_NEAR(found.value, dense.value, 1e-10 * dense.value);
  EXPECT_NEAR(found.least_posterior, dense.least_posterior, 1e-12);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    EXPECT_NEAR(found.gradient[k], dense.gradient[k], 1e-9);
  }
}

TEST(LogisticLoss, does_not_depend_on_threads) {
  const DrawnRows drawn(20'000, 5, 3);
  const std::vector<double> weights = some_weights(18);
  const LogisticLoss one = logistic_loss(drawn.problem, weights, 1);
  const LogisticLoss four = logistic_loss(drawn.problem, weights, 4);
  EXPECT_EQ(one.value, four.value);
  EXPECT_EQ(one.gradient, four.gradient);
  EXPECT_EQ(logistic_curvature(drawn.problem, weights, 1), logistic_curvature(drawn.problem, weights, 4));
}

TEST(LogisticLoss, curvature_is_the_change_of_the_gradient) {
  const DrawnRows drawn(400, 2, 2);
  std::vector<double> weights = some_weights(6);
  const std::vector<double> pairs = logistic_curvature(drawn.problem, weights, 1);
  for (std::size_t j = 0; j < 3; ++j) {
    std::vector<double> moved = weights;
    moved[3 + j] += 1e-6;
    const LogisticLoss above = logistic_loss(drawn.problem, moved, 1);
    moved[3 + j] -= 2e-6;
    const LogisticLoss below = logistic_loss(drawn.problem, moved, 1);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(pairs[i * 3 + j], (above.gradient[3 + i] - below.gradient[3 + i]) / 2e-6, 1e-3);
    }
  }
}

TEST(LogisticLoss, a_missing_number_is_at_the_centre) {
  DrawnRows drawn(40, 2, 2);
  const std::vector<double> weights = some_weights(6);
  drawn.values[5] = 5;
  const double filled = logistic_loss(drawn.problem, weights, 1).value;
  drawn.values[5] = NAN;
  EXPECT_EQ(logistic_loss(drawn.problem, weights, 1).value, filled);
}

}  // namespace
}  // namespace suffice
