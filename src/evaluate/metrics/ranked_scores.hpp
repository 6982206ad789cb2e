// Ranked scores: how well the log odds of each class rank the rows that have it before those that do not.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace suffice {

/// The power of two by which a weight is from 1 to 2, exact as a factor: squares of weights can overflow. 1 of nothing.
inline double near_unit(double weight) { return weight > 0 ? std::ldexp(1.0, -std::ilogb(weight)) : 1; }

/// A row of a ranking by one class.
struct RankedRow {
  double score = 0;
  double weight = 0;
  bool is_positive = false;
};

/// Of rows in any order, which are sorted. Rows of equal scores share a rank.
struct RankQuality {
  double roc_auc = 0;            ///< P(s⁺ > s⁻) + ½ P(s⁺ = s⁻); NaN without positives or without negatives
  double average_precision = 0;  ///< Σ_k (R_k − R_{k−1}) P_k, from the highest score; NaN without positives
};
/// Sorts the rows; those without a score (NaN) are dropped.
RankQuality rank_quality(std::vector<RankedRow>& rows);

/// Keeps the log odds of rows in bounded memory: all of them, or a uniform sample. Each row has a number drawn by its
/// place; those with numbers below a bound are kept, and the bound is halved whenever there are too many. So what is
/// kept does not depend on how rows are split into batches.
class RankedScores {
 public:
  /// Keeps at most `most_scores` numbers, and one row at least.
  explicit RankedScores(std::size_t classes, std::size_t most_scores = std::size_t{1} << 21U);

  /// The next row; `label` may be one that is no class. A row of zero probability under every class is skipped.
  void add(std::span<const double> log_posterior, std::size_t label, double weight);

  [[nodiscard]] std::size_t rows() const { return labels_.size(); }
  [[nodiscard]] bool has_all_rows() const { return bound_ == UINT64_MAX; }
  /// Of each class against all other labels.
  [[nodiscard]] std::vector<RankQuality> quality() const;

 private:
  void thin_out();

  std::size_t classes_;
  std::size_t width_;  // scores of a row: of two classes the log odds of the second
  std::size_t most_rows_;
  std::uint64_t seen_ = 0;
  std::uint64_t bound_ = UINT64_MAX;
  std::vector<std::uint64_t> keys_;
  std::vector<double> scores_;
  std::vector<double> weights_;
  std::vector<std::uint32_t> labels_;
};

}  // namespace suffice
