#include "evaluate/metrics/ranked_scores.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "math/special/log_sum_exp.hpp"
#include "math/special/log_zero.hpp"
#include "math/special/not_a_number.hpp"
#include "math/special/random.hpp"

namespace suffice {

namespace {

/// log p − log(1 − p) of each class. Equal p have equal log odds, but where p is nearly 1: there the others are summed,
/// as p would round to 1.
void append_log_odds(std::span<const double> log_posterior, std::vector<double>& out) {
  constexpr double nearly_one = -0x1p-20;  // as a logarithm
  for (std::size_t c = 0; c < log_posterior.size(); ++c) {
    const double own = log_posterior[c];
    if (own < nearly_one) {
      out.push_back(own - std::log1p(-std::exp(own)));
      continue;
    }
    std::vector<double> others(log_posterior.begin(), log_posterior.end());
    others[c] = log_zero;
    out.push_back(own - log_sum_exp(others));
  }
}

}  // namespace

RankQuality rank_quality(std::vector<RankedRow>& rows) {
  std::erase_if(rows, [](const RankedRow& row) { return std::isnan(row.score); });
  std::ranges::sort(rows, std::greater<>(), &RankedRow::score);
  double all = 0;
  for (const RankedRow& row : rows) all += row.weight;
  const double unit = near_unit(all);
  double positives = 0;
  double negatives = 0;
  for (const RankedRow& row : rows) (row.is_positive ? positives : negatives) += unit * row.weight;
  double above = 0;  // weight of the positives so far, and of the negatives
  double below = 0;
  double pairs = 0;
  double precision = 0;
  for (std::size_t first = 0; first < rows.size();) {
    double right = 0;
    double wrong = 0;
    std::size_t end = first;
    for (; end < rows.size() && rows[end].score == rows[first].score; ++end) {
      (rows[end].is_positive ? right : wrong) += unit * rows[end].weight;
    }
    pairs += wrong * (above + right / 2);
    above += right;
    below += wrong;
    precision += right > 0 ? right * above / (above + below) : 0;
    first = end;
  }
  return {positives > 0 && negatives > 0 ? pairs / (positives * negatives) : not_a_number,
          positives > 0 ? precision / positives : not_a_number};
}

RankedScores::RankedScores(std::size_t classes, std::size_t most_scores)
    : classes_(classes),
      width_(classes == 2 ? 1 : std::max<std::size_t>(classes, 1)),
      most_rows_(std::max<std::size_t>(most_scores / width_, 1)) {}

void RankedScores::add(std::span<const double> log_posterior, std::size_t label, double weight) {
  const std::uint64_t key = mix_seed(0, seen_++);
  if (key > bound_ || std::ranges::all_of(log_posterior, [](double p) { return p == log_zero; })) return;
  if (labels_.size() == most_rows_) {
    thin_out();
    if (key > bound_) return;
  }
  keys_.push_back(key);
  weights_.push_back(weight);
  labels_.push_back(static_cast<std::uint32_t>(label));
  if (classes_ == 2) {
    scores_.push_back(log_posterior[1] - log_posterior[0]);
  } else {
    append_log_odds(log_posterior, scores_);
  }
}

void RankedScores::thin_out() {
  while (labels_.size() == most_rows_) {
    bound_ /= 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < labels_.size(); ++i) {
      if (keys_[i] > bound_) continue;
      keys_[kept] = keys_[i];
      weights_[kept] = weights_[i];
      labels_[kept] = labels_[i];
      std::copy_n(scores_.begin() + static_cast<std::ptrdiff_t>(i * width_), width_,
                  scores_.begin() + static_cast<std::ptrdiff_t>(kept * width_));
      ++kept;
    }
    keys_.resize(kept);
    weights_.resize(kept);
    labels_.resize(kept);
    scores_.resize(kept * width_);
  }
}

std::vector<RankQuality> RankedScores::quality() const {
  std::vector<RankQuality> result;
  for (std::size_t c = 0; c < classes_; ++c) {
    std::vector<RankedRow> ranked(labels_.size());
    const double sign = classes_ == 2 && c == 0 ? -1 : 1;
    for (std::size_t i = 0; i < ranked.size(); ++i) {
      ranked[i] = {sign * scores_[i * width_ + (classes_ == 2 ? 0 : c)], weights_[i], labels_[i] == c};
    }
    result.push_back(rank_quality(ranked));
  }
  return result;
}

}  // namespace suffice
