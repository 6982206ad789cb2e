// Leave-one-out: each row scored with itself removed from the sums (MODELS §11).
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "encode/encoder.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/read_block.hpp"
#include "evaluate/calibration/calibrate.hpp"
#include "evaluate/calibration/cross_fitted_map.hpp"
#include "evaluate/calibration/left_out_scores.hpp"
#include "evaluate/folds/reordered_rows.hpp"
#include "evaluate/leave_one_out/amount_removal.hpp"
#include "evaluate/leave_one_out/closed_form.hpp"
#include "evaluate/leave_one_out/dependence_removal.hpp"
#include "evaluate/leave_one_out/presence_removal.hpp"
#include "evaluate/leave_one_out/removal_plan.hpp"
#include "evaluate/leave_one_out/token_removal.hpp"
#include "evaluate/leave_one_out/value_removal.hpp"
#include "evaluate/metrics/left_out_totals.hpp"
#include "math/special/log_sum_exp.hpp"
#include "math/system/parallel.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

/// The class prior without a row. It is a parameter, estimated again, unless it was given.
class PriorWithoutRow {
 public:
  PriorWithoutRow(const ClassCounts& classes, const ClassPrior& prior)
      : weight_(classes.weight),
        held_(std::holds_alternative<UniformPrior>(prior) || std::holds_alternative<GivenPrior>(prior)),
        pseudocount_(std::holds_alternative<SmoothedPrior>(prior) ? 1 : 0),
        log_weight_(held_ ? class_prior(classes, prior) : classes.weight) {
    std::ranges::transform(log_weight_, log_weight_.begin(), [this](double w) { return std::log(w + pseudocount_); });
  }

  /// log π_j less a term that is the same for every class, without a row of class c.
  [[nodiscard]] double log(std::size_t j, std::size_t c, double row_weight) const {
    return j == c && !held_ ? std::log(weight_[c] - row_weight + pseudocount_) : log_weight_[j];
  }

 private:
  std::vector<double> weight_;
  bool held_;
  double pseudocount_;
  std::vector<double> log_weight_;
};

bool shrinks_to_variances(const Reading& reading) {
  const auto* const options = std::get_if<GaussianOptions>(&reading.options);
  const auto* const rda = options == nullptr ? nullptr : std::get_if<RdaShrinkage>(&options->shrinkage);
  return rda != nullptr && rda->target == RdaTarget::variances;
}

/// Whether a row can be removed in closed form from sums that are completed, or from a shared covariance that is shrunk
/// before it is mixed with that of the class: not so.
bool has_no_closed_form(const ReadBlock& read, const Reading& reading) {
  const auto* options = std::get_if<GaussianOptions>(&reading.options);
  return options != nullptr && (shrinks_to_variances(reading) || needs_completion(read.of<Moments>(), *options));
}

/// One of the ways to remove rows from the sums of a reading, and for how many there is time.
struct Scorer {
  /// out: chosen × C, log densities; a NaN among them where the row cannot be removed.
  std::function<void(const LeftOut& left_out, std::span<double> out)> log_densities;
  std::size_t rows = 0;
  bool target_held = false;
};

// Gaussians: the informative columns, of sparse rows too, as the plan takes them.
void gaussian_densities(const RemovalPlan& plan, std::size_t features, const LeftOut& left_out, std::span<double> out) {
  std::vector<double> values;
  std::vector<double> weights;
  std::vector<std::size_t> classes;
  std::vector<double> row(features);
  for (const std::size_t i : left_out.chosen) {
    copy_row(left_out.rows, i, row.data());
    for (const std::size_t j : plan.columns) {
      values.push_back(plan.origin.empty() ? row[j] : row[j] - plan.origin[j]);
    }
    weights.push_back(row_weight(left_out.rows, i));
    classes.push_back(left_out.classes[i]);
  }
  const RowsToRemove removed{Batch::row_major(values.data(), classes.size(), plan.columns.size(), weights), classes};
  std::visit([&](const auto& removal) { removal.log_densities(removed, out); }, plan.removal);
}

template <typename Removal>
Scorer scorer_of(Removal removal, std::size_t rows) {
  const auto shared = std::make_shared<const Removal>(std::move(removal));
  return {[shared](const LeftOut& left_out, std::span<double> out) { shared->log_densities(left_out, out); }, rows};
}

bool are_equal(std::span<const double> weights) {
  return std::ranges::adjacent_find(weights, std::not_equal_to<>()) == weights.end();
}

/// Makes the scorer of a reading, by the alternative of its options. What `read` views outlives the scorer.
struct MakeScorer {
  const ReadBlock& read;
  const Table& rows;
  const ClassPrior& prior;
  unsigned threads;
  double share;  // of the time there is for all rows

  // All rows, or as many as take about 10⁹ steps, 100 at least.
  [[nodiscard]] std::size_t affordable(double steps_a_row) const {
    constexpr double most_steps = 1e9;
    constexpr double fewest_rows = 100;
    const double count = std::floor(share * std::max(fewest_rows, std::floor(most_steps / steps_a_row)));
    return std::min(rows.rows, static_cast<std::size_t>(std::clamp(count, 1.0, 1e9)));
  }

  Scorer operator()(const GaussianOptions& options) const {
    const auto plan = std::make_shared<const RemovalPlan>(
        plan_removal(read.of<Moments>(), options, rows.rows, share * 1e10, threads));
    const std::size_t features = read.block().features.size();
    return {[plan, features](const LeftOut& left_out, std::span<double> out) {
              gaussian_densities(*plan, features, left_out, out);
            },
            plan->rows, plan->target_held};
  }
  Scorer operator()(const TermOptions& options) const {
    if (options.family == TermFamily::bernoulli) {
      PresenceRemoval removal(read.of<TermCounts>(), options, threads);
      const double steps = are_equal(rows.weights) ? 1 : static_cast<double>(removal.groups());
      return scorer_of(std::move(removal), affordable(steps));
    }
    return scorer_of(TokenRemoval(read.of<TermCounts>(), options, threads), affordable(1));
  }
  Scorer operator()(const ValueOptions& options) const {
    const ValueBlock block = read.of<ValueCounts>();
    if (options.dependence == Dependence::none) {
      return scorer_of(ValueRemoval(block, options), affordable(1));
    }
    const std::size_t pairs = block.features() * block.features();
    return scorer_of(DependenceRemoval(block, options, threads),
                     affordable(static_cast<double>(pairs * block.classes.size())));
  }
  Scorer operator()(const AmountOptions& options) const {
    const AmountBlock block = read.of<AmountSums>();
    if (std::ranges::count(block.classes.rows, std::uint64_t{0}) > 0) {
      check_borrowed(amounts(block, options), block.block, block.classes.labels, class_prior(block.classes, prior));
    }
    return scorer_of(AmountRemoval(block, options), affordable(static_cast<double>(block.sums.sum.size())));
  }
};

/// A reading: its rows, and how they are scored.
struct ScoredReading {
  BlockRows rows;
  Scorer scorer;
};

/// Scores rows each without itself.
struct RowScorer {
  std::vector<ScoredReading> readings;
  PriorWithoutRow prior;
  bool has_prior;  // not so the scores of complement models
  std::span<const double> weights;
  std::span<const std::size_t> truth;
  std::size_t classes;

  // The log densities of one reading, chosen × C.
  void log_densities(std::size_t r, std::span<const std::size_t> chosen, std::span<double> out) const {
    readings[r].scorer.log_densities({readings[r].rows, truth, chosen}, out);
  }

  // Σ over the readings of their log densities, chosen × C. NaN, a row that some reading cannot remove, stays NaN.
  [[nodiscard]] std::vector<double> log_densities(std::span<const std::size_t> chosen) const {
    std::vector<double> sum(chosen.size() * classes);
    std::vector<double> addend(readings.size() > 1 ? sum.size() : 0);
    for (std::size_t r = 0; r < readings.size(); ++r) {
      std::vector<double>& out = r == 0 ? sum : addend;
      log_densities(r, chosen, out);
      if (r > 0) {
        std::ranges::transform(sum, addend, sum.begin(), std::plus<>());
      }
    }
    return sum;
  }

  void score(std::span<const std::size_t> chosen, std::span<LeftOutRow> out) const {
    std::vector<double> densities = log_densities(chosen);
    for (std::size_t place = 0; place < chosen.size(); ++place) {
      const std::size_t i = chosen[place];
      const std::size_t c = truth[i];
      const auto posterior = std::span(densities).subspan(place * classes, classes);
      if (std::ranges::any_of(posterior, [](double value) { return std::isnan(value); })) {
        continue;
      }
      for (std::size_t j = 0; has_prior && j < classes; ++j) {
        posterior[j] += prior.log(j, c, weights.empty() ? 1 : weights[i]);
      }
      normalise_logs(posterior);
      const auto best = static_cast<std::size_t>(std::ranges::max_element(posterior) - posterior.begin());
      out[place] = {posterior[c], best == c && !std::isinf(posterior[c])};
    }
  }
};

// What numbers the sums could have taken.
struct RuleOf {
  NumberRule operator()(const Moments& moments) const {
    return moments.column_weight.empty() && !moments.has_patterns() ? NumberRule::finite : NumberRule::known;
  }
  NumberRule operator()(const Shared<TermCounts>& /*terms*/) const { return NumberRule::amount; }
  NumberRule operator()(const ValueCounts& /*values*/) const { return NumberRule::amount; }  // rows hold no numbers
  NumberRule operator()(const AmountSums& /*amounts*/) const { return NumberRule::amount; }
};

// Numbers and codes that the sums could have taken.
void check_values(const BlockRows& rows, const ReadBlock& read, unsigned threads) {
  check_shape(rows, read.block(), threads);
  check_numbers(rows, read.block(), std::visit(RuleOf{}, read.sums()), 0, threads);
  if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    check_codes(*categories, read.block(), 0, threads);
  }
}

std::vector<std::size_t> class_indices(const Labels& labels, const ClassCounts& classes) {
  const LabelDictionary dictionary(classes.labels);
  std::vector<std::size_t> indices;
  for (const std::uint32_t code : labels.codes) {
    const auto found = dictionary.find(labels.names[code]);
    if (!found) {
      throw Error(ErrorCode::usage, fmt::format("the sums have no row of class '{}' to remove", labels.names[code]));
    }
    indices.push_back(*found);
  }
  return indices;
}

std::vector<ReadBlock> read_blocks(const Summary& summary, const Options& options) {
  if (options.rival) {
    throw Error(
        ErrorCode::usage,
        fmt::format("{} has no closed form that removes a row: evaluate on rows that were held out or by k folds",
                    to_text(options.rival->loss)));
  }
  std::vector<ReadBlock> blocks;
  blocks.reserve(options.readings.size());
  for (const Reading& reading : options.readings) {
    blocks.emplace_back(summary, reading);
    if (has_no_closed_form(blocks.back(), reading)) {
      throw Error(ErrorCode::usage,
                  "where values are missing the covariances are estimated step by step, as where rda shrinks towards "
                  "variances, and no closed form removes a row: evaluate on rows that were held out or by k folds, or "
                  "take variances alone",
                  {}, {{"model", {"gaussian-nb"}}});
    }
  }
  return blocks;
}

/// Gives the rows of each reading. A table of the summary has the columns of all its blocks, so that a reading of some
/// features of a block is one more block of it.
class ReadingRows {
 public:
  ReadingRows(const Summary& summary, const Options& options, const std::vector<ReadBlock>& blocks)
      : encoder_(schema_of(summary, options, blocks, places_)), buffers_(blocks.size()) {}

  void check(const Table& table) const { encoder_.check(table); }
  /// Holds as long as this object and the table.
  BlockRows rows(const Table& table, std::size_t reading) {
    return encoder_.rows(table, places_[reading], buffers_[reading]);
  }

 private:
  static Schema schema_of(const Summary& summary, const Options& options, const std::vector<ReadBlock>& blocks,
                          std::vector<std::size_t>& places) {
    Schema schema = summary.schema;
    for (std::size_t r = 0; r < blocks.size(); ++r) {
      places.push_back(blocks[r].is_whole() ? options.readings[r].block : schema.blocks.size());
      if (!blocks[r].is_whole()) {
        schema.blocks.push_back(blocks[r].block());
      }
    }
    return schema;
  }

  std::vector<std::size_t> places_;  // of the readings among the encoder's blocks
  Encoder encoder_;
  std::vector<EncodeBuffer> buffers_;
};

/// The rows that are scored each without itself, spread evenly over those of a table, and what scores them.
class RowsLeftOut {
 public:
  /// At most `most_rows`, and no more than the dearest reading can afford in a share of the time. What is given
  /// outlives this object. Errors as leave_one_out().
  RowsLeftOut(const Summary& summary, const Options& options, const Table& rows, const Labels& labels, unsigned threads,
              std::size_t most_rows = SIZE_MAX, double share = 1)
      : options_(checked(options, summary.schema)),
        blocks_(read_blocks(summary, options_)),
        encoded_(summary, options_, blocks_),
        threads_(thread_count(threads)),
        truth_(truth_of(encoded_, rows, labels, summary.classes)),
        scorer_{{},
                PriorWithoutRow(summary.classes, options_.class_prior),
                is_density(options_),
                rows.weights,
                truth_,
                summary.classes.size()} {
    std::size_t count = std::min(rows.rows, most_rows);
    for (std::size_t r = 0; r < blocks_.size(); ++r) {
      const BlockRows block_rows = encoded_.rows(rows, r);
      check_values(block_rows, blocks_[r], threads_);
      Scorer made =
          std::visit(MakeScorer{blocks_[r], rows, options_.class_prior, threads_, share}, options_.readings[r].options);
      count = std::min(count, made.rows);
      target_held_ = target_held_ || made.target_held;
      scorer_.readings.push_back({block_rows, std::move(made)});
    }
    chosen_ = spread_out(count, rows.rows);
  }
  RowsLeftOut(const RowsLeftOut&) = delete;
  RowsLeftOut& operator=(const RowsLeftOut&) = delete;
  RowsLeftOut(RowsLeftOut&&) = delete;
  RowsLeftOut& operator=(RowsLeftOut&&) = delete;
  ~RowsLeftOut() = default;

  [[nodiscard]] const RowScorer& scorer() const { return scorer_; }
  [[nodiscard]] std::span<const std::size_t> chosen() const { return chosen_; }
  [[nodiscard]] bool target_held() const { return target_held_; }

  /// use(place of the first, rows) for parts of the chosen rows, on all threads.
  template <typename Use>
  void each_part(const Use& use) const {
    constexpr std::size_t rows_at_once = 256;
    parallel_for(threads_, (chosen_.size() + rows_at_once - 1) / rows_at_once, [&](std::size_t part, unsigned) {
      const std::size_t first = part * rows_at_once;
      use(first, chosen().subspan(first, std::min(rows_at_once, chosen_.size() - first)));
    });
  }

 private:
  static std::vector<std::size_t> truth_of(const ReadingRows& encoded, const Table& rows, const Labels& labels,
                                           const ClassCounts& classes) {
    encoded.check(rows);
    check_labels(rows.rows, rows.weights, labels);
    return class_indices(labels, classes);
  }

  Options options_;
  std::vector<ReadBlock> blocks_;
  ReadingRows encoded_;
  unsigned threads_;
  std::vector<std::size_t> truth_;
  RowScorer scorer_;
  std::vector<std::size_t> chosen_;
  bool target_held_ = false;
};

}  // namespace

std::string no_closed_form(const Summary& summary, const Options& options) {
  const Options all = checked(options, summary.schema);
  if (all.rival) return model_name(all);
  for (const Reading& reading : all.readings) {
    if (!std::holds_alternative<GaussianOptions>(reading.options)) continue;
    if (shrinks_to_variances(reading)) return "rda that shrinks towards variances";
    if (has_no_closed_form(ReadBlock(summary, reading), reading)) return "these covariances, as values are missing";
  }
  return "";
}

bool has_leave_one_out(const Summary& summary, const Options& options) {
  return no_closed_form(summary, options).empty();
}

namespace {

// Adds rows, each scored without itself, in a share of the time; whether a target was held.
bool add_left_out(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                  unsigned threads, double share, LeftOutTotals& totals) {
  Options read = checked(options, summary.schema);
  std::erase_if(read.readings, [](const Reading& reading) { return reading.pooled(); });
  const RowsLeftOut left_out(summary, read, rows, labels, threads, SIZE_MAX, share);
  std::vector<LeftOutRow> scores(left_out.chosen().size(), {.log_posterior = std::nan("")});
  left_out.each_part([&](std::size_t first, std::span<const std::size_t> part) {
    left_out.scorer().score(part, std::span(scores).subspan(first, part.size()));
  });
  for (std::size_t k = 0; k < scores.size(); ++k) totals.add(scores[k], rows.weight(left_out.chosen()[k]));
  return left_out.target_held();
}

// Each row by its log ratio; `calibration` less its map is what it is scored by where no map applies.
void add_to_map(const LeftOutScores& scores, Calibration calibration, std::span<const double> log_prior,
                CrossFittedMap& map) {
  calibration.map = {};
  const std::vector<double> ratios = log_ratios(scores, calibration.temperatures);
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    map.add({.log_ratio = ratios[i],
             .prior_log_odds = log_prior[1] - log_prior[0],
             .plain = calibrated_row(scores, i, log_prior, calibration),
             .label = scores.labels[i],
             .weight = scores.weights[i],
             .hash = scores.hashes[i]});
  }
}

}  // namespace

LeaveOneOut leave_one_out(const Summary& summary, const Options& options, const Table& rows, const Labels& labels,
                          ScoreOptions score_options) {
  LeftOutTotals totals;
  const bool target_held = add_left_out(summary, options, rows, labels, score_options.threads, 1, totals);
  LeaveOneOut result = totals.result();
  result.target_held = target_held;
  return result;
}

struct LeaveOneOutScorer::State {
  Summary summary;
  Options options;
  Calibration calibration;
  unsigned threads;
  std::vector<double> log_prior = {};
  LeftOutTotals totals = {};
  std::optional<CrossFittedMap> map = {};  // takes the rows where calibration is a map
  bool target_held = false;
};

LeaveOneOutScorer::LeaveOneOutScorer(Summary summary, Options options, Calibration calibration, unsigned threads)
    : state_(std::make_unique<State>(State{std::move(summary), std::move(options), std::move(calibration), threads})) {
  State& state = *state_;
  state.options = checked(state.options, state.summary.schema);
  static_cast<void>(read_blocks(state.summary, state.options));
  state.log_prior = left_out_log_prior(state.summary.classes, state.options);
  const bool has_map = state.log_prior.size() == 2 && !state.calibration.map.from.empty();
  if (has_map) state.map.emplace(state.summary.classes, state.options);
}

LeaveOneOutScorer::~LeaveOneOutScorer() = default;
LeaveOneOutScorer::LeaveOneOutScorer(LeaveOneOutScorer&&) noexcept = default;
LeaveOneOutScorer& LeaveOneOutScorer::operator=(LeaveOneOutScorer&&) noexcept = default;

void LeaveOneOutScorer::add(const Table& all_rows, const Labels& all_labels) {
  State& state = *state_;
  // The sums may know nothing of what rows of weight 0 hold.
  std::vector<std::size_t> counted;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < all_rows.rows; ++i) {
    if (all_rows.weight(i) == 0) continue;
    counted.push_back(i);
    codes.push_back(all_labels.codes[i]);
  }
  const bool are_all = counted.size() == all_rows.rows;
  const ReorderedRows some(are_all ? Table{} : all_rows, are_all ? std::vector<std::size_t>{} : counted);
  const Table& rows = are_all ? all_rows : some.table();
  const Labels labels = are_all ? all_labels : Labels{codes, all_labels.names};
  if (rows.rows == 0) return;
  if (state.calibration == Calibration{}) {
    const std::uint64_t total = std::max<std::uint64_t>(state.summary.classes.total_rows(), rows.rows);
    const double share = static_cast<double>(rows.rows) / static_cast<double>(total);
    state.target_held = add_left_out(state.summary, state.options, rows, labels, state.threads, share, state.totals) ||
                        state.target_held;
    return;
  }
  const LeftOutScores scores = leave_one_out_scores(state.summary, state.options, rows, labels, state.threads);
  state.target_held = state.target_held || scores.target_held;
  if (state.map) {
    add_to_map(scores, state.calibration, state.log_prior, *state.map);
    return;
  }
  for (std::size_t i = 0; i < scores.labels.size(); ++i) {
    state.totals.add(calibrated_row(scores, i, state.log_prior, state.calibration), scores.weights[i]);
  }
}

LeaveOneOut LeaveOneOutScorer::result() const {
  LeaveOneOut result = state_->map ? state_->map->totals().result() : state_->totals.result();
  result.target_held = state_->target_held;
  result.calibrated = state_->map.has_value();
  result.calibration_held = state_->calibration != Calibration{} && !state_->map;
  return result;
}

LeftOutScores leave_one_out_scores(const Summary& summary, const Options& options, const Table& rows,
                                   const Labels& labels, unsigned threads) {
  constexpr std::size_t most_numbers = std::size_t{1} << 24U;
  const std::size_t classes = summary.classes.size();
  const std::size_t readings = checked(options, summary.schema).readings.size();
  const RowsLeftOut left_out(summary, options, rows, labels, threads,
                             std::max<std::size_t>(most_numbers / (classes * readings), 1));
  const std::size_t n = left_out.chosen().size();
  LeftOutScores scores{.readings = std::vector<ReadingScores>(readings), .target_held = left_out.target_held()};
  for (ReadingScores& reading : scores.readings) {
    reading.log_density.resize(n * classes);
  }
  const std::vector<std::uint64_t> hashes = row_hashes(rows);
  for (const std::size_t i : left_out.chosen()) {
    scores.hashes.push_back(hashes[i]);
    scores.labels.push_back(static_cast<std::uint32_t>(left_out.scorer().truth[i]));
    scores.weights.push_back(rows.weight(i));
  }
  left_out.each_part([&](std::size_t first, std::span<const std::size_t> part) {
    for (std::size_t r = 0; r < readings; ++r) {
      left_out.scorer().log_densities(
          r, part, std::span(scores.readings[r].log_density).subspan(first * classes, part.size() * classes));
    }
  });
  return scores;
}

}  // namespace suffice
