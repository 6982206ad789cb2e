#include "fit/choice/choose_model.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/opinions.hpp"
#include "evaluate/calibration/temperature.hpp"
#include "evaluate/folds/fold_sums.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "fit/choice/model_choice.hpp"
#include "fit/row_sums.hpp"
#include "fit/steps.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/class_counts.hpp"

namespace suffice {

namespace {

std::size_t count_classes(const Labels& labels) {
  return std::set<std::uint32_t>(labels.codes.begin(), labels.codes.end()).size();
}

constexpr const char* choosing = "choosing a model";
constexpr std::size_t usual_folds = 5;
constexpr std::size_t folds_of_few = 10;
constexpr std::size_t few_rows = 50;

/// Whether a reading is pooled with others changes nothing that it says.
Reading alone(Reading reading) {
  reading.opinion = 0;
  return reading;
}

void add_new(const std::vector<Reading>& some, std::vector<Reading>& readings) {
  for (const Reading& reading : some) {
    if (std::ranges::find(readings, alone(reading)) == readings.end()) readings.push_back(alone(reading));
  }
}

/// What the readings of candidates say about rows they were not made from, each reading once.
class ScoredReadings {
 public:
  ScoredReadings(const CandidateSet& set, const FoldSums& folds, const WorkOptions& work) {
    for (const Candidate& candidate : set.candidates) add_new(candidate.readings, readings_);
    Steps steps(work.steps, choosing, readings_.size() * folds.folds());
    scored_ = folds.scores(readings_, thread_count(work.threads), [&] { steps.add(); });
  }

  [[nodiscard]] std::string problem(const Candidate& candidate) const {
    for (const Reading& reading : candidate.readings) {
      if (const std::string& problem = scored(reading).problem; !problem.empty()) return problem;
    }
    return {};
  }

  [[nodiscard]] std::vector<ReadingScores> scores(const Candidate& candidate) const {
    std::vector<ReadingScores> readings;
    for (const Reading& reading : candidate.readings) readings.push_back(scored(reading).scores);
    return readings;
  }

 private:
  [[nodiscard]] const FoldSums::Scored& scored(const Reading& reading) const {
    return scored_.at(static_cast<std::size_t>(std::ranges::find(readings_, alone(reading)) - readings_.begin()));
  }

  std::vector<Reading> readings_;  // of all candidates
  std::vector<FoldSums::Scored> scored_;
};

/// What a candidate loses on each row, and in the mean; or why it has no model.
struct Contender {
  Candidate candidate = {};
  CrossFitted fit = {};
  MeanLoss mean = {};
  std::string problem = {};
};

/// A simpler contender is as good as another where it loses less than this share of the standard error of the
/// difference, row by row: with few rows the best of many is best by luck.
constexpr double margin = 0.7;
/// Losses that differ by less, in the mean over rows, are the same.
constexpr double no_difference = 1e-6;
/// Where a contender loses less on all rows together, a pool has to lose less still: a few mistakes do not say that
/// several opinions err less than one.
constexpr double fewest_nats = 10;
/// Of more rows a pool has to be better by the margin: each opinion of theirs takes a pass, and the best single one is
/// hardly the best by luck.
constexpr std::size_t many_rows = 5000;

bool is_as_good(const Contender& simpler, const Contender& other, std::span<const double> weights) {
  std::vector<double> difference;
  std::ranges::transform(simpler.fit.losses, other.fit.losses, std::back_inserter(difference), std::minus<>());
  const MeanLoss lost = mean_loss(difference, weights);
  return lost.value <= no_difference || lost.value <= margin * lost.standard_error;
}

/// Beyond so many scores of a reading, a few temperatures fit all folds as well as they fit all but one.
constexpr std::size_t most_cross_fitted = 1U << 18U;

double loss_of(const Contender& contender) { return contender.mean.value; }

double total_loss(const Contender& contender, std::span<const double> weights) {
  const auto rows = static_cast<double>(contender.fit.losses.size());
  return loss_of(contender) * (weights.empty() ? rows : std::reduce(weights.begin(), weights.end()));
}

/// The first that is as good as the best, or one before it whose loss is lower still; nothing where none has a model.
std::optional<std::size_t> simplest_of_the_best(const std::vector<Contender>& contenders,
                                                std::span<const double> weights) {
  std::vector<std::size_t> order;  // of those that have a model
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    if (contenders[k].problem.empty()) order.push_back(k);
  }
  if (order.empty()) return std::nullopt;
  const auto loss = [&](std::size_t k) { return loss_of(contenders[k]); };
  const std::size_t best = std::ranges::min(order, {}, loss);
  const std::size_t simple =
      *std::ranges::find_if(order, [&](std::size_t k) { return is_as_good(contenders[k], contenders[best], weights); });
  return *std::ranges::find_if(order, [&](std::size_t k) { return loss(k) <= loss(simple); });
}

/// A logarithmic opinion pool: the readings of the first, and those of the others that the first does not have.
Candidate pool(const std::vector<const Contender*>& members) {
  Candidate all = members.front()->candidate;
  const std::vector<Reading> first = all.readings;
  all.name += members.size() == 2 ? ", with " + members.back()->candidate.name
                                  : fmt::format(", with {} others", members.size() - 1);
  for (std::size_t k = 1; k < members.size(); ++k) {
    for (Reading reading : members[k]->candidate.readings) {
      if (std::ranges::find(first, reading) != first.end()) continue;
      reading.opinion = k;
      all.readings.push_back(std::move(reading));
    }
  }
  return all;
}

/// The columns that a candidate reads.
std::set<std::string> columns_of(const Candidate& candidate, const Schema& schema) {
  std::set<std::string> columns;
  for (const Reading& reading : candidate.readings) {
    const std::vector<std::string> own = suffice::columns_of(schema.blocks[reading.block]);
    columns.insert(own.begin(), own.end());
  }
  return columns;
}

/// The one that was chosen; or, where it reads one kind of columns alone, the best of those that read others beside it.
std::size_t first_of_pools(const std::vector<Contender>& contenders, std::size_t chosen) {
  const std::vector<Reading>& own = contenders[chosen].candidate.readings;
  const auto is_own = [&](const Reading& reading) { return std::ranges::find(own, reading) != own.end(); };
  std::size_t first = chosen;
  for (std::size_t k = 0; k < contenders.size(); ++k) {
    const std::vector<Reading>& readings = contenders[k].candidate.readings;
    const auto shared = static_cast<std::size_t>(std::ranges::count_if(readings, is_own));
    if (!contenders[k].problem.empty() || readings.size() == own.size() || shared < own.size()) continue;
    if (first == chosen || loss_of(contenders[k]) < loss_of(contenders[first])) first = k;
  }
  return first;
}

/// That one, and the best of those of the same columns whose first block is another, by their losses: what is encoded
/// otherwise errs otherwise.
std::vector<const Contender*> members(const std::vector<Contender>& contenders, std::size_t one, const Schema& schema) {
  const std::vector<Reading>& read = contenders[one].candidate.readings;
  const auto is_read = [&](const Reading& reading) { return std::ranges::find(read, reading) != read.end(); };
  const auto block_of = [](const Contender& contender) { return contender.candidate.readings.front().block; };
  const std::set<std::string> columns = columns_of(contenders[one].candidate, schema);
  std::map<std::size_t, const Contender*> best;  // by block
  for (const Contender& contender : contenders) {
    if (!contender.problem.empty() || block_of(contender) == block_of(contenders[one])) continue;
    if (std::ranges::all_of(contender.candidate.readings, is_read)) continue;
    if (columns_of(contender.candidate, schema) != columns) continue;
    const Contender*& own = best[block_of(contender)];
    if (own == nullptr || loss_of(contender) < loss_of(*own)) own = &contender;
  }
  std::vector<const Contender*> result{&contenders[one]};
  for (const auto& [block, contender] : best) result.push_back(contender);
  std::ranges::stable_sort(result.begin() + 1, result.end(), {}, [](const Contender* each) { return loss_of(*each); });
  return result;
}

/// How candidates are scored: at temperatures that were fitted on the other folds, with class offsets where they are
/// worth it; or, where nothing is to be calibrated, as the scores are.
class Contest {
 public:
  Contest(const CandidateSet& set, const FoldSums& folds, const ScoredReadings& scored, bool calibrate)
      : set_(&set),
        folds_(&folds),
        scored_(&scored),
        calibrate_(calibrate),
        log_prior_(fitting_log_prior(folds.all().classes, {.readings = set.candidates.front().readings})) {
    if (folds.rows() * log_prior_.size() <= most_cross_fitted) fold_of_rows_ = folds.fold_of_rows();
  }

  [[nodiscard]] Contender contender(const Candidate& candidate) const {
    Contender result;
    result.candidate = candidate;
    result.problem = scored_->problem(candidate);
    if (!result.problem.empty()) return result;
    const std::vector<ReadingScores> readings = scored_->scores(candidate);
    if (calibrate_) {
      const Options options{.readings = candidate.readings};
      result.fit = cross_fitted_readings(scores(readings), set_->schema, options, fold_of_rows_);
    } else {
      result.fit.losses = tempered_losses(scores(readings), std::vector<double>(readings.size(), 1.0), {});
    }
    take_mean(result);
    return result;
  }

  /// A pool of these, without those whose weights are next to nothing; nothing where fewer than two are left.
  [[nodiscard]] std::optional<Contender> pooled(std::vector<const Contender*> members) const {
    constexpr double least_weight = 1.0 / 15;  // of all that say anything
    while (members.size() > 1) {
      std::vector<ReadingScores> opinions;
      for (const Contender* const member : members) {
        const std::vector<ReadingScores> readings = scored_->scores(member->candidate);
        opinions.push_back(tempered_scores(scores(readings), member->fit, fold_of_rows_));
      }
      CrossFitted fit = stacked(std::move(opinions), scores({}), fold_of_rows_);
      std::vector<const Contender*> heard;
      for (std::size_t k = 0; k < members.size(); ++k) {
        if (fit.all.temperatures[k] >= least_weight) heard.push_back(members[k]);
      }
      if (heard.size() == members.size()) {
        Contender result;
        result.candidate = pool(members);
        result.fit = std::move(fit);
        take_mean(result);
        return result;
      }
      members = std::move(heard);
    }
    return std::nullopt;
  }

 private:
  [[nodiscard]] OutOfSample scores(std::span<const ReadingScores> readings) const {
    return {readings, log_prior_, folds_->classes(), folds_->weights()};
  }

  void take_mean(Contender& contender) const {
    constexpr double digits = 1e12;  // those beyond depend on the order of rows
    contender.mean = mean_loss(contender.fit.losses, folds_->weights());
    contender.mean.value = std::round(contender.mean.value * digits) / digits;
    contender.mean.standard_error = std::round(contender.mean.standard_error * digits) / digits;
    if (!std::isfinite(contender.mean.value)) contender.problem = "a row has zero probability under its own class";
  }

  const CandidateSet* set_;
  const FoldSums* folds_;
  const ScoredReadings* scored_;
  bool calibrate_;
  std::vector<double> log_prior_;
  std::span<const std::uint32_t> fold_of_rows_;  // none where scores are very many
};

/// The chosen one first, then the others by their losses, then those without a model.
Ranking ranking_of(const std::vector<Contender>& contenders, std::size_t chosen, std::size_t rows, std::size_t folds) {
  std::vector<const Contender*> order{&contenders[chosen]};
  for (const Contender& contender : contenders) {
    if (&contender != order.front()) order.push_back(&contender);
  }
  std::stable_sort(order.begin() + 1, order.end(), [](const Contender* a, const Contender* b) {
    return a->problem.empty() != b->problem.empty() ? a->problem.empty()
                                                    : a->problem.empty() && loss_of(*a) < loss_of(*b);
  });
  Ranking ranking{.rows = rows, .folds = folds, .left_out = rows - contenders[chosen].mean.rows};
  for (const Contender* contender : order) {
    ranking.models.push_back({.name = contender->candidate.name,
                              .log_loss = contender->mean.value,
                              .standard_error = contender->mean.standard_error,
                              .problem = contender->problem});
  }
  return ranking;
}

}  // namespace

std::optional<Ranked> rank_candidates(const CandidateSet& set, const Schema& sampled, const Table& sample,
                                      const Labels& labels, ChoiceRules rules, const WorkOptions& work) {
  const Table rows = select_columns(sample, places_in(columns_of(set.schema), columns_of(sampled)));
  const std::size_t count =
      folds_of_few_rows(rows.rows < few_rows ? folds_of_few : usual_folds, rows.rows, count_classes(labels));
  const unsigned threads = thread_count(work.threads);
  const FoldSums folds(set.schema, set.keep, rows, labels, count, threads);
  const ScoredReadings scored(set, folds, work);
  const Contest contest(set, folds, scored, rules.calibrate);
  std::vector<Contender> contenders(set.candidates.size());
  Steps steps(work.steps, choosing, contenders.size());
  parallel_for(threads, contenders.size(), [&](std::size_t k, unsigned) {
    contenders[k] = contest.contender(set.candidates[k]);
    steps.add();
  });
  const std::optional<std::size_t> simplest = simplest_of_the_best(contenders, folds.weights());
  if (!simplest) return std::nullopt;
  const std::size_t single = *simplest;
  std::vector<Contender> pools;
  std::optional<std::size_t> best;  // of these
  if (rules.calibrate && rules.pools) {
    const bool is_easy = total_loss(contenders[single], folds.weights()) < fewest_nats;
    for (const std::size_t first : std::set{single, first_of_pools(contenders, single)}) {
      std::optional<Contender> found = contest.pooled(members(contenders, first, set.schema));
      if (!found || !found->problem.empty()) continue;
      const bool has_to_pay = first != single || rows.rows > many_rows;
      const bool may_be_taken = has_to_pay ? !is_as_good(contenders[single], *found, folds.weights())
                                : is_easy  ? loss_of(*found) < loss_of(contenders[single])
                                           : true;
      if (may_be_taken && (!best || loss_of(*found) < loss_of(pools[*best]))) best = pools.size();
      pools.push_back(std::move(*found));
    }
  }
  const std::size_t chosen = best ? contenders.size() + *best : single;
  std::ranges::move(pools, std::back_inserter(contenders));
  return Ranked{contenders[chosen].candidate, ranking_of(contenders, chosen, rows.rows, count)};
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

}  // namespace

FitPlan with_chosen_terms(FitPlan plan, const Table& rows, const Labels& labels, const WorkOptions& work) {
  constexpr std::size_t most_rows = 3000;
  const std::size_t classes = count_classes(labels);
  if (classes < 2 || rows.rows < fewest_rows || classes == rows.rows) return plan;
  tell(work.steps, choosing);
  const SomeRows some(rows, labels, std::min(rows.rows, most_rows));
  const CandidateSet set = text_candidates(plan);
  std::optional<Ranked> ranked =
      rank_candidates(set, plan.schema, some.table(), some.labels(),
                      {.calibrate = plan.calibrate != Calibrate::none, .pools = false}, work);
  if (!ranked) return plan;
  plan.options.readings = std::move(ranked->chosen.readings);
  plan.options = settled(plan.options, plan.schema);
  if (plan.ranking.models.empty()) plan.ranking = std::move(ranked->ranking);
  return plan;
}

FitPlan chosen_automatically(FitPlan plan, const Schema& sampled, const Table& rows, const Labels& labels,
                             const WorkOptions& work) {
  constexpr std::size_t most_scores = 1U << 21U;  // of one reading
  const AutoParts parts = std::exchange(plan.automatic, std::nullopt).value();
  const std::size_t classes = count_classes(labels);
  if (!plan.many_labels) check_label_count(classes, rows.rows, plan.schema.target);
  check_declared_labels(plan.schema, rows.rows);
  constexpr std::size_t few = 10;  // rows of a class each: more show that labels are not to be shared
  if (classes == rows.rows && classes >= few) return plan;
  const bool has_rows_of_all = plan.schema.declared_labels.size() <= classes;
  if (classes < 2 && has_rows_of_all) return plan;
  const auto binned = [&] {
    const CandidateSet set = make_binned_candidate(plan, parts, sampled, rows, labels);
    return plan_of(set.candidates.front(), set, plan);
  };
  if (rows.rows < fewest_rows || classes == rows.rows) return binned();
  tell(work.steps, choosing);
  const SomeRows some(rows, labels, std::min(rows.rows, std::max(most_scores / classes, fewest_rows)));
  tell(work.steps, choosing);  // each of these may take a while
  const CandidateSet set = make_candidates(plan, parts, sampled, some.table(), some.labels());
  tell(work.steps, choosing);
  std::optional<Ranked> ranked = rank_candidates(set, sampled, some.table(), some.labels(),
                                                 {.calibrate = plan.calibrate != Calibrate::none,
                                                  .pools = parts.pools && plan.calibrate == Calibrate::temperature},
                                                 work);
  if (!ranked) return binned();  // of counts there is always a model
  plan = plan_of(ranked->chosen, set, plan);
  plan.ranking = std::move(ranked->ranking);
  return plan;
}

}  // namespace suffice
