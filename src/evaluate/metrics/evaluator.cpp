// Evaluator: from posteriors and true labels to metrics, row by row.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "evaluate/metrics/proportion.hpp"
#include "evaluate/metrics/ranked_scores.hpp"
#include "math/special/not_a_number.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

constexpr std::size_t calibration_bins = 15;
constexpr std::size_t most_top = 10;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// The class of a row that has zero probability under every class.
constexpr auto none_possible = static_cast<std::size_t>(no_decision);

std::size_t most_probable(std::span<const double> log_posterior) {
  if (std::ranges::all_of(log_posterior, [](double value) { return value == -infinity; })) {
    return none_possible;
  }
  return static_cast<std::size_t>(std::ranges::max_element(log_posterior) - log_posterior.begin());
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : not_a_number; }

/// A weighted mean of what is defined.
class Mean {
 public:
  void add(double value, double weight) {
    if (std::isnan(value)) return;
    sum_ += weight * value;
    weight_ += weight;
  }
  [[nodiscard]] double value() const { return ratio(sum_, weight_); }

 private:
  double sum_ = 0;
  double weight_ = 0;
};

/// Over the classes, each weighing weight(class).
template <typename Weight>
AverageScore average(std::span<const ClassScore> classes, const Weight& weight) {
  Mean precision;
  Mean recall;
  Mean f1;
  Mean roc_auc;
  Mean average_precision;
  for (const ClassScore& score : classes) {
    const double w = weight(score);
    if (!std::isnan(score.f1)) {  // some row has the label, or was decided for it
      precision.add(std::isnan(score.precision) ? 0 : score.precision, w);
      recall.add(std::isnan(score.recall) ? 0 : score.recall, w);
      f1.add(score.f1, w);
    }
    roc_auc.add(score.roc_auc, w);
    average_precision.add(score.average_precision, w);
  }
  return {precision.value(), recall.value(), f1.value(), roc_auc.value(), average_precision.value()};
}

/// Weights of rows that have a label or were decided for it.
struct LabelTotals {
  double labelled = 0;   // all rows of the label
  double decided = 0;    // those with a decision
  double predicted = 0;  // rows of any label that were decided for this one
  double right = 0;
};

/// Whether some of these weights are those of more than one label.
bool varies(std::span<const LabelTotals> totals, double LabelTotals::* weight) {
  return std::ranges::count_if(totals, [weight](const LabelTotals& label) { return label.*weight > 0; }) > 1;
}

/// The correlation of the indicators of labels and of decisions (Gorodkin 2004); `decided` is the weight of all.
double matthews_correlation(std::span<const LabelTotals> totals, double decided) {
  if (!varies(totals, &LabelTotals::decided) || !varies(totals, &LabelTotals::predicted)) return 0;
  const double unit = near_unit(decided);
  double total = 0;
  double right = 0;
  double both = 0;  // Σ_k t_k p_k
  double labels = 0;
  double decisions = 0;
  for (const LabelTotals& label : totals) {
    const double labelled = unit * label.decided;
    const double predicted = unit * label.predicted;
    total += labelled;
    right += unit * label.right;
    both += labelled * predicted;
    labels += labelled * labelled;
    decisions += predicted * predicted;
  }
  const double spread = (total * total - decisions) * (total * total - labels);
  return spread > 0 ? (right * total - both) / std::sqrt(spread) : 0;
}

}  // namespace

struct Evaluator::State {
  std::size_t size;          // labels of the model
  std::vector<double> cost;  // size × size: decided label, true label; or empty
  LabelDictionary labels;    // those, then labels found only in the data
  std::uint64_t rows = 0;
  std::uint64_t impossible_rows = 0;
  double weight = 0;
  double decided = 0;  // weight of the rows with a decision, and without
  double undecided = 0;
  double right = 0;
  double costed = 0;  // weight of the decided rows whose cost is known
  double total_cost = 0;
  double loss = 0;
  double brier = 0;
  std::vector<LabelTotals> totals = {};             // of each label
  std::vector<std::vector<double>> confusion = {};  // true label × label of the model; none of too many labels
  std::vector<CalibrationBin> bins = {};            // weighted sums in place of means
  std::vector<double> top = {};                     // weight of the rows whose label has that rank
  RankedScores ranked;
  double joint = 0;  // Σ w log p(x, y); NaN once it is unknown of a row

  void check(std::span<const double> log_posterior, const Labels& truth, std::span<const double> weights,
             std::span<const std::uint32_t> decisions, std::span<const double> log_joint) const;
  void add_rank(std::span<const double> log_posterior, std::size_t y, double row_weight);
  std::size_t label_number(const std::string& label);
  void add_posterior(std::span<const double> log_posterior, std::size_t y, double row_weight);
  void add_decision(std::size_t decision, std::size_t y, double row_weight);
};

void Evaluator::State::check(std::span<const double> log_posterior, const Labels& truth,
                             std::span<const double> weights, std::span<const std::uint32_t> decisions,
                             std::span<const double> log_joint) const {
  const std::size_t count = truth.codes.size();
  const auto fits = [count](std::size_t given) { return given == 0 || given == count; };
  if (log_posterior.size() != count * size || !fits(weights.size()) || !fits(decisions.size()) ||
      (!log_joint.empty() && log_joint.size() != count * size)) {
    throw Error(ErrorCode::usage,
                fmt::format("{} posteriors, {} joints, {} weights and {} decisions for {} rows of {} classes",
                            log_posterior.size(), log_joint.size(), weights.size(), decisions.size(), count, size));
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (truth.codes[i] >= truth.names.size()) {
      throw Error(ErrorCode::bad_data, fmt::format("there is no label number {}", truth.codes[i]),
                  fmt::format("row {}", i));
    }
    if (!decisions.empty() && decisions[i] >= size && decisions[i] != no_decision) {
      throw Error(ErrorCode::usage, fmt::format("there is no class number {} to decide for", decisions[i]),
                  fmt::format("row {}", i));
    }
  }
}

std::size_t Evaluator::State::label_number(const std::string& label) {
  const std::size_t number = labels.add(label);
  if (number >= totals.size()) {
    totals.emplace_back();
    if (!confusion.empty()) confusion.emplace_back(size);
    if (totals.size() > most_confused_labels) confusion.clear();
  }
  return number;
}

void Evaluator::State::add_posterior(std::span<const double> log_posterior, std::size_t y, double row_weight) {
  double error = y < size ? 0 : 1;
  for (std::size_t c = 0; c < size; ++c) {
    const double difference = std::exp(log_posterior[c]) - (c == y ? 1 : 0);
    error += difference * difference;
  }
  const double log_p = y < size ? log_posterior[y] : -infinity;
  ++rows;
  impossible_rows += std::isinf(log_p) ? 1U : 0U;
  weight += row_weight;
  totals[y].labelled += row_weight;
  loss -= row_weight * log_p;
  brier += row_weight * error;
  const std::size_t best = most_probable(log_posterior);
  if (best == none_possible) {
    return;
  }
  const double confidence = std::exp(log_posterior[best]);
  CalibrationBin& bin = bins[std::min(calibration_bins - 1,
                                      static_cast<std::size_t>(confidence * static_cast<double>(calibration_bins)))];
  bin.weight += row_weight;
  bin.confidence += row_weight * confidence;
  bin.accuracy += best == y ? row_weight : 0;
}

// The rank of the label, ties in the order of labels; one beyond all others where the label has none.
void Evaluator::State::add_rank(std::span<const double> log_posterior, std::size_t y, double row_weight) {
  ranked.add(log_posterior, y, row_weight);
  if (y >= size || std::isinf(log_posterior[y])) return;
  std::size_t rank = 0;
  for (std::size_t c = 0; c < size; ++c) {
    rank += log_posterior[c] > log_posterior[y] || (log_posterior[c] == log_posterior[y] && c < y) ? 1U : 0U;
  }
  if (rank < top.size()) top[rank] += row_weight;
}

void Evaluator::State::add_decision(std::size_t decision, std::size_t y, double row_weight) {
  if (decision == no_decision) {
    undecided += row_weight;
    return;
  }
  decided += row_weight;
  right += decision == y ? row_weight : 0;
  totals[y].decided += row_weight;
  totals[y].right += decision == y ? row_weight : 0;
  totals[decision].predicted += row_weight;
  if (!confusion.empty()) confusion[y][decision] += row_weight;
  if (cost.empty()) {
    costed += row_weight;
    total_cost += decision == y ? 0 : row_weight;
  } else if (y < size) {
    costed += row_weight;
    total_cost += row_weight * cost[decision * size + y];
  }
}

Evaluator::Evaluator(std::span<const std::string> labels, std::span<const double> cost)
    : state_(std::make_unique<State>(State{.size = labels.size(),
                                           .cost = {cost.begin(), cost.end()},
                                           .labels = LabelDictionary(labels),
                                           .ranked = RankedScores(labels.size())})) {
  const std::size_t size = labels.size();
  if (size == 0) {
    throw Error(ErrorCode::usage, "there are no classes to tell apart");
  }
  if (!cost.empty() && cost.size() != size * size) {
    throw Error(ErrorCode::usage,
                fmt::format("a cost matrix of {} numbers for {} classes; give {} × {}", cost.size(), size, size, size));
  }
  if (!std::ranges::all_of(cost, [](double value) { return std::isfinite(value); })) {
    throw Error(ErrorCode::usage, "a cost is not a finite number");
  }
  if (size <= most_confused_labels) state_->confusion.assign(size, std::vector<double>(size));
  state_->totals.resize(size);
  state_->bins.resize(calibration_bins);
  state_->top.resize(std::min(size, most_top));
}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

void Evaluator::add(std::span<const double> log_posterior, const Labels& truth, std::span<const double> weights,
                    std::span<const std::uint32_t> decisions, std::span<const double> log_joint) {
  State& state = *state_;
  state.check(log_posterior, truth, weights, decisions, log_joint);
  for (std::size_t i = 0; i < truth.codes.size(); ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (!(weight > 0)) {
      continue;
    }
    const std::size_t y = state.label_number(truth.names[truth.codes[i]]);
    const auto posterior = log_posterior.subspan(i * state.size, state.size);
    state.add_posterior(posterior, y, weight);
    state.add_rank(posterior, y, weight);
    state.joint += log_joint.empty() ? not_a_number
                   : y < state.size  ? weight * log_joint[i * state.size + y]
                                     : -infinity;
    state.add_decision(decisions.empty() ? most_probable(posterior) : decisions[i], y, weight);
  }
}

Metrics Evaluator::metrics() const {
  const State& state = *state_;
  if (state.rows == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to evaluate on");
  }
  if (!std::isfinite(state.weight)) {
    throw Error(ErrorCode::bad_data, "the weights are too large: their sum overflows. Give smaller weights");
  }
  Metrics metrics;
  metrics.rows = state.rows;
  metrics.weight = state.weight;
  metrics.undecided_weight = state.undecided;
  metrics.accuracy = wilson_interval(state.right, state.decided);
  metrics.cost = ratio(state.total_cost, state.costed);
  metrics.log_loss = state.loss / state.weight;
  metrics.impossible_rows = state.impossible_rows;
  metrics.brier = state.brier / state.weight;
  for (const CalibrationBin& bin : state.bins) {
    metrics.calibration_error += std::abs(bin.confidence - bin.accuracy) / state.weight;
    metrics.calibration.push_back({bin.weight, ratio(bin.confidence, bin.weight), ratio(bin.accuracy, bin.weight)});
  }
  metrics.labels = state.labels.names();
  const std::size_t size = metrics.labels.size();
  metrics.confusion.resize(state.confusion.empty() ? 0 : size * size);
  for (std::size_t y = 0; y < state.confusion.size(); ++y) {
    std::ranges::copy(state.confusion[y], metrics.confusion.begin() + static_cast<std::ptrdiff_t>(y * size));
  }
  const std::vector<RankQuality> ranks = state.ranked.quality();
  Mean recalls;
  for (std::size_t c = 0; c < size; ++c) {
    const auto& [labelled, decided, predicted, right] = state.totals[c];
    const RankQuality rank = c < ranks.size() ? ranks[c] : RankQuality{not_a_number, not_a_number};
    metrics.classes.push_back({labelled, ratio(right, predicted), ratio(right, decided),
                               ratio(2 * right, decided + predicted), rank.roc_auc, rank.average_precision});
    recalls.add(metrics.classes.back().recall, 1);
  }
  metrics.macro = average(metrics.classes, [](const ClassScore&) { return 1.0; });
  metrics.weighted = average(metrics.classes, [](const ClassScore& score) { return score.weight; });
  metrics.balanced_accuracy = recalls.value();
  metrics.matthews = matthews_correlation(state.totals, state.decided);
  double within = 0;
  for (const double weight : state.top) {
    within += weight;  // in another order than all rows, so that the sum may be rounded to more than theirs
    metrics.top.push_back(std::min(within / state.weight, 1.0));
  }
  metrics.ranked_rows = state.ranked.rows();
  metrics.ranks_all_rows = state.ranked.has_all_rows();
  metrics.conditional_log_likelihood = -state.loss;
  metrics.joint_log_likelihood = state.joint;
  return metrics;
}

}  // namespace suffice
