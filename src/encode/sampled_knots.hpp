// Knots and edges decided from a sample of one column's numbers: they are part of the schema, so that sums stay sums.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "suffice/schema.hpp"

namespace suffice {

/// How many knots a normal score has at most.
inline constexpr std::size_t most_knots = 200;

/// The numbers of a column in ascending order, one of weight w standing for w rows that have it: what is decided from
/// them is what rows written w times decide. Those that are not finite, or weigh nothing, are ignored; the order of the
/// others does not matter. Cost O(n log n).
class RankedNumbers {
 public:
  /// Without weights every number weighs 1.
  explicit RankedNumbers(std::span<const double> numbers, std::span<const double> weights = {});

  [[nodiscard]] bool empty() const { return different_.empty(); }
  /// The different numbers, ascending; 0 instead of −0.
  [[nodiscard]] const std::vector<double>& different() const { return different_; }
  /// The weight of the numbers below different()[k], and with it.
  [[nodiscard]] double below(std::size_t k) const { return k == 0 ? 0 : up_to_[k - 1]; }
  [[nodiscard]] double up_to(std::size_t k) const { return up_to_[k]; }
  [[nodiscard]] double weight() const { return empty() ? 0 : up_to_.back(); }
  /// What one row weighs where weights are frequencies: 1; their mean where that is less.
  [[nodiscard]] double row_weight() const { return row_weight_; }
  /// The number that has less than or equal this weight below it, 0 ≤ rank < weight().
  [[nodiscard]] double at(double rank) const;
  [[nodiscard]] std::optional<Extremes> extremes() const;

 private:
  std::vector<double> different_;
  std::vector<double> up_to_;
  double row_weight_ = 1;
};

/// The normal score of a column (MODELS §13): knots (x, Φ⁻¹(mid-rank / n)), the mid-rank of x being the number of
/// smaller values and half of those equal to it. All distinct values are knots where there are no more than `most`, at
/// least 2; else those at `most` evenly spaced ranks, each once, the extremes included. Increasing maps of the values
/// map the knots and leave the scores. No knots for fewer than two distinct values, or where their distances are beyond
/// what a double holds.
NormalScore normal_score_knots(const RankedNumbers& numbers, std::size_t most = most_knots);

/// Edges that later cut points choose from, at most `most`: the midpoints between all neighbouring distinct values, or
/// where these are too many, those of equally many values between them.
std::vector<double> fine_edges(const RankedNumbers& numbers, std::size_t most = most_edges);

/// Edges of at most `bins` bins of equally many values: at distinct quantiles, interpolated; where there are no more
/// distinct values than bins, the midpoints between them.
std::vector<double> equal_frequency_edges(const RankedNumbers& numbers, std::size_t bins);

/// The same for numbers of which some occur very often: one that has more than its share of the values is a bin of its
/// own, and the others share what is left. Edges are midpoints between neighbouring values.
std::vector<double> balanced_edges(const RankedNumbers& numbers, std::size_t bins);

/// Edges of `bins` bins of equal width from `low` to `high`, which are finite; none where both are the same.
std::vector<double> equal_width_edges(double low, double high, std::size_t bins);

}  // namespace suffice
