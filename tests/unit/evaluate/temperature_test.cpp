#include "evaluate/calibration/temperature.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace suffice {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Scores of made-up rows, the same in every run: the own class leads by `signal` on average, noise of size 1, all
/// multiplied by `scale`.
struct MadeUp {
  std::vector<ReadingScores> groups;
  std::vector<double> log_prior;
  std::vector<std::uint32_t> labels;
  std::vector<double> weights;

  MadeUp(std::size_t rows, std::size_t classes, const std::vector<double>& scales, double signal = 1)
      : groups(scales.size()), log_prior(classes, -std::log(static_cast<double>(classes))) {
    std::uint64_t state = 1;
    const auto noise = [&] {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return static_cast<double>(state >> 11U) * 0x1p-53 * 2 - 1;
    };
    for (std::size_t i = 0; i < rows; ++i) {
      labels.push_back(static_cast<std::uint32_t>(i % classes));
      for (std::size_t g = 0; g < groups.size(); ++g) {
        for (std::size_t c = 0; c < classes; ++c) {
          groups[g].log_density.push_back(scales[g] * (noise() * 3 + (c == labels.back() ? signal : 0)));
        }
      }
    }
  }
  [[nodiscard]] OutOfSample view() const { return {groups, log_prior, labels, weights}; }
};

double penalised(const OutOfSample& scores, std::span<const double> temperatures, std::span<const double> offsets) {
  double sum = 0;
  for (const double loss : tempered_losses(scores, temperatures, offsets)) sum += loss;
  for (const double t : temperatures) sum += (t - 1) * (t - 1) / 2;
  for (const double b : offsets) sum += b * b / 2;
  return sum;
}

TEST(temperatures, no_neighbour_of_the_fit_is_better) {
  const MadeUp made(200, 3, {5, 0.3});
  const TemperatureFit fit = fit_temperatures(made.view(), true);
  const double least = penalised(made.view(), fit.temperatures, fit.offsets);
  for (const double step : {-1e-3, 1e-3}) {
    for (std::size_t g = 0; g < 2; ++g) {
      std::vector<double> moved = fit.temperatures;
      moved[g] += step;
      EXPECT_GT(penalised(made.view(), moved, fit.offsets), least);
    }
    for (std::size_t c = 0; c < 3; ++c) {
      std::vector<double> moved = fit.offsets;
      moved[c] += step;
      EXPECT_GT(penalised(made.view(), fit.temperatures, moved), least);
    }
  }
}

TEST(temperatures, are_inverse_to_the_scale_of_many_scores) {
  const MadeUp plain(3000, 2, {1});
  const MadeUp loud(3000, 2, {1000});
  EXPECT_NEAR(fit_temperatures(loud.view(), false).temperatures[0] * 1000,
              fit_temperatures(plain.view(), false).temperatures[0], 0.01);
}

TEST(temperatures, rows_that_exclude_their_class_or_cannot_be_scored_are_left_out) {
  MadeUp made(50, 2, {2});
  const TemperatureFit before = fit_temperatures(made.view(), true);
  for (const double own : {-infinity, std::nan(""), infinity}) {
    made.groups[0].log_density.insert(made.groups[0].log_density.end(), {own, 0});
    made.labels.push_back(0);
  }
  made.groups[0].log_density.insert(made.groups[0].log_density.end(), {-infinity, -infinity});
  made.labels.push_back(1);
  const TemperatureFit fit = fit_temperatures(made.view(), true);
  EXPECT_EQ(fit.temperatures, before.temperatures);
  EXPECT_EQ(fit.offsets, before.offsets);
  EXPECT_EQ(fit.rows_left_out, 4U);
  const std::vector<double> losses = tempered_losses(made.view(), fit.temperatures, fit.offsets);
  EXPECT_EQ(losses[50], infinity);
  EXPECT_TRUE(std::isnan(losses[51]));
  EXPECT_TRUE(std::isnan(losses[52]));
  EXPECT_EQ(losses[53], infinity);
}

TEST(temperatures, of_zero_make_what_was_excluded_possible) {
  MadeUp made(300, 2, {1, 1}, 2);
  for (std::size_t i = 0; i < made.labels.size(); ++i) {
    // Worse than nothing: it speaks for the other class.
    made.groups[1].log_density[2 * i + made.labels[i]] = -9;
    made.groups[1].log_density[2 * i + 1 - made.labels[i]] = i % 3 == 0 ? -infinity : 0;
  }
  const TemperatureFit fit = fit_temperatures(made.view(), false);
  EXPECT_EQ(fit.temperatures[1], 0);
  MadeUp alone = made;
  alone.groups.resize(1);
  EXPECT_NEAR(fit.temperatures[0], fit_temperatures(alone.view(), false).temperatures[0], 1e-9);
  const MeanLoss mean = mean_loss(tempered_losses(made.view(), fit.temperatures, {}), {});
  EXPECT_NEAR(mean.value, fit.loss, 1e-12);
}

TEST(temperatures, numbers_of_any_size_give_no_nan) {
  MadeUp made(20, 3, {1});
  for (std::size_t i = 0; i < 20; ++i) made.groups[0].log_density[3 * i + i % 3] = i % 2 == 0 ? 1e308 : -1e308;
  for (const bool with_offsets : {false, true}) {
    const TemperatureFit fit = fit_temperatures(made.view(), with_offsets);
    EXPECT_GE(fit.temperatures[0], 0);
    EXPECT_TRUE(std::isfinite(fit.loss));
    for (const double loss : tempered_losses(made.view(), fit.temperatures, fit.offsets))
      EXPECT_FALSE(std::isnan(loss));
  }
}

TEST(temperatures, weight_two_is_the_row_twice_and_weight_zero_none) {
  MadeUp twice(30, 3, {2});
  MadeUp weighted = twice;
  weighted.weights.assign(30, 1);
  weighted.weights[4] = 2;
  weighted.weights[7] = 0;
  for (std::size_t k = 0; k < 3; ++k) twice.groups[0].log_density.push_back(twice.groups[0].log_density[12 + k]);
  twice.labels.push_back(twice.labels[4]);
  twice.groups[0].log_density.erase(twice.groups[0].log_density.begin() + 21, twice.groups[0].log_density.begin() + 24);
  twice.labels.erase(twice.labels.begin() + 7);
  EXPECT_NEAR(fit_temperatures(weighted.view(), false).temperatures[0],
              fit_temperatures(twice.view(), false).temperatures[0], 1e-10);
}

TEST(temperatures, without_rows_are_one) {
  const MadeUp none(0, 2, {1, 1});
  const TemperatureFit fit = fit_temperatures(none.view(), false);
  EXPECT_EQ(fit.temperatures, (std::vector<double>{1, 1}));
  EXPECT_TRUE(std::isnan(fit.loss));
}

TEST(temperatures, a_fold_is_judged_by_the_fit_of_the_others) {
  const MadeUp made(90, 3, {4});
  std::vector<std::uint32_t> folds;
  for (std::uint32_t i = 0; i < 90; ++i) folds.push_back(i / 3 % 3);
  const CrossFitted crossed = cross_fitted(made.view(), folds);
  MadeUp others = made;
  others.weights.assign(90, 1);
  for (std::size_t i = 0; i < 90; ++i) others.weights[i] = folds[i] == 1 ? 0 : 1;
  const TemperatureFit fit = fit_temperatures(others.view(), !crossed.all.offsets.empty());
  const std::vector<double> expected = tempered_losses(made.view(), fit.temperatures, fit.offsets);
  for (std::size_t i = 0; i < 90; ++i) {
    if (folds[i] == 1) {
      EXPECT_NEAR(crossed.losses[i], expected[i], 1e-9);
    }
  }
}

TEST(temperatures, offsets_are_taken_where_a_class_is_thought_too_rare) {
  MadeUp made(300, 3, {1});
  made.log_prior = {std::log(0.8), std::log(0.1), std::log(0.1)};
  std::vector<std::uint32_t> folds;
  for (std::uint32_t i = 0; i < 300; ++i) folds.push_back(i / 3 % 5);
  EXPECT_FALSE(cross_fitted(made.view(), folds).all.offsets.empty());
}

// Rows of the first class that it all but excludes drive the temperature to 0; offsets then lower the loss by deciding
// for that class, where the scores alone have all other rows right.
TEST(temperatures, offsets_do_not_decide_in_place_of_scores) {
  MadeUp made(300, 3, {20}, 6);
  for (std::size_t i = 0; i < 300; i += 6) made.groups[0].log_density[3 * i] = -100;
  std::vector<std::uint32_t> folds;
  for (std::uint32_t i = 0; i < 300; ++i) folds.push_back(i / 3 % 5);
  EXPECT_LT(fit_temperatures(made.view(), true).loss, fit_temperatures(made.view(), false).loss);
  EXPECT_TRUE(cross_fitted(made.view(), folds).all.offsets.empty());
}

// A few rows that their own class all but excludes leave a temperature so small that any prior decides every row.
TEST(temperatures, next_to_zero_they_leave_no_decision_to_the_prior) {
  MadeUp made(300, 3, {20}, 6);
  for (std::size_t i = 0; i < 300; i += 30) made.groups[0].log_density[3 * i] = -3000;
  made.log_prior = {std::log(0.32), std::log(0.33), std::log(0.35)};
  std::vector<std::uint32_t> folds;
  for (std::uint32_t i = 0; i < 300; ++i) folds.push_back(i / 3 % 5);
  const TemperatureFit fit = cross_fitted(made.view(), folds).all;
  const double t = fit.temperatures[0];
  EXPECT_GT(t, 0);
  EXPECT_LT(t, 0.01);
  ASSERT_EQ(fit.offsets.size(), 3U);
  for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(fit.offsets[c], (t - 1) * made.log_prior[c], 1e-12);
}

TEST(mean_loss, has_the_standard_error_of_a_mean) {
  const std::vector<double> losses{1, 2, 3, 6, std::nan("")};
  const MeanLoss mean = mean_loss(losses, {});
  EXPECT_EQ(mean.value, 3);
  EXPECT_EQ(mean.rows, 4U);
  EXPECT_NEAR(mean.standard_error, std::sqrt(14.0 / 3 / 4), 1e-15);
}

}  // namespace
}  // namespace suffice
