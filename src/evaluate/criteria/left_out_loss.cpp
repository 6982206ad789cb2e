#include "evaluate/criteria/left_out_loss.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/left_out_scores.hpp"
#include "evaluate/calibration/opinions.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "math/special/log_sum_exp.hpp"
#include "math/special/log_zero.hpp"
#include "math/special/not_a_number.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

/// Σ over the readings, n × C.
std::vector<double> sum_of(std::span<const ReadingScores* const> readings) {
  std::vector<double> sum = readings.front()->log_density;
  for (const ReadingScores* const reading : readings.subspan(1)) {
    std::ranges::transform(sum, reading->log_density, sum.begin(), std::plus<>());
  }
  return sum;
}

/// log π of the classes without a row; −∞ for a class that is gone with it, which such a row has no score in.
std::vector<double> log_prior_without(ClassCounts classes, std::uint32_t c, double weight, const ClassPrior& prior) {
  classes.rows[c] -= 1;
  classes.weight[c] = classes.rows[c] == 0 ? 0 : std::max(0.0, classes.weight[c] - weight);
  if (classes.total_weight() == 0) return std::vector<double>(classes.size(), log_zero);
  std::vector<double> logs = class_prior(classes, prior);
  std::ranges::transform(logs, logs.begin(), [](double share) { return std::log(share); });
  return logs;
}

}  // namespace

bool OptionScore::is_better_than(const OptionScore& other) const {
  if (problem.empty() != other.problem.empty()) return problem.empty();
  if (unscored_rows != other.unscored_rows) return unscored_rows < other.unscored_rows;
  constexpr double least_gain = 1e-9;
  return value < other.value - (std::isinf(other.value) ? 0 : least_gain * (1 + std::abs(other.value)));
}

LeftOutLoss::LeftOutLoss(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                         const LeftOutLossOptions& how)
    : summary_(&summary), how_(how), rows_(rows), labels_(labels) {
  if (how.folds > 0) {
    const std::vector<std::uint32_t> folds =
        FoldOrder(how.folds, how.seed).next({.rows = rows.rows, .columns = {}}, labels);
    folds_.emplace(summary, how.keep, rows, labels, folds, how.folds, how.threads);
    classes_.assign(folds_->classes().begin(), folds_->classes().end());
    for (const std::size_t i : folds_->order()) weights_.push_back(rows.weight(i));
    return;
  }
  const LeftOutScores first = leave_one_out_scores(summary, options, rows, labels, how.threads);
  if (first.labels.size() < rows.rows) {
    const std::vector<std::size_t> order = spread_out(first.labels.size(), rows.rows);
    fewer_rows_ = std::make_unique<ReorderedRows>(rows, order);
    for (const std::size_t i : order) fewer_codes_.push_back(labels.codes[i]);
    rows_ = fewer_rows_->table();
    labels_ = {fewer_codes_, labels.names};
  }
  classes_ = first.labels;
  weights_ = first.weights;
}

LeftOutLoss::Scored LeftOutLoss::score_alone(const Reading& reading) const {
  Reading alone = reading;
  alone.opinion = 0;
  if (folds_) {
    FoldSums::Scored found = std::move(folds_->scores(std::span(&alone, 1), how_.threads).front());
    return {reading, std::move(found.scores), std::move(found.problem)};
  }
  try {
    LeftOutScores found = leave_one_out_scores(*summary_, {.class_prior = UniformPrior{}, .readings = {alone}}, rows_,
                                               labels_, how_.threads);
    if (found.labels.size() != classes_.size()) return {reading, {}, "it takes too long to leave out every row"};
    return {reading, std::move(found.readings.front()), ""};
  } catch (const Error& error) {
    return {reading, {}, error.message()};
  }
}

const LeftOutLoss::Scored& LeftOutLoss::scored(const Reading& reading, std::size_t most_kept) {
  const auto found = std::ranges::find(kept_, reading, &Scored::reading);
  if (found != kept_.end()) {
    Scored again = std::move(*found);
    kept_.erase(found);
    kept_.push_back(std::move(again));  // the latest are kept
    return kept_.back();
  }
  kept_.push_back(score_alone(reading));
  if (kept_.size() > most_kept) kept_.pop_front();
  return kept_.back();
}

std::vector<double> LeftOutLoss::log_prior(const Options& options) const {
  if (!is_density(options)) {
    return std::vector<double>(classes_.size() * summary_->classes.size());
  }
  if (folds_) return leave_folds_out_log_prior(*folds_, options.class_prior);
  std::map<std::pair<std::uint32_t, double>, std::vector<double>> without;  // a row of a class and weight
  std::vector<double> log_prior;
  log_prior.reserve(classes_.size() * summary_->classes.size());
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    std::vector<double>& own = without[{classes_[i], weights_[i]}];
    if (own.empty()) own = log_prior_without(summary_->classes, classes_[i], weights_[i], options.class_prior);
    log_prior.insert(log_prior.end(), own.begin(), own.end());
  }
  return log_prior;
}

OptionScore LeftOutLoss::score(const Options& given) {
  Options options = given;
  if (!how_.tempered) std::erase_if(options.readings, [](const Reading& reading) { return reading.pooled(); });
  const std::size_t most_kept = 2 * options.readings.size() + 2;
  for (const Reading& reading : options.readings) {
    const Scored& found = scored(reading, most_kept);
    if (!found.problem.empty()) return {not_a_number, found.problem};
  }
  std::vector<const ReadingScores*> readings;
  for (const Reading& reading : options.readings) {
    readings.push_back(&std::ranges::find(kept_, reading, &Scored::reading)->scores);
  }
  const std::size_t classes = summary_->classes.size();
  if (how_.tempered) {
    std::vector<ReadingScores> copies;
    for (const ReadingScores* const reading : readings) copies.push_back(*reading);
    const std::vector<double> prior = fitting_log_prior(summary_->classes, options);
    const TemperatureFit fit =
        cross_fitted_readings({copies, prior, classes_, weights_}, summary_->schema, options, {}).all;
    return {fit.loss, "", fit.rows_left_out};
  }
  std::vector<double> posterior = sum_of(readings);
  const std::vector<double> prior = log_prior(options);
  std::ranges::transform(posterior, prior, posterior.begin(), std::plus<>());
  OptionScore score;
  double weight = 0;
  for (std::size_t i = 0; i < classes_.size(); ++i) {
    const auto row = std::span(posterior).subspan(i * classes, classes);
    if (std::ranges::any_of(row, [](double value) { return std::isnan(value); })) {
      ++score.unscored_rows;
      continue;
    }
    normalise_logs(row);
    score.value -= weights_[i] * row[classes_[i]];
    weight += weights_[i];
  }
  if (!(weight > 0)) return {not_a_number, "no row can be left out", score.unscored_rows};
  score.value /= weight;
  return score;
}

}  // namespace suffice
