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

// Rows that lose so much together, in nats and weighing 1 in the mean, have shown that the model can be wrong; fewer
// rows than that show nothing by losing nothing.
constexpr double fewest_nats = 0.5;
constexpr double fewest_rows = 50;

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

// The share ε of rows whose values are taken to say nothing about their class: of n rows one in n + 1, since no n rows
// can tell that a mistake is rarer (Laplace's rule of succession); more where some rows have no model without them,
// their class having no other; 0 where many rows lose next to nothing, and where none has a model.
double contamination_of(const LeftOutScores& scores, std::span<const double> log_prior,
                        std::span<const std::uint32_t> folds, std::span<const Calibration> by_fold) {
  std::vector<double> prior(log_prior.begin(), log_prior.end());
  normalise_logs(prior);
  std::vector<LeftOutRow> rows;
  std::vector<double> priors;
  LeftOutTotals totals;
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    rows.push_back(calibrated_row(scores, i, log_prior, by_fold[folds[i]]));
    priors.push_back(std::exp(prior[scores.labels[i]]));
    totals.add(rows.back(), scores.weights[i]);
  }
  const LeaveOneOut plain = totals.result();
  if (plain.unscored_rows == plain.rows) return 0;  // nothing is known of how good the model is
  if (plain.unscored_rows > 0) return contamination_share(rows, priors, scores.weights);
  const auto n = static_cast<double>(plain.rows);
  return n >= fewest_rows && plain.log_loss * n < fewest_nats ? 0 : 1 / (n + 1);
}

Calibration calibration_of(const TemperatureFit& fit) { return {fit.temperatures, fit.offsets, {}}; }

Calibrated by_temperature(const LeftOutScores& scores, const Summary& summary, const Options& options) {
  const std::vector<double> log_prior = fitting_log_prior(summary.classes, options);
  const std::vector<std::uint32_t> folds = spread_folds(scores, calibration_folds);
  const OutOfSample sample{scores.readings, log_prior, scores.labels, scores.weights};
  const CrossFitted fit = cross_fitted_readings(sample, summary.schema, options, folds);
  std::vector<Calibration> by_fold;
  std::ranges::transform(fit.folds, std::back_inserter(by_fold), calibration_of);
  by_fold.resize(calibration_folds, calibration_of(fit.all));
  Calibration all = calibration_of(fit.all);
  all.contamination = contamination_of(scores, log_prior, folds, by_fold);
  for (Calibration& one : by_fold) one.contamination = all.contamination;
  return {all, result_of(total(scores, summary, options, folds, by_fold), scores), fit.all.rows_left_out};
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
  const std::vector<double> ratios = log_ratios(scores, plain);
  const std::vector<double> log_prior = fitting_log_prior(summary.classes, options);
  const std::vector<std::uint32_t> folds = spread_folds(scores, calibration_folds);
  const auto map_without = [&](std::size_t fold) {
    std::vector<double> weights = scores.weights;
    for (std::size_t i = 0; i < n; ++i) {
      weights[i] = folds[i] == fold ? 0 : weights[i];
    }
    return isotonic_map(ratios, scores.labels, weights, log_prior[1] - log_prior[0]);
  };
  std::vector<Calibration> by_fold;
  for (std::size_t fold = 0; fold < calibration_folds; ++fold) {
    by_fold.push_back({plain, {}, map_without(fold)});
  }
  const auto unknown = std::ranges::count_if(ratios, [](double ratio) { return std::isnan(ratio); });
  return {{plain, {}, map_without(calibration_folds)},
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

std::vector<double> log_ratios(const LeftOutScores& scores, std::span<const double> temperatures) {
  std::vector<double> ratios(scores.labels.size());
  for (std::size_t i = 0; i < ratios.size(); ++i) {
    for (std::size_t r = 0; r < scores.readings.size(); ++r) {
      const std::vector<double>& density = scores.readings[r].log_density;
      const double temperature = temperatures.empty() ? 1 : temperatures[r];
      ratios[i] += temperature == 0 ? 0 : temperature * (density[2 * i + 1] - density[2 * i]);
    }
  }
  return ratios;
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

std::vector<std::uint32_t> spread_folds(const LeftOutScores& scores, std::size_t folds) {
  std::vector<std::size_t> order(scores.labels.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return scores.hashes[i]; });
  std::vector<std::size_t> next(order.empty() ? 0 : std::ranges::max(scores.labels) + std::size_t{1});
  std::iota(next.begin(), next.end(), std::size_t{0});
  std::vector<std::uint32_t> fold(order.size());
  for (const std::size_t i : order) fold[i] = static_cast<std::uint32_t>(next[scores.labels[i]]++ % folds);
  return fold;
}

double contamination_share(std::span<const LeftOutRow> rows, std::span<const double> priors,
                           std::span<const double> weights) {
  const auto n = static_cast<double>(rows.size());
  // The slope of what is maximised falls.
  const auto slope = [&](double share) {
    double sum = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (!(weights[i] > 0)) continue;
      const double p = std::isnan(rows[i].log_posterior) ? 0 : std::exp(rows[i].log_posterior);
      sum += weights[i] * (priors[i] - p) / ((1 - share) * p + share * priors[i]);
    }
    return sum;
  };
  double low = 1 / (n + 1);
  double high = n / (n + 1);
  if (slope(low) <= 0) return low;
  if (slope(high) >= 0) return high;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (slope(middle) > 0 ? low : high) = middle;
  }
  return high;
}

Calibrated calibrate(const LeftOutScores& scores, const Summary& summary, const Options& options, Calibrate how) {
  const Options all = checked(options, summary.schema);
  return how == Calibrate::isotonic ? by_map(scores, summary, all) : by_temperature(scores, summary, all);
}

}  // namespace suffice
