// tune(): the options that are best for the sums, searched one after the other.
#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "estimate/model_table.hpp"
#include "evaluate/criteria/left_out_loss.hpp"
#include "evaluate/criteria/sum_criteria.hpp"
#include "fit/held_rows.hpp"
#include "fit/keep.hpp"
#include "fit/row_sums.hpp"
#include "fit/steps.hpp"
#include "fit/tune_values.hpp"
#include "math/system/parallel.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/fit.hpp"

namespace suffice {

namespace {

constexpr std::size_t folds_by_default = 5;
constexpr std::size_t fewest_candidates = 10;  // that are tried in each step

using Score = std::function<OptionScore(const Options&)>;

/// Options on their way to better ones, and every trial.
class Search {
 public:
  Search(const Summary& summary, Options options, const TuneOptions& how, Score score)
      : summary_(&summary), how_(&how), score_(std::move(score)), best_(std::move(options)) {
    best_score_ = score_(best_);
    tuning_.before = best_score_.value;
    tuning_.criterion = how.criterion;
  }

  /// Every option once; whether something changed.
  bool sweep() {
    bool has_changed = false;
    for (std::size_t r = 0; r < best_.readings.size(); ++r) {
      for (const std::string& option : searched_options(*summary_, best_.readings[r], *how_)) {
        has_changed = try_values(option, r, tune_values(option, *summary_, best_.readings[r])) || has_changed;
      }
    }
    return try_priors() || has_changed;
  }

  /// How many options there are to search.
  [[nodiscard]] std::size_t options() const {
    std::size_t count = prior_values(*how_).empty() ? 0 : 1;
    for (const Reading& reading : best_.readings) count += searched_options(*summary_, reading, *how_).size();
    return count;
  }

  void select_columns();

  [[nodiscard]] TunedOptions result() && {
    if (!best_score_.problem.empty()) {
      std::vector<Remedy> remedies;
      if (!is_loss(tuning_.criterion)) remedies.push_back({"criterion", {"loo"}});
      throw Error(ErrorCode::bad_data, "no value that was tried has a model: " + best_score_.problem, "",
                  std::move(remedies));
    }
    tuning_.after = best_score_.value;
    return {std::move(best_), std::move(tuning_)};
  }

 private:
  /// Takes the best of some options, if it is better than what there is; trials of the same option before are gone.
  template <typename Value, typename With>
  bool try_all(const std::string& option, std::size_t reading, const std::vector<Value>& values, const With& with) {
    std::erase_if(tuning_.trials,
                  [&](const Trial& trial) { return trial.option == option && trial.reading == reading; });
    const std::size_t first = tuning_.trials.size();
    std::optional<std::size_t> taken;
    const Options before = best_;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const Options tried = with(before, values[k]);
      const OptionScore score = tried == before ? current_score_of(before) : score_(tried);
      tuning_.trials.push_back({option, values[k].text, reading, score.value, score.problem});
      if (tried == before && !taken) tuning_.trials.back().chosen = true;
      if (score.is_better_than(best_score_)) {
        best_ = tried;
        best_score_ = score;
        taken = k;
      }
    }
    if (!taken) return false;
    for (std::size_t k = first; k < tuning_.trials.size(); ++k) tuning_.trials[k].chosen = k == first + *taken;
    return true;
  }

  // What the options had before their values were tried.
  OptionScore current_score_of(const Options& options) { return options == best_ ? best_score_ : score_(options); }

  bool try_values(const std::string& option, std::size_t r, const std::vector<TuneValue>& values) {
    return try_all(option, r, values, [r](Options options, const TuneValue& value) {
      options.readings[r].options = value.options;
      return options;
    });
  }

  bool try_priors() {
    return try_all("class-prior", 0, prior_values(*how_), [](Options options, const PriorValue& value) {
      options.class_prior = value.prior;
      return options;
    });
  }

  /// The options that read some of the columns, or nothing for none.
  [[nodiscard]] std::optional<Options> reading_only(const std::vector<std::vector<bool>>& is_read) const;

  const Summary* summary_;
  const TuneOptions* how_;
  Score score_;
  Options best_;
  OptionScore best_score_;
  Tuning tuning_;
};

std::optional<Options> Search::reading_only(const std::vector<std::vector<bool>>& is_read) const {
  Options options = best_;
  options.readings.clear();
  for (std::size_t r = 0; r < best_.readings.size(); ++r) {
    Reading reading = best_.readings[r];
    if (!is_read[r].empty()) {
      std::vector<std::string> features;
      for (std::size_t j = 0; j < reading.features.size(); ++j) {
        if (is_read[r][j]) features.push_back(reading.features[j]);
      }
      if (features.empty()) continue;
      reading.features = std::move(features);
    }
    options.readings.push_back(std::move(reading));
  }
  return options.readings.empty() ? std::nullopt : std::optional(std::move(options));
}

/// A column that may be added or dropped.
struct TriedColumn {
  std::size_t reading = 0;
  std::size_t feature = 0;
  OptionScore score = {};
  double gain = INFINITY;  // by which that lowered the score when it was tried last
};

// Readings of text and hashed or open columns stay as they are: their terms are chosen by other options.
void Search::select_columns() {
  const Options all = best_;
  std::vector<std::vector<bool>> is_read;  // empty for a reading that stays
  std::vector<TriedColumn> candidates;     // the most promising first
  const bool is_forward = how_->columns == Selection::forward;
  for (std::size_t r = 0; r < all.readings.size(); ++r) {
    const Block& block = summary_->schema.blocks[all.readings[r].block];
    const bool stays = has_terms(block.kind) || block.open_columns;
    is_read.emplace_back(stays ? 0 : all.readings[r].features.size(), !is_forward);
    for (std::size_t j = 0; j < is_read.back().size(); ++j) candidates.push_back({r, j});
  }
  if (std::ranges::any_of(all.readings, &Reading::pooled)) {
    throw Error(ErrorCode::usage, "columns are not selected where models are pooled", {}, {{"without", {"pools"}}});
  }
  if (candidates.size() < 2) throw Error(ErrorCode::usage, "there are no columns to select between");
  const Search from = *this;  // its best options are those of all columns
  OptionScore now = is_forward ? OptionScore{.value = INFINITY} : best_score_;
  if (is_forward) {
    if (const auto none = from.reading_only(is_read)) now = score_(*none);
    if (!now.problem.empty()) now = {.value = INFINITY};
  }
  const auto try_on = [&](TriedColumn& candidate) {
    const auto flag = is_read[candidate.reading].begin() + static_cast<std::ptrdiff_t>(candidate.feature);
    *flag = is_forward;
    const auto tried = from.reading_only(is_read);
    *flag = !is_forward;
    candidate.gain = -INFINITY;
    if (!tried) {
      candidate.score = {.value = INFINITY, .problem = "a model reads a column at least"};
      return;
    }
    candidate.score = score_(*tried);
    if (candidate.score.problem.empty()) {
      candidate.gain = (std::isinf(now.value) ? 0 : now.value) - candidate.score.value;
    }
    tuning_.trials.push_back({is_forward ? "add" : "drop", all.readings[candidate.reading].features[candidate.feature],
                              candidate.reading, candidate.score.value, candidate.score.problem});
  };
  std::size_t kept_trials = tuning_.trials.size();
  while (!candidates.empty()) {
    const TriedColumn* best = nullptr;
    std::size_t best_trial = 0;
    for (std::size_t k = 0; k < candidates.size(); ++k) {
      // A column gains about as much as it did before, or less now that others have had their part (lazy evaluation,
      // Minoux 1978): few are tried again that gained less then than the best does now.
      if (k >= fewest_candidates && best != nullptr && candidates[k].gain <= best->gain) break;
      try_on(candidates[k]);
      if (candidates[k].score.is_better_than(best == nullptr ? now : best->score)) {
        best = &candidates[k];
        best_trial = tuning_.trials.size() - 1;
      }
    }
    if (best == nullptr) {
      tuning_.trials.resize(kept_trials);  // what was tried last changed nothing
      break;
    }
    const double before = now.value;
    now = best->score;
    is_read[best->reading][best->feature] = is_forward;
    tuning_.trials[best_trial].chosen = true;
    kept_trials = tuning_.trials.size();
    candidates.erase(candidates.begin() + (best - candidates.data()));
    if (std::isinf(before)) {  // gains were counted from 0 instead of what no column has
      const double least = std::ranges::min(candidates, {}, &TriedColumn::gain).gain;
      if (std::isfinite(least)) std::ranges::for_each(candidates, [&](TriedColumn& one) { one.gain -= least; });
    }
    std::ranges::stable_sort(candidates, std::ranges::greater(), &TriedColumn::gain);
  }
  const auto chosen = from.reading_only(is_read);
  if (chosen && now.is_better_than(best_score_)) {
    best_ = *chosen;
    best_score_ = now;
  }
}

/// Why the readings of a model have no likelihood together, and what would give them one.
struct NoLikelihood {
  std::string reason;
  std::vector<Remedy> remedies = {};
};

std::optional<NoLikelihood> no_likelihood(const Summary& summary, const Options& options) {
  if (std::ranges::any_of(options.readings, &Reading::pooled)) {
    return NoLikelihood{"models that are pooled have none together", {{"without", {"pools"}}}};
  }
  for (const Reading& reading : options.readings) {
    if (!summary.schema.blocks[reading.block].indicators.empty()) {
      return NoLikelihood{"indicators of values have posteriors, not densities", {{"without", {"indicators"}}}};
    }
    if (!is_density(reading.options)) {
      return NoLikelihood{"complement-nb gives scores, not densities", {{"model", {"multinomial-nb"}}}};
    }
    if (const auto* const terms = std::get_if<TermOptions>(&reading.options); terms != nullptr && terms->tf_idf) {
      return NoLikelihood{"terms that are weighed by tf-idf have none"};
    }
    const auto* const values = std::get_if<ValueOptions>(&reading.options);
    if (values != nullptr && values->dependence != Dependence::none) {
      return NoLikelihood{fmt::format("that of {} is not computed", model_name(reading.options))};
    }
  }
  return std::nullopt;
}

// Error (usage) where a criterion of sums would compare something else than models of the rows.
void check_likelihood(const Summary& summary, const Options& options, Criterion criterion) {
  if (std::optional<NoLikelihood> found = no_likelihood(summary, options)) {
    std::vector<Remedy> remedies{{"criterion", {"loo"}}};
    std::ranges::move(found->remedies, std::back_inserter(remedies));
    throw Error(ErrorCode::usage, fmt::format("{} compares likelihoods, and {}", to_text(criterion), found->reason), {},
                std::move(remedies));
  }
}

}  // namespace

TunedOptions tune(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                  const TuneOptions& how, const WorkOptions& work) {
  const Options before = checked(options, summary.schema);
  std::optional<LeftOutLoss> loss;
  Score score;
  Steps steps(work.steps, "values of options");
  std::size_t folds = 0;
  if (is_loss(how.criterion)) {
    if (rows.rows < 2) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("options are compared by the log loss of rows that are left out, and {}: name more of the "
                      "rows that the model was fitted on",
                      rows.rows == 0 ? "there are none" : "there is one only"));
    }
    const bool is_closed = how.criterion == Criterion::leave_one_out && has_leave_one_out(summary, before);
    folds = is_closed ? 0 : std::min(folds_by_default, rows.rows);
    loss.emplace(summary, before, rows, labels,
                 LeftOutLossOptions{folds, how.tempered, kept_by(summary), thread_count(work.threads), how.seed});
    score = [&](const Options& tried) {
      OptionScore found = loss->score(tried);
      steps.add();
      return found;
    };
  } else if (how.criterion == Criterion::evidence) {
    score = [&](const Options& tried) { return evidence_criterion(summary, tried); };
  } else {
    const double n = summary.classes.total_weight();
    const double penalty = how.criterion == Criterion::aic ? 2 : std::log(n);
    score = [&summary, penalty](const Options& tried) { return likelihood_criterion(summary, tried, penalty); };
  }
  if (how.columns != Selection::none && !is_loss(how.criterion)) {
    throw Error(ErrorCode::usage, "likelihoods of fewer columns are those of other data: select columns by a loss", {},
                {{"criterion", {"loo"}}});
  }
  if (!is_loss(how.criterion)) check_likelihood(summary, before, how.criterion);
  Search search(summary, before, how, score);
  if (search.options() == 0 && how.columns == Selection::none) {
    TuneOptions by_loss = how;
    by_loss.criterion = Criterion::leave_one_out;
    const bool would_help = !is_loss(how.criterion) && Search(summary, before, by_loss, score).options() > 0;
    throw Error(ErrorCode::usage,
                would_help ? fmt::format("{} compares no option of {} that is still open", to_text(how.criterion),
                                         model_name(before))
                           : fmt::format("no option of {} is still open to be searched", model_name(before)),
                {}, {would_help ? Remedy{"criterion", {"loo"}} : Remedy{"tune", {}, Remedy::Act::leave_out}});
  }
  constexpr int most_sweeps = 2;
  for (int sweep = 0; sweep < most_sweeps && search.sweep() && search.options() > 1; ++sweep) {
  }
  if (how.columns != Selection::none) search.select_columns();
  TunedOptions result = std::move(search).result();
  for (Reading& reading : result.options.readings) {
    // A reading of all features takes those that come later too.
    if (reading.features == summary.schema.blocks[reading.block].features) reading.features.clear();
  }
  result.tuning.rows = loss ? loss->rows() : 0;
  result.tuning.folds = folds;
  return result;
}

namespace {

// A sample of the rows of a source.
Reservoir held_rows(const Summary& summary, Source& source, std::uint64_t seed, const WorkOptions& work) {
  Reservoir rows(summary.schema, seed);
  source.set_missing_markers(summary.schema.dialect.missing);
  source.bind(summary.schema);
  const Summary sums = sum_rows(source, summary.schema, kept_by(summary), work, &rows).summary;
  check_holds(summary, sums);
  const auto labels = std::ranges::count_if(sums.classes.rows, [](std::uint64_t count) { return count > 0; });
  if (labels < 2 && sums.classes.total_rows() > 1) {
    throw Error(ErrorCode::bad_data,
                "these rows have one label: options cannot be compared by them; name the rows that the model was "
                "fitted on",
                work.input);
  }
  return rows;
}

}  // namespace

Stored tune(const Stored& stored, Source* source, const TuneOptions& how, const WorkOptions& work) {
  if (stored.options.rival && stored.options.rival->loss == RivalLoss::logistic) {
    throw Error(ErrorCode::usage,
                "the ridge of logistic is searched when it is fitted on rows, which a model file does not hold", "",
                {{"tune", {}, Remedy::Act::refit}});
  }
  if (stored.options.rival) {
    throw Error(ErrorCode::usage, fmt::format("{} has no options that are searched", model_name(stored.options)), "",
                {{"tune", {}, Remedy::Act::leave_out}, {"criterion", {}, Remedy::Act::leave_out}});
  }
  const Summary& summary = stored.summary;
  Reservoir rows(summary.schema, how.seed);
  if (source != nullptr) {
    rows = held_rows(summary, *source, how.seed, work);
  } else if (is_loss(how.criterion)) {
    throw Error(ErrorCode::usage, "a loss is that of rows: name the ones that the model was fitted on", {},
                {{"tune", {"INPUT"}}});
  }
  if (summary.classes.size() < 2) {
    throw Error(ErrorCode::bad_data, "all rows have one label: there is nothing to compare options by");
  }
  TuneOptions own = how;
  if (stored.fitted.calibration() != Calibration{}) own.held.emplace_back("class-prior");  // which offsets stand for
  TunedOptions tuned = tune(summary, stored.options, rows.rows(), rows.labels(), own, work);
  const bool stays =
      checked(stored.options, summary.schema).readings == checked(tuned.options, summary.schema).readings;
  Stored result = {.options = std::move(tuned.options), .summary = summary, .tuning = std::move(tuned.tuning)};
  if (stays) {
    result.fitted = stored.fitted;
    result.ranking = stored.ranking;
  }
  return result;
}

Selection parse_selection(const std::string& text) {
  if (text == "forward") return Selection::forward;
  if (text == "backward") return Selection::backward;
  throw Error(ErrorCode::usage, fmt::format("columns are selected forward or backward, not '{}'", text));
}

}  // namespace suffice
