#include "evaluate/calibration/opinions.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Places = std::vector<std::size_t>;

const Schema mixed{.blocks = {{.kind = Kind::categories, .features = {"a"}},
                              {.features = {"b"}},
                              {.kind = Kind::amounts, .features = {"c"}},
                              {.kind = Kind::categories, .features = {"d"}}},
                   .target = "y"};

TEST(Opinions, readings_of_one_kind_share_a_temperature) {
  const Options options{.readings = {{.block = 0}, {.block = 1}, {.block = 2}, {.block = 3}}};
  EXPECT_EQ(reading_groups(mixed, options), (Places{1, 0, 0, 1}));
  EXPECT_EQ(reading_groups(mixed, {.readings = {{.block = 3}}}), Places{0});
  EXPECT_EQ(opinions(mixed, options), std::vector<Places>({{0, 1, 2, 3}}));
}

TEST(Opinions, each_has_what_it_pools_beside_columns_that_this_does_not_read) {
  const Options options{
      .readings = {{.block = 0}, {.block = 1}, {.block = 1, .opinion = 1}, {.block = 0, .opinion = 2}}};
  EXPECT_EQ(opinions(mixed, options), std::vector<Places>({{0, 1}, {2, 0}, {3, 1}}));
}

/// Two classes, scores of three readings.
struct Scores {
  std::vector<ReadingScores> readings = std::vector<ReadingScores>(3);
  std::vector<double> log_prior{std::log(0.5), std::log(0.5)};
  std::vector<std::uint32_t> labels = {};
  std::vector<std::uint32_t> folds = {};

  Scores() {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    for (std::uint32_t i = 0; i < 90; ++i) {
      labels.push_back(i % 2);
      folds.push_back(i / 2 % 5);
      for (ReadingScores& reading : readings) {
        for (std::uint32_t c = 0; c < 2; ++c) reading.log_density.push_back(3 * normal(random) + (c == i % 2 ? 2 : 0));
      }
    }
  }
  [[nodiscard]] OutOfSample view() const { return {readings, log_prior, labels}; }
};

TEST(Opinions, one_is_fitted_as_ever) {
  const Scores scores;
  const std::vector<ReadingScores> one{scores.readings[1]};
  const OutOfSample alone{one, scores.log_prior, scores.labels};
  const CrossFitted fit = cross_fitted_readings(alone, mixed, {.readings = {{.block = 1}}}, scores.folds);
  const CrossFitted expected = cross_fitted(alone, scores.folds);
  EXPECT_EQ(fit.losses, expected.losses);
  EXPECT_EQ(fit.all.temperatures, expected.all.temperatures);
  EXPECT_EQ(fit.all.offsets, expected.all.offsets);
  const CrossFitted all = cross_fitted_readings(alone, mixed, {.readings = {{.block = 1}}}, {});
  EXPECT_EQ(all.all.temperatures, fit_temperatures(alone, false).temperatures);
  EXPECT_EQ(all.losses, tempered_losses(alone, all.all.temperatures, {}));
}

// What the weights are but for the third that is the first opinion's alone.
std::vector<double> stacked_part(std::vector<double> weights) {
  weights[0] -= 1.0 / 3;
  for (double& weight : weights) weight *= 1.5;
  return weights;
}

// Σ −log p(y | x) + K²/2 Σ (w_k − 1/K)², p the softmax of Σ_k w_k log p_k.
double objective(const Scores& scores, const std::vector<double>& weights) {
  const auto opinions = static_cast<double>(weights.size());
  double sum = 0;
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    double odds = 0;  // of the other class
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const double* const row = scores.readings[k].log_density.data() + 2 * i;
      odds += weights[k] * (row[1 - scores.labels[i]] - row[scores.labels[i]]);
    }
    sum += std::log1p(std::exp(odds));
  }
  for (const double weight : weights) sum += opinions * opinions / 2 * std::pow(weight - 1 / opinions, 2);
  return sum;
}

TEST(Opinions, stacked_weights_are_those_of_the_lowest_loss_with_a_ridge) {
  const Scores scores;
  const CrossFitted fit = stacked(scores.readings, scores.view(), scores.folds);
  ASSERT_EQ(fit.all.temperatures.size(), 3U);
  const std::vector<double> weights = stacked_part(fit.all.temperatures);
  for (std::size_t k = 0; k < weights.size(); ++k) {
    EXPECT_GT(weights[k], 0);
    for (const double step : {-1e-3, 1e-3}) {
      std::vector<double> other = weights;
      other[k] += step;
      EXPECT_GT(objective(scores, other), objective(scores, weights)) << k;
    }
  }
  ASSERT_EQ(fit.folds.size(), 5U);
  EXPECT_NE(fit.folds[0].temperatures, fit.all.temperatures) << "each row by what is fitted without its fold";
}

TEST(Opinions, what_is_wrong_has_no_weight) {
  Scores scores;
  for (double& score : scores.readings[1].log_density) score = -score;
  EXPECT_EQ(stacked(scores.readings, scores.view(), scores.folds).all.temperatures[1], 0);
}

TEST(Opinions, the_one_that_was_chosen_keeps_a_third) {
  Scores scores;
  for (double& score : scores.readings[0].log_density) score = -score;
  const CrossFitted fit = stacked(scores.readings, scores.view(), scores.folds);
  EXPECT_DOUBLE_EQ(fit.all.temperatures[0], 1.0 / 3);
  const std::vector<double> losses =
      tempered_losses({scores.readings, std::vector<double>(2), scores.labels}, fit.folds, scores.folds);
  EXPECT_EQ(fit.losses, losses) << "of rows by the weights without their fold";
}

TEST(Opinions, one_temperature_of_each_reading_makes_the_pool) {
  Scores scores;
  scores.log_prior = {std::log(0.8), std::log(0.2)};
  const Options pool{.readings = {{.block = 0}, {.block = 1}, {.block = 1, .opinion = 1}}};
  const CrossFitted fit = cross_fitted_readings(scores.view(), mixed, pool, scores.folds);
  std::vector<ReadingScores> says;
  std::vector<CrossFitted> alone;
  for (const std::size_t numbers : {1U, 2U}) {
    const std::vector<ReadingScores> own{scores.readings[0], scores.readings[numbers]};
    const OutOfSample view{own, scores.log_prior, scores.labels};
    alone.push_back(cross_fitted_readings(view, mixed, {.readings = {{.block = 0}, {.block = 1}}}, scores.folds));
    says.push_back(tempered_scores(view, alone.back(), scores.folds));
  }
  const CrossFitted expected = stacked(says, scores.view(), scores.folds);
  const std::vector<double>& weights = expected.all.temperatures;
  EXPECT_DOUBLE_EQ(fit.all.temperatures[0],
                   weights[0] * alone[0].all.temperatures[0] + weights[1] * alone[1].all.temperatures[0])
      << "both read it";
  EXPECT_DOUBLE_EQ(fit.all.temperatures[1], weights[0] * alone[0].all.temperatures[1]);
  EXPECT_DOUBLE_EQ(fit.all.temperatures[2], weights[1] * alone[1].all.temperatures[1]);
  const std::vector<double> losses = tempered_losses(scores.view(), fit.folds, scores.folds);
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    EXPECT_NEAR(losses[i], expected.losses[i], 1e-12) << "the prior counts as often as the opinions";
    EXPECT_NEAR(losses[i], fit.losses[i], 1e-12);
  }
}

TEST(Opinions, the_loss_of_all_is_that_of_rows_that_can_be_scored) {
  Scores scores;
  scores.readings[2].log_density[0] = std::nan("");
  const Options pool{.readings = {{.block = 0}, {.block = 1}, {.block = 1, .opinion = 1}}};
  const CrossFitted fit = cross_fitted_readings(scores.view(), mixed, pool, {});
  EXPECT_EQ(fit.all.rows_left_out, 1U);
  EXPECT_TRUE(std::isnan(fit.losses[0]));
  EXPECT_GT(fit.all.loss, 0);
  EXPECT_LT(fit.all.loss, std::log(2));
}

}  // namespace
}  // namespace suffice
