#include "model/outlier_bounds.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "math/kernels/softmax.hpp"

namespace suffice {

namespace {

// The terms of a row, at least 1, where its documents are all it has, and the model takes their length as given;
// else 1.
double length_of(const ModelParts& model, std::span<const ReadRows> readings, std::size_t i) {
  const bool is_given =
      readings.size() == 1 && !readings.front().lengths.empty() && model.conditionals.front()->has_given_length();
  return is_given ? std::max(1.0, readings.front().lengths[i]) : 1.0;
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  const std::size_t n = values.size();
  const auto rank = std::min(n - 1, static_cast<std::size_t>(q * static_cast<double>(n)));
  std::ranges::nth_element(values, values.begin() + static_cast<std::ptrdiff_t>(rank));
  return values[rank];
}

int length_bucket(double terms) { return terms < 1 ? -1 : std::ilogb(terms * terms); }

LengthRange bucket_lengths(int bucket) {
  if (bucket < 0) {
    return {0, 0};
  }
  return {std::ceil(std::sqrt(std::ldexp(1, bucket))), std::ceil(std::sqrt(std::ldexp(1, bucket + 1))) - 1};
}

OutlierBounds::OutlierBounds(std::shared_ptr<const ModelParts> model, double q, std::uint64_t seed, double complete,
                             SampledRows draws)
    : model_(std::move(model)), q_(q), seed_(seed), complete_(complete), draws_(std::move(draws)) {}

RowPattern OutlierBounds::pattern_of(std::span<const ReadRows> readings, std::size_t i) const {
  RowPattern pattern;
  std::size_t offset = 0;
  for (std::size_t r = 0; r < readings.size(); ++r) {
    if (model_->pooled[r] != 0) {
      continue;
    }
    const Conditional& conditional = *model_->conditionals[r];
    if (readings[r].some_missing) {
      for (const std::size_t j : conditional.missing_columns(readings[r].rows, readings[r].first + i)) {
        pattern.missing.push_back(offset + j);
      }
    }
    if (readings.size() > 1 && conditional.has_given_length()) {
      pattern.buckets.push_back(length_bucket(readings[r].lengths[i]));
    }
    offset += conditional.block().features.size();
  }
  return pattern;
}

double OutlierBounds::least(std::span<const ReadRows> readings, std::size_t i) const {
  return bound(pattern_of(readings, i)) * length_of(*model_, readings, i);
}

double OutlierBounds::share_up_to(std::span<const ReadRows> readings, std::size_t i, double log_evidence) const {
  const Scores scores = ascending_scores(pattern_of(readings, i));
  const auto above = std::ranges::upper_bound(*scores, log_evidence / length_of(*model_, readings, i));
  return static_cast<double>(above - scores->begin()) / static_cast<double>(scores->size());
}

OutlierBounds::Scores OutlierBounds::ascending_scores(const RowPattern& pattern) const {
  constexpr std::size_t remembered = 100;
  {
    const std::scoped_lock lock(mutex_);
    if (const auto place = ascending_.find(pattern); place != ascending_.end()) {
      return place->second;
    }
  }
  std::vector<double> drawn = drawn_scores(pattern);
  std::ranges::sort(drawn);
  const auto scores = std::make_shared<const std::vector<double>>(std::move(drawn));
  const std::scoped_lock lock(mutex_);
  if (ascending_.size() == remembered) {
    ascending_.clear();
  }
  ascending_.emplace(pattern, scores);
  return scores;
}

double OutlierBounds::bound(const RowPattern& pattern) const {
  constexpr std::size_t remembered = 1000;
  if (pattern.missing.empty() && pattern.buckets.empty()) {
    return complete_;
  }
  {
    const std::scoped_lock lock(mutex_);
    if (const auto place = found_.find(pattern); place != found_.end()) {
      return place->second;
    }
  }
  const double found = quantile(drawn_scores(pattern), q_);
  const std::scoped_lock lock(mutex_);
  if (found_.size() == remembered) {
    found_.clear();
  }
  found_.emplace(pattern, found);
  return found;
}

std::vector<double> OutlierBounds::drawn_scores(const RowPattern& pattern) const {
  SampledRows rows = pattern.buckets.empty() ? draws_ : draws_of(pattern.buckets);
  rows.lose(pattern.missing);
  return outlier_scores(*model_, rows.table(), {.threads = 1});
}

// A thousand rows, or fewer where documents are long.
SampledRows OutlierBounds::draws_of(const std::vector<int>& buckets) const {
  constexpr double most_terms = 0x1p22;
  double terms = 1;
  std::vector<std::optional<LengthRange>> lengths;
  auto bucket = buckets.begin();
  for (std::size_t r = 0; r < model_->conditionals.size(); ++r) {
    const bool is_drawn = model_->pooled[r] == 0 && model_->conditionals[r]->has_given_length();
    lengths.push_back(is_drawn ? std::optional(bucket_lengths(*bucket++)) : std::nullopt);
    terms += lengths.back() ? lengths.back()->most : 0;
  }
  const auto rows = static_cast<std::size_t>(std::clamp(most_terms / terms, 32.0, 1000.0));
  return {draw_rows(*model_, rows, seed_, 0, lengths), model_->density_schema()};
}

std::vector<double> outlier_scores(const ModelParts& model, const Table& rows, const ScoreOptions& options) {
  std::vector<double> out(rows.rows);
  const FinishPanel<double> finish = [&model](const ScoredPanel& panel, double* result) {
    PanelColumn sums;
    log_sum_exp(panel.scores, sums);
    for (std::size_t r = 0; r < panel.rows; ++r) {
      result[r] = sums[r] / length_of(model, panel.readings, panel.first + r);
    }
  };
  score_rows(model, rows, {.wanted = Wanted::joint}, 1, finish, std::span(out), options);
  return out;
}

}  // namespace suffice
