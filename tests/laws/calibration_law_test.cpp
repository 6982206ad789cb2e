// Laws of calibration, over every family and over models of several blocks (MODELS §13).
#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "evaluate/calibration/left_out_scores.hpp"
#include "families.hpp"
#include "math/special/log_sum_exp.hpp"
#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

constexpr std::size_t classes = law_classes;

void for_each_family(const std::function<void(const LawFamily&)>& law) { for_each(families(), law); }

bool is_finite(std::span<const double> numbers) {
  return std::ranges::all_of(numbers, [](double number) { return std::isfinite(number); });
}

TEST(CalibrationLaw, temperatures_of_one_and_offsets_of_zero_keep_every_bit) {
  for_each_family([](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    const Model same = model.calibrated({std::vector<double>(model.readings(), 1), std::vector<double>(classes, 0)});
    EXPECT_EQ(log_posterior(same, table), log_posterior(model, table));
    std::vector<std::uint32_t> expected(table.rows());
    std::vector<std::uint32_t> found(table.rows());
    model.predict(table.table(), expected);
    same.predict(table.table(), found);
    EXPECT_EQ(found, expected);
  });
}

void check_explanations(double contamination) {
  for_each_family([contamination](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    std::vector<double> temperatures;
    for (std::size_t r = 0; r < model.readings(); ++r) temperatures.push_back(0.3 + 0.5 * static_cast<double>(r));
    const Model calibrated = model.calibrated({temperatures, {0.5, -1, 0.25}, {}, contamination});
    EXPECT_EQ(log_joint(calibrated, table), log_joint(model, table));
    const std::vector<double> log_p = log_posterior(calibrated, table);
    std::vector<std::uint32_t> predicted(table.rows());
    calibrated.predict(table.table(), predicted);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      const std::span<const double> row(log_p.data() + i * classes, classes);
      if (!is_finite(row)) continue;
      EXPECT_EQ(predicted[i], std::ranges::max_element(row) - row.begin());
      const Explanation explanation = calibrated.explain(table.table(), i);
      std::vector<double> sums = explanation.base;
      for (const Contribution& part : explanation.contributions) {
        for (std::size_t c = 0; c < classes; ++c) sums[c] += part.scores[c];
      }
      if (!is_finite(sums)) continue;  // a value rules a class out, which contamination alone gives a probability
      for (std::size_t c = 1; c < classes; ++c) {
        const double scale = 1 + std::abs(sums[c]) + std::abs(row[c] - row[0]);
        EXPECT_NEAR(sums[c] - sums[0], row[c] - row[0], 1e-9 * scale) << "row " << i;
        EXPECT_NEAR(explanation.log_posterior[c], row[c], 1e-9 * scale) << "row " << i;
      }
    }
  });
}

TEST(CalibrationLaw, explanations_sum_to_the_log_odds_that_decide) { check_explanations(0); }

TEST(CalibrationLaw, explanations_sum_to_the_log_odds_of_contaminated_rows) { check_explanations(0.01); }

TEST(CalibrationLaw, contamination_mixes_the_posterior_with_the_prior) {
  constexpr double share = 0.05;
  constexpr double threshold = 0.6;
  for_each_family([](const LawFamily& family) {
    const LawTable table = law_table(family.contents);
    const Model model = fit(table, family.options);
    const Model mixed = model.calibrated({.contamination = share});
    const std::size_t n = table.rows();
    std::vector<double> plain(n * classes);
    std::vector<double> found(n * classes);
    std::vector<std::uint32_t> predicted(n);
    std::vector<std::uint32_t> decided(n);
    model.posterior(table.table(), plain);
    mixed.posterior(table.table(), found);
    const std::vector<double> logs = log_posterior(mixed, table);
    mixed.predict(table.table(), predicted);
    mixed.decide(table.table(), {.reject_below = threshold}, decided);
    for (std::size_t i = 0; i < n; ++i) {
      const std::span<const double> row(plain.data() + i * classes, classes);
      const bool possible = std::ranges::any_of(row, [](double p) { return p > 0; });
      for (std::size_t c = 0; c < classes; ++c) {
        const double prior = model.is_density() ? model.class_prior()[c] : 1.0 / classes;
        EXPECT_NEAR(found[i * classes + c], possible ? (1 - share) * row[c] + share * prior : 0, 1e-12);
        EXPECT_NEAR(std::exp(logs[i * classes + c]), found[i * classes + c], 1e-12);
      }
      const std::span<const double> of_row(found.data() + i * classes, classes);
      const auto best = static_cast<std::uint32_t>(std::ranges::max_element(of_row) - of_row.begin());
      EXPECT_EQ(predicted[i], possible ? best : no_decision);
      EXPECT_EQ(decided[i], possible && of_row[best] >= threshold ? best : no_decision);
    }
  });
}

TEST(CalibrationLaw, left_out_scores_add_up_to_those_of_leave_one_out) {
  for_each_family([](const LawFamily& family) {
    LawTable table = make_law_table(family.contents, 13, 60, 5, classes, true);
    for (double& weight : table.weights) weight = std::max(weight, 0.5);  // no row may be absent from the sums
    const Summary sums = sums_of(table, family.options);
    if (!has_leave_one_out(sums, family.options)) return;
    const LeaveOneOut expected = leave_one_out(sums, family.options, table.table(), table.labels());
    const LeftOutScores scores = leave_one_out_scores(sums, family.options, table.table(), table.labels(), 1);
    ASSERT_EQ(scores.labels.size(), expected.rows);
    double loss = 0;
    double weight = 0;
    std::uint64_t unscored = 0;
    for (std::size_t i = 0; i < scores.labels.size(); ++i) {
      std::vector<double> row(classes);
      if (is_density(family.options.readings.front().options)) {
        ClassCounts others = sums.classes;
        others.weight[scores.labels[i]] -= scores.weights[i];
        row = class_prior(others, family.options.class_prior);
        std::ranges::transform(row, row.begin(), [](double share) { return std::log(share); });
      }
      for (const ReadingScores& reading : scores.readings) {
        for (std::size_t c = 0; c < classes; ++c) row[c] += reading.log_density[i * classes + c];
      }
      if (std::ranges::any_of(row, [](double score) { return std::isnan(score); })) {
        ++unscored;
        continue;
      }
      normalise_logs(row);
      weight += scores.weights[i];
      loss -= scores.weights[i] == 0 ? 0 : scores.weights[i] * row[scores.labels[i]];
    }
    EXPECT_EQ(unscored, expected.unscored_rows);
    if (std::isfinite(expected.log_loss)) {
      EXPECT_NEAR(loss / weight, expected.log_loss, 1e-9 * (1 + std::abs(expected.log_loss)));
    }
  });
}

}  // namespace
}  // namespace suffice
