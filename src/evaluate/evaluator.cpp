// Evaluator: from posteriors and true labels to metrics, row by row.
#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "evaluate/proportion.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

constexpr std::size_t calibration_bins = 15;
constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

double ratio(double part, double whole) { return whole > 0 ? part / whole : undefined; }

}  // namespace

struct Evaluator::State {
  std::size_t size;        // labels of the model
  LabelDictionary labels;  // those, then labels found only in the data
  std::uint64_t rows = 0;
  std::uint64_t impossible_rows = 0;
  double weight = 0;
  double right = 0;
  double loss = 0;
  double brier = 0;
  std::vector<std::vector<double>> confusion = {};  // true label × label of the model
  std::vector<CalibrationBin> bins = {};            // weighted sums in place of means
};

Evaluator::Evaluator(std::span<const std::string> labels)
    : state_(std::make_unique<State>(State{labels.size(), LabelDictionary(labels)})) {
  state_->confusion.assign(labels.size(), std::vector<double>(labels.size()));
  state_->bins.resize(calibration_bins);
}

Evaluator::~Evaluator() = default;
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;

void Evaluator::add(std::span<const double> log_posterior, const Labels& truth, std::span<const double> weights) {
  State& state = *state_;
  const std::size_t rows = truth.codes.size();
  if (log_posterior.size() != rows * state.size || (!weights.empty() && weights.size() != rows)) {
    throw Error(ErrorCode::usage, fmt::format("{} posteriors and {} weights for {} rows of {} classes",
                                              log_posterior.size(), weights.size(), rows, state.size));
  }
  for (std::size_t i = 0; i < rows; ++i) {
    const double weight = weights.empty() ? 1 : weights[i];
    if (!(weight > 0)) {
      continue;
    }
    const std::size_t y = state.labels.add(truth.names[truth.codes[i]]);
    if (y >= state.confusion.size()) {
      state.confusion.emplace_back(state.size);
    }
    const auto posterior = log_posterior.subspan(i * state.size, state.size);
    const auto best = std::ranges::max_element(posterior);
    const auto predicted = static_cast<std::size_t>(best - posterior.begin());
    const bool right = predicted == y;
    const double confidence = std::exp(*best);
    double brier = y < state.size ? 0 : 1;
    for (std::size_t c = 0; c < state.size; ++c) {
      const double error = std::exp(posterior[c]) - (c == y ? 1 : 0);
      brier += error * error;
    }
    const double log_p = y < state.size ? posterior[y] : -std::numeric_limits<double>::infinity();
    ++state.rows;
    if (std::isinf(log_p)) {
      ++state.impossible_rows;
    }
    state.weight += weight;
    state.right += right ? weight : 0;
    state.loss -= weight * log_p;
    state.brier += weight * brier;
    state.confusion[y][predicted] += weight;
    CalibrationBin& bin = state.bins[std::min(
        calibration_bins - 1, static_cast<std::size_t>(confidence * static_cast<double>(calibration_bins)))];
    bin.weight += weight;
    bin.confidence += weight * confidence;
    bin.accuracy += right ? weight : 0;
  }
}

Metrics Evaluator::metrics() const {
  const State& state = *state_;
  if (state.rows == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to evaluate on");
  }
  Metrics metrics;
  metrics.rows = state.rows;
  metrics.weight = state.weight;
  metrics.accuracy = wilson_interval(state.right, state.weight);
  metrics.log_loss = state.loss / state.weight;
  metrics.impossible_rows = state.impossible_rows;
  metrics.brier = state.brier / state.weight;
  for (const CalibrationBin& bin : state.bins) {
    metrics.calibration_error += std::abs(bin.confidence - bin.accuracy) / state.weight;
    metrics.calibration.push_back({bin.weight, ratio(bin.confidence, bin.weight), ratio(bin.accuracy, bin.weight)});
  }
  metrics.labels = state.labels.names();
  const std::size_t size = metrics.labels.size();
  metrics.confusion.resize(size * size);
  for (std::size_t y = 0; y < size; ++y) {
    std::ranges::copy(state.confusion[y], metrics.confusion.begin() + static_cast<std::ptrdiff_t>(y * size));
  }
  for (std::size_t c = 0; c < size; ++c) {
    double labelled = 0;
    double predicted = 0;
    for (std::size_t k = 0; k < size; ++k) {
      labelled += metrics.confusion[c * size + k];
      predicted += metrics.confusion[k * size + c];
    }
    const double right = metrics.confusion[c * size + c];
    metrics.classes.push_back({labelled, ratio(right, predicted), ratio(right, labelled),
                               labelled > 0 && predicted > 0 ? 2 * right / (labelled + predicted) : undefined});
  }
  return metrics;
}

}  // namespace suffice
