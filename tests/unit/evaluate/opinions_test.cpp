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

TEST(Opinions, the_second_is_what_is_pooled_beside_columns_that_it_does_not_read) {
  const Options options{.readings = {{.block = 0}, {.block = 1}, {.block = 1, .pooled = true}}};
  EXPECT_EQ(opinions(mixed, options), std::vector<Places>({{0, 1}, {2, 0}}));
  EXPECT_EQ(reading_groups(mixed, options), (Places{1, 0, 2})) << "fitted together, it has a temperature of its own";
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
  const TemperatureFit all = fit_readings(alone, mixed, {.readings = {{.block = 1}}});
  EXPECT_EQ(all.temperatures, fit_temperatures(alone, false).temperatures);
  EXPECT_EQ(all.loss, fit_temperatures(alone, false).loss);
}

TEST(Opinions, no_row_is_lost_more_by_two_than_in_their_mean) {
  const Scores scores;
  const Options pool{.readings = {{.block = 0}, {.block = 1}, {.block = 1, .pooled = true}}};
  const CrossFitted both = cross_fitted_readings(scores.view(), mixed, pool, scores.folds);
  const auto alone = [&](std::size_t numbers) {
    const std::vector<ReadingScores> own{scores.readings[0], scores.readings[numbers]};
    return cross_fitted_readings({own, scores.log_prior, scores.labels}, mixed,
                                 {.readings = {{.block = 0}, {.block = 1}}}, scores.folds);
  };
  const CrossFitted first = alone(1);
  const CrossFitted second = alone(2);
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    EXPECT_LE(both.losses[i], (first.losses[i] + second.losses[i]) / 2 + 1e-12) << i;
  }
  EXPECT_DOUBLE_EQ(both.all.temperatures[0], (first.all.temperatures[0] + second.all.temperatures[0]) / 2)
      << "both read it";
  EXPECT_DOUBLE_EQ(both.all.temperatures[1], first.all.temperatures[1] / 2);
  EXPECT_DOUBLE_EQ(both.all.temperatures[2], second.all.temperatures[1] / 2);
}

TEST(Opinions, the_loss_of_both_is_that_of_rows_that_can_be_scored) {
  Scores scores;
  scores.readings[2].log_density[0] = std::nan("");
  const Options pool{.readings = {{.block = 0}, {.block = 1}, {.block = 1, .pooled = true}}};
  const TemperatureFit fit = fit_readings(scores.view(), mixed, pool);
  EXPECT_EQ(fit.rows_left_out, 1U);
  EXPECT_GT(fit.loss, 0);
  EXPECT_LT(fit.loss, std::log(2));
}

}  // namespace
}  // namespace suffice
