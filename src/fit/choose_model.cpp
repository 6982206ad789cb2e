#include "fit/choose_model.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/temperature.hpp"
#include "evaluate/folds/fold_sums.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "fit/model_choice.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

constexpr std::size_t usual_folds = 5;
constexpr std::size_t folds_of_few = 10;
constexpr std::size_t few_rows = 50;

/// What the readings of candidates say about rows they were not made from, each reading once.
class ScoredReadings {
 public:
  ScoredReadings(const CandidateSet& set, const FoldSums& folds, unsigned threads) : set_(&set) {
    std::vector<Reading> readings;
    for (const Candidate& candidate : set.candidates) {
      std::vector<std::size_t>& places = places_.emplace_back();
      for (const Reading& reading : candidate.readings) {
        const auto found = std::ranges::find(readings, reading);
        places.push_back(static_cast<std::size_t>(found - readings.begin()));
        if (found == readings.end()) readings.push_back(reading);
      }
    }
    scored_ = folds.scores(readings, threads);
  }

  [[nodiscard]] std::string problem(std::size_t candidate) const {
    for (const std::size_t place : places_[candidate]) {
      if (!scored_[place].problem.empty()) return scored_[place].problem;
    }
    return {};
  }

  /// One for each kind of reading, which has a temperature of its own: the sum of what its readings say.
  [[nodiscard]] std::vector<ReadingScores> groups(std::size_t candidate) const {
    std::vector<ReadingScores> readings;
    for (const std::size_t place : places_[candidate]) readings.push_back(scored_[place].scores);
    return grouped(readings, reading_groups(set_->schema, {.readings = set_->candidates[candidate].readings}));
  }

 private:
  const CandidateSet* set_;
  std::vector<std::vector<std::size_t>> places_;  // of each candidate's readings among those scored
  std::vector<FoldSums::Scored> scored_;
};

/// What a candidate loses on each row, and in the mean.
struct Contender {
  std::vector<double> losses = {};
  MeanLoss mean = {};
};

/// A simpler contender is as good as another where it loses less than this share of the standard error of the
/// difference, row by row: with few rows the best of many is best by luck.
constexpr double margin = 0.7;

bool is_as_good(const Contender& simpler, const Contender& other, std::span<const double> weights) {
  std::vector<double> difference;
  std::ranges::transform(simpler.losses, other.losses, std::back_inserter(difference), std::minus<>());
  const MeanLoss lost = mean_loss(difference, weights);
  return lost.value <= 0 || lost.value <= margin * lost.standard_error;
}

/// Beyond so many scores of a reading, a few temperatures fit all folds as well as they fit all but one.
constexpr std::size_t most_cross_fitted = 1U << 18U;

/// At temperatures that were fitted on the other folds, with class offsets where they are worth it; or, where nothing
/// is to be calibrated, as the scores are.
Contender contender_of(const std::vector<ReadingScores>& groups, const FoldSums& folds,
                       std::span<const double> log_prior, bool calibrate) {
  const OutOfSample scores{groups, log_prior, folds.classes(), folds.weights()};
  const auto contender = [&](std::vector<double> losses) {
    const MeanLoss mean = mean_loss(losses, folds.weights());
    return Contender{std::move(losses), mean};
  };
  if (!calibrate) return contender(tempered_losses(scores, std::vector<double>(groups.size(), 1.0), {}));
  if (groups.front().log_density.size() > most_cross_fitted) {
    return contender(tempered_losses(scores, fit_temperatures(scores, false).temperatures, {}));
  }
  Contender best = contender(cross_fitted_losses(scores, folds.fold_of_rows(), false));
  if (log_prior.size() > most_classes_with_offsets) return best;
  Contender with_offsets = contender(cross_fitted_losses(scores, folds.fold_of_rows(), true));
  return with_offsets.mean.value < best.mean.value ? with_offsets : best;
}

}  // namespace

Ranked rank_candidates(const CandidateSet& set, const Schema& sampled, const Table& sample, const Labels& labels,
                       bool calibrate, unsigned threads) {
  const Table rows = select_columns(sample, places_in(columns_of(set.schema), columns_of(sampled)));
  const std::size_t count = std::clamp<std::size_t>(rows.rows < few_rows ? folds_of_few : usual_folds, 2,
                                                    std::max<std::size_t>(rows.rows, 2));
  threads = thread_count(threads);
  const FoldSums folds(set.schema, set.keep, rows, labels, count, threads);
  const ScoredReadings scored(set, folds, threads);
  const std::vector<double> log_prior =
      fitting_log_prior(folds.all().classes, {.readings = set.candidates.front().readings});
  std::vector<RankedModel> models(set.candidates.size());
  std::vector<Contender> contenders(models.size());
  parallel_for(threads, models.size(), [&](std::size_t k, unsigned) {
    models[k] = {.name = set.candidates[k].name, .problem = scored.problem(k)};
    if (!models[k].problem.empty()) return;
    contenders[k] = contender_of(scored.groups(k), folds, log_prior, calibrate);
    models[k].log_loss = contenders[k].mean.value;
    models[k].standard_error = contenders[k].mean.standard_error;
    if (!std::isfinite(models[k].log_loss)) models[k].problem = "a row has zero probability under its own class";
  });
  std::vector<std::size_t> order;  // of those that have a model
  for (std::size_t k = 0; k < models.size(); ++k) {
    if (models[k].problem.empty()) order.push_back(k);
  }
  if (order.empty()) {
    throw Error(ErrorCode::bad_data, "no model can be estimated from these rows: " + models.front().problem, {},
                {{"model", {"naive-bayes"}}});
  }
  const std::size_t best = std::ranges::min(order, {}, [&](std::size_t k) { return models[k].log_loss; });
  Ranked result;
  const std::size_t simple = *std::ranges::find_if(
      order, [&](std::size_t k) { return is_as_good(contenders[k], contenders[best], folds.weights()); });
  // One that is simpler still may lose less than that, and yet be known to be worse than the best.
  result.chosen =
      *std::ranges::find_if(order, [&](std::size_t k) { return models[k].log_loss <= models[simple].log_loss; });
  result.ranking.rows = rows.rows;
  result.ranking.folds = count;
  result.ranking.models.push_back(models[result.chosen]);
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return models[k].log_loss; });
  for (const std::size_t k : order) {
    if (k != result.chosen) result.ranking.models.push_back(models[k]);
  }
  std::ranges::copy_if(models, std::back_inserter(result.ranking.models),
                       [](const RankedModel& model) { return !model.problem.empty(); });
  return result;
}

namespace {

constexpr std::size_t fewest_rows = 4;  // that a choice is made from

/// Some of the rows of a table, spread over it.
struct SomeRows {
  SomeRows(const Table& rows, const Labels& labels, std::size_t count)
      : order(spread_out(count, rows.rows)), reordered(rows, order), names(labels.names) {
    for (const std::size_t i : order) codes.push_back(labels.codes[i]);
  }

  std::vector<std::size_t> order;
  ReorderedRows reordered;
  std::vector<std::uint32_t> codes = {};
  std::span<const std::string> names;

  [[nodiscard]] const Table& table() const { return reordered.table(); }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
};

std::size_t count_classes(const Labels& labels) {
  return std::set<std::uint32_t>(labels.codes.begin(), labels.codes.end()).size();
}

}  // namespace

FitPlan with_chosen_terms(FitPlan plan, const Table& rows, const Labels& labels, unsigned threads) {
  constexpr std::size_t most_rows = 3000;
  if (count_classes(labels) < 2 || rows.rows < fewest_rows) return plan;
  const SomeRows some(rows, labels, std::min(rows.rows, most_rows));
  const CandidateSet set = text_candidates(plan);
  Ranked ranked =
      rank_candidates(set, plan.schema, some.table(), some.labels(), plan.calibrate != Calibrate::none, threads);
  plan.options.readings = set.candidates[ranked.chosen].readings;
  plan.options = settled(plan.options, plan.schema);
  if (plan.ranking.models.empty()) plan.ranking = std::move(ranked.ranking);
  return plan;
}

FitPlan chosen_automatically(FitPlan plan, const Schema& sampled, const Table& rows, const Labels& labels,
                             unsigned threads) {
  constexpr std::size_t most_scores = 1U << 21U;  // of one reading
  const AutoParts parts = std::exchange(plan.automatic, std::nullopt).value();
  const std::size_t classes = count_classes(labels);
  check_label_count(classes, rows.rows, plan.schema.target);
  if (classes < 2 || rows.rows < fewest_rows) return plan;
  const SomeRows some(rows, labels, std::min(rows.rows, std::max(most_scores / classes, fewest_rows)));
  const CandidateSet set = make_candidates(plan, parts, sampled, some.table(), some.labels());
  const bool calibrate = plan.calibrate != Calibrate::none;
  Ranked ranked = rank_candidates(set, sampled, some.table(), some.labels(), calibrate, threads);
  plan = plan_of(set.candidates[ranked.chosen], set, plan);
  plan.ranking = std::move(ranked.ranking);
  return plan;
}

}  // namespace suffice
