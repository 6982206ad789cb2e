#include "evaluate/calibration/calibrate.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>
#include <span>
#include <tuple>
#include <utility>

#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "evaluate/calibration/isotonic.hpp"
#include "evaluate/calibration/opinions.hpp"
#include "math/special/log_sum_exp.hpp"
#include "model/contamination.hpp"
#include "model/odds_map.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::size_t fold_count = 5;

// Rows that lose so much together, in nats and weighing 1 in the mean, have shown that the model can be wrong.
constexpr double fewest_nats = 10;

// Each row by what was fitted without its fold.
LeftOutTotals total(const LeftOutScores& scores, const Summary& summary, const Options& options,
                    std::span<const std::uint32_t> folds, std::span<const Calibration> by_fold) {
  const std::vector<double> log_prior = left_out_log_prior(summary.classes, options);
  LeftOutTotals totals;
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    totals.add(calibrated_row(scores, i, log_prior, by_fold[folds[i]]), scores.weights[i]);
  }
  return totals;
}

LeaveOneOut result_of(const LeftOutTotals& totals, const LeftOutScores& scores) {
  LeaveOneOut result = totals.result();
  result.folds = scores.folds;
  result.target_held = scores.target_held;
  result.calibrated = true;
  return result;
}

Calibration calibration_of(const TemperatureFit& fit) { return {fit.temperatures, fit.offsets, {}}; }

Calibrated by_temperature(const LeftOutScores& scores, const Summary& summary, const Options& options) {
  const std::vector<double> log_prior = fitting_log_prior(summary.classes, options);
  const std::vector<std::uint32_t> folds = spread_folds(scores.labels, fold_count);
  const OutOfSample sample{scores.readings, log_prior, scores.labels, scores.weights};
  const CrossFitted fit = cross_fitted_readings(sample, summary.schema, options, folds);
  std::vector<Calibration> by_fold;
  std::ranges::transform(fit.folds, std::back_inserter(by_fold), calibration_of);
  by_fold.resize(fold_count, calibration_of(fit.all));
  Calibration all = calibration_of(fit.all);
  LeftOutTotals totals = total(scores, summary, options, folds, by_fold);
  const LeaveOneOut plain = totals.result();
  if (plain.log_loss * static_cast<double>(plain.rows) >= fewest_nats) {
    all.contamination = 1 / (static_cast<double>(plain.rows) + 1);
    for (Calibration& one : by_fold) one.contamination = all.contamination;
    totals = total(scores, summary, options, folds, by_fold);
  }
  return {all, result_of(totals, scores), fit.all.rows_left_out};
}

Calibrated by_map(const LeftOutScores& scores, const Summary& summary, const Options& options) {
  if (summary.classes.size() > 2) {
    throw Error(ErrorCode::usage,
                "isotonic calibration is a function of the odds of two classes, and there are more; temperatures serve "
                "for any number of classes",
                {}, {{"calibrate", {"temperature"}}});
  }
  const std::size_t n = scores.labels.size();
  std::vector<double> plain;  // temperatures
  for (const Reading& reading : options.readings) plain.push_back(reading.pooled() ? 0 : 1);
  std::vector<double> ratios(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t r = 0; r < scores.readings.size(); ++r) {
      const std::vector<double>& density = scores.readings[r].log_density;
      ratios[i] += plain[r] == 0 ? 0 : density[2 * i + 1] - density[2 * i];
    }
  }
  const std::vector<double> log_prior = fitting_log_prior(summary.classes, options);
  const std::vector<std::uint32_t> folds = spread_folds(scores.labels, fold_count);
  const auto map_without = [&](std::size_t fold) {
    std::vector<double> weights = scores.weights;
    for (std::size_t i = 0; i < n; ++i) {
      weights[i] = folds[i] == fold ? 0 : weights[i];
    }
    return isotonic_map(ratios, scores.labels, weights, log_prior[1] - log_prior[0]);
  };
  std::vector<Calibration> by_fold;
  for (std::size_t fold = 0; fold < fold_count; ++fold) {
    by_fold.push_back({plain, {}, map_without(fold)});
  }
  const auto unknown = std::ranges::count_if(ratios, [](double ratio) { return std::isnan(ratio); });
  return {{plain, {}, map_without(fold_count)},
          result_of(total(scores, summary, options, folds, by_fold), scores),
          static_cast<std::uint64_t>(unknown)};
}

}  // namespace

std::vector<double> left_out_log_prior(const ClassCounts& classes, const Options& options) {
  std::vector<double> log_prior(classes.size());
  if (is_density(options)) {
    log_prior = class_prior(classes, options.class_prior);
    std::ranges::transform(log_prior, log_prior.begin(), [](double share) { return std::log(share); });
  }
  return log_prior;
}

LeftOutRow calibrated_row(const LeftOutScores& scores, std::size_t i, std::span<const double> log_prior,
                          const Calibration& calibration) {
  const std::size_t classes = log_prior.size();
  const std::size_t own = scores.labels[i];
  std::vector<double> posterior(log_prior.begin(), log_prior.end());
  for (std::size_t c = 0; c < classes; ++c) {
    posterior[c] += calibration.offsets.empty() ? 0 : calibration.offsets[c];
    for (std::size_t r = 0; r < scores.readings.size(); ++r) {
      const double density = scores.readings[r].log_density[i * classes + c];
      const double temperature = calibration.temperatures.empty() ? 1 : calibration.temperatures[r];
      posterior[c] += temperature == 0 && !std::isnan(density) ? 0 : temperature * density;
    }
  }
  if (std::ranges::any_of(posterior, [](double score) { return std::isnan(score); })) {
    return {.log_posterior = std::nan("")};
  }
  if (!calibration.map.from.empty()) {
    std::tie(posterior[0], posterior[1]) = map_scores(calibration.map, log_prior, posterior[0], posterior[1]);
  }
  normalise_logs(posterior);
  Contamination(calibration.contamination, log_prior).apply(posterior);
  const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
  return {posterior[own], best == own && !std::isinf(posterior[own])};
}

std::vector<double> fitting_log_prior(const ClassCounts& classes, const Options& options) {
  std::vector<double> log_prior(classes.size());
  if (!is_density(options)) {
    return log_prior;
  }
  const double total = classes.total_weight() + static_cast<double>(classes.size()) / 2;
  std::ranges::transform(classes.weight, log_prior.begin(), [&](double n) { return std::log((n + 0.5) / total); });
  return log_prior;
}

std::vector<std::uint32_t> spread_folds(std::span<const std::uint32_t> labels, std::size_t folds) {
  std::vector<std::size_t> next(labels.empty() ? 0 : std::ranges::max(labels) + std::size_t{1});
  std::iota(next.begin(), next.end(), std::size_t{0});
  std::vector<std::uint32_t> fold;
  std::ranges::transform(labels, std::back_inserter(fold),
                         [&](std::uint32_t c) { return static_cast<std::uint32_t>(next[c]++ % folds); });
  return fold;
}

Calibrated calibrate(const LeftOutScores& scores, const Summary& summary, const Options& options, Calibrate how) {
  const Options all = checked(options, summary.schema);
  return how == Calibrate::isotonic ? by_map(scores, summary, all) : by_temperature(scores, summary, all);
}

}  // namespace suffice
