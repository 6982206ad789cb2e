#include "fit/choose_model.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "evaluate/calibration/temperature.hpp"
#include "evaluate/folds/fold_sums.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"

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
    std::map<Kind, ReadingScores> groups;
    for (std::size_t k = 0; k < places_[candidate].size(); ++k) {
      const Kind kind = set_->schema.blocks[set_->candidates[candidate].readings[k].block].kind;
      const std::vector<double>& part = scored_[places_[candidate][k]].scores.log_density;
      std::vector<double>& sum = groups[kind].log_density;
      if (sum.empty()) {
        sum = part;
      } else {
        std::ranges::transform(sum, part, sum.begin(), std::plus<>());
      }
    }
    std::vector<ReadingScores> result;
    for (auto& [kind, scores] : groups) result.push_back(std::move(scores));
    return result;
  }

 private:
  const CandidateSet* set_;
  std::vector<std::vector<std::size_t>> places_;  // of each candidate's readings among those scored
  std::vector<FoldSums::Scored> scored_;
};

std::vector<std::size_t> places_of(const std::vector<std::string>& names, const std::vector<std::string>& among) {
  std::vector<std::size_t> places;
  for (const std::string& name : names) {
    places.push_back(static_cast<std::size_t>(std::ranges::find(among, name) - among.begin()));
  }
  return places;
}

/// log (n_c + ½) / (n + C/2)
std::vector<double> log_prior_of(const ClassCounts& classes) {
  std::vector<double> log_prior;
  const double total = classes.total_weight() + 0.5 * static_cast<double>(classes.size());
  for (const double weight : classes.weight) log_prior.push_back(std::log((weight + 0.5) / total));
  return log_prior;
}

RankedModel rank_one(const std::string& name, const std::vector<ReadingScores>& groups, const FoldSums& folds,
                     std::span<const double> log_prior) {
  const OutOfSample scores{groups, log_prior, folds.classes(), folds.weights()};
  RankedModel model{name};
  model.log_loss = std::numeric_limits<double>::infinity();
  for (const bool with_offsets : {false, true}) {
    const MeanLoss loss = mean_loss(cross_fitted_losses(scores, folds.fold_of_rows(), with_offsets), folds.weights());
    if (loss.value < model.log_loss) {
      model.log_loss = loss.value;
      model.standard_error = loss.standard_error;
    }
  }
  if (!std::isfinite(model.log_loss)) model.problem = "a row has zero probability under its own class";
  return model;
}

}  // namespace

Ranked rank_candidates(const CandidateSet& set, const Schema& sampled, const Table& sample, const Labels& labels,
                       unsigned threads) {
  const Table rows = select_columns(sample, places_of(columns_of(set.schema), columns_of(sampled)));
  const std::size_t count = std::clamp<std::size_t>(rows.rows < few_rows ? folds_of_few : usual_folds, 2,
                                                    std::max<std::size_t>(rows.rows, 2));
  threads = thread_count(threads);
  const FoldSums folds(set.schema, set.keep, rows, labels, count, threads);
  const ScoredReadings scored(set, folds, threads);
  const std::vector<double> log_prior = log_prior_of(folds.all().classes);
  std::vector<RankedModel> models(set.candidates.size());
  parallel_for(threads, models.size(), [&](std::size_t k, unsigned) {
    models[k] = {.name = set.candidates[k].name, .problem = scored.problem(k)};
    if (models[k].problem.empty()) models[k] = rank_one(models[k].name, scored.groups(k), folds, log_prior);
  });
  Ranked result;
  std::vector<std::size_t> order(models.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t k) {
    return models[k].problem.empty() ? models[k].log_loss : std::numeric_limits<double>::infinity();
  });
  result.ranking.rows = rows.rows;
  result.ranking.folds = count;
  for (const std::size_t k : order) {
    if (models[k].problem.empty()) result.order.push_back(k);
    result.ranking.models.push_back(models[k]);
  }
  if (result.order.empty()) {
    throw Error(ErrorCode::bad_data, "no model can be estimated from these rows: " + models.front().problem, {},
                {{"model", {"naive-bayes"}}});
  }
  return result;
}

FitPlan chosen_automatically(FitPlan plan, const Schema& sampled, const Table& rows, const Labels& labels,
                             unsigned threads) {
  constexpr std::size_t fewest_rows = 4;
  constexpr std::size_t most_scores = 1U << 22U;  // of one reading
  const AutoParts parts = std::exchange(plan.automatic, std::nullopt).value();
  const std::set<std::uint32_t> classes(labels.codes.begin(), labels.codes.end());
  check_label_count(classes.size(), rows.rows, plan.schema.target);
  if (classes.size() < 2 || rows.rows < fewest_rows) return plan;
  const std::size_t count = std::min(rows.rows, std::max(most_scores / classes.size(), fewest_rows));
  const std::vector<std::size_t> order = spread_out(count, rows.rows);
  const ReorderedRows some(rows, order);
  std::vector<std::uint32_t> codes;
  for (const std::size_t i : order) codes.push_back(labels.codes[i]);
  const Labels some_labels{codes, labels.names};
  const CandidateSet set = make_candidates(plan, parts, sampled, some.table(), some_labels);
  Ranked ranked = rank_candidates(set, sampled, some.table(), some_labels, threads);
  plan = plan_of(set.candidates[ranked.order.front()], set, plan);
  plan.ranking = std::move(ranked.ranking);
  return plan;
}

}  // namespace suffice
