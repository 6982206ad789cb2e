// Temperatures: how much each kind of reading counts, fitted on scores of rows that the scores were not made from.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace suffice {

/// What the readings of one group say about rows.
struct ReadingScores {
  /// rows × C, up to what all classes of a row have in common; −∞ is legal, a NaN marks a row that cannot be scored.
  std::vector<double> log_density;
};

/// Scores of rows that were not part of what scores them. Views: what they view outlives them.
struct OutOfSample {
  std::span<const ReadingScores> groups;  ///< one for each temperature
  std::span<const double> log_prior;      ///< C
  std::span<const std::uint32_t> labels;  ///< the class of each row
  std::span<const double> weights = {};   ///< one for each row; none: all are 1
};

/// score_c = log π_c + b_c + Σ_g T_g log p_g(x | c), the posterior its softmax.
struct TemperatureFit {
  std::vector<double> temperatures = {};  ///< T_g ≥ 0, one for each group
  std::vector<double> offsets = {};       ///< b_c, C of them; empty: all are 0
  double loss = 0;                        ///< weighted mean of −log p(y | x) over the rows it was fitted on; NaN: none
  std::uint64_t rows_left_out = 0;        ///< NaN, or of zero probability under their own class
};

/// Classes up to which offsets are fitted: a step of the solver takes O(rows · C²) with them, O(rows · C) without.
inline constexpr std::size_t most_classes_with_offsets = 64;

/// Minimises Σ w·(−log p(y | x)) + ½ Σ_g (T_g − 1)² + ½ Σ_c b_c² over T_g ≥ 0 and b, b = 0 without offsets (MODELS
/// §13), by Newton's method on the coordinates that are not at their bound, with the exact Hessian and a line search
/// along the projected step (Bertsekas 1982). The objective is strictly convex; it stops where a step would lower it by
/// less than 1e-20 of itself, or after 100 steps. Rows that cannot be scored or have zero probability under their own
/// class are left out. 0·(−∞) = 0: where a temperature is 0, what its group excludes is possible again. Without rows: T
/// = 1.
TemperatureFit fit_temperatures(const OutOfSample& scores, bool with_offsets);

/// −log p(y | x) of each row; +∞ where its own class has zero probability, NaN where the row cannot be scored.
std::vector<double> tempered_losses(const OutOfSample& scores, std::span<const double> temperatures,
                                    std::span<const double> offsets);

/// Likewise, each row by the fit without its fold; `folds` has that of each row, from 0.
std::vector<double> tempered_losses(const OutOfSample& scores, std::span<const TemperatureFit> without_fold,
                                    std::span<const std::uint32_t> folds);

/// What temperatures make of rows that they were not fitted on.
struct CrossFitted {
  std::vector<double> losses = {};         ///< of each row as tempered_losses(), by what is fitted to the other folds
  TemperatureFit all = {};                 ///< what is fitted to all rows
  std::vector<TemperatureFit> folds = {};  ///< for each fold what is fitted to the rows of all others
};

/// Temperatures without offsets. Without folds, losses are by what is fitted to all rows.
CrossFitted cross_fitted_temperatures(const OutOfSample& scores, std::span<const std::uint32_t> folds);

/// Temperatures, with class offsets where these lower the mean loss over rows that have a finite one either way, and
/// decide no more rows wrongly than chance may. Where that decides more rows wrongly than T = 1 does, because a few
/// rows have scores beyond all measure and temperatures next to 0 leave the word to the prior, one temperature takes
/// the prior in: T_g = T and b_c = (T − 1) log π_c decide as T = 1 does. `folds` has the fold of each row, from 0.
CrossFitted cross_fitted(const OutOfSample& scores, std::span<const std::uint32_t> folds);

/// log p(c | x) of each row up to what all classes have in common, by what is fitted to the other folds; without folds
/// by what is fitted to all rows.
ReadingScores tempered_scores(const OutOfSample& scores, const CrossFitted& fit, std::span<const std::uint32_t> folds);

/// A weighted mean, and the standard error of it over rows.
struct MeanLoss {
  double value = 0;           ///< NaN where there is no row; +∞ where a loss is
  double standard_error = 0;  ///< NaN for fewer than two rows, and where a loss is +∞
  std::uint64_t rows = 0;     ///< whose loss is not NaN
};

MeanLoss mean_loss(std::span<const double> losses, std::span<const double> weights);

}  // namespace suffice
