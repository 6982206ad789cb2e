#include "model/linear/linear_model.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "rival_tables.hpp"

namespace suffice {
namespace {

const Options logistic{.rival = Rival{}};

Options checked_logistic(const Schema& schema) { return checked(logistic, schema); }

struct Scored {
  explicit Scored(const Options& chosen = checked_logistic(RivalTable::schema()))
      : summary(summarise(rows.table(), rows.labels(), RivalTable::schema(), {.threads = 1})), options(chosen) {
    features = feature_count(summary, options);
    weights.coefficients.assign(2 * features, 0.0);
    weights.coefficients[features] = 2;            // x, of the second class
    weights.coefficients[2 * features - 1] = 0.5;  // the last value of k
    weights.intercepts = {0, -1};
  }

  RivalTable rows{40};
  Summary summary;
  Options options;
  std::size_t features = 0;
  LinearWeights weights;
};

TEST(LinearModel, scores_numbers_and_categories_by_their_weights) {
  const Scored scored;
  const Model model = linear_model(scored.summary, scored.options, scored.weights, 1);
  std::vector<double> found(80);
  model.log_posterior(scored.rows.table(), found);
  const std::string last = std::get<ValueCounts>(scored.summary.sums[1]).values[0].back();
  for (std::size_t i = 0; i < 40; ++i) {
    const bool has_last = scored.rows.values[scored.rows.categories[i]] == last;
    const double odds = 2 * scored.rows.numbers[2 * i] - 1 + (has_last ? 0.5 : 0);
    EXPECT_NEAR(found[2 * i + 1] - found[2 * i], odds, 1e-12) << i;
  }
  EXPECT_TRUE(model.is_linear());
  EXPECT_FALSE(model.is_density());
  EXPECT_EQ(model.linear_form().coefficients, scored.weights.coefficients);
}

TEST(LinearModel, only_logistic_regression_gives_probabilities) {
  Scored scored;
  EXPECT_TRUE(linear_model(scored.summary, scored.options, scored.weights, 1).gives_probabilities());
  scored.options.rival->loss = RivalLoss::perceptron;
  const Model perceptron = linear_model(scored.summary, scored.options, scored.weights, 1);
  EXPECT_FALSE(perceptron.gives_probabilities());
  EXPECT_FALSE(perceptron.has_distances());
}

TEST(LinearModel, explanations_add_up) {
  const Scored scored;
  const Model model = linear_model(scored.summary, scored.options, scored.weights, 1);
  const Explanation found = model.explain(scored.rows.table(), 3);
  std::vector<double> posterior(80);
  model.log_posterior(scored.rows.table(), posterior);
  EXPECT_EQ(found.contributions.size(), 3U);
  EXPECT_NEAR(found.log_posterior[1], posterior[7], 1e-12);
}

TEST(LinearModel, another_prior_shifts_the_intercepts) {
  Scored scored;
  scored.options.class_prior = GivenPrior{{{"c0", 0.2}, {"c1", 0.8}}};
  const Model model = linear_model(scored.summary, scored.options, scored.weights, 1);
  const LinearForm form = model.linear_form();
  EXPECT_NEAR(form.intercepts[1] - form.intercepts[0], -1 + std::log(4), 1e-12);
  scored.options.rival->loss = RivalLoss::perceptron;
  EXPECT_THROW(linear_model(scored.summary, scored.options, scored.weights, 1), Error);
}

TEST(LinearModel, weights_of_other_features_are_an_error) {
  Scored scored;
  scored.weights.coefficients.pop_back();
  EXPECT_THROW(linear_model(scored.summary, scored.options, scored.weights, 1), Error);
}

TEST(LinearModel, has_neither_evidence_nor_sample) {
  const Scored scored;
  const Model model = linear_model(scored.summary, scored.options, scored.weights, 1);
  std::vector<double> evidence(40);
  EXPECT_THROW(model.log_evidence(scored.rows.table(), evidence), Error);
  EXPECT_THROW(static_cast<void>(model.sample(1, 0)), Error);
}

}  // namespace
}  // namespace suffice
