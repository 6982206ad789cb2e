// Outlier bounds: how likely a row must be, given which of its values are missing.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "model/conditional.hpp"
#include "model/density.hpp"
#include "model/sampled_rows.hpp"
#include "suffice/batch.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// The value below which a share q of the values lie, q in [0, 1]; there is one at least.
double quantile(std::vector<double> values, double q);

/// Bounds of log p(x), of text log p(x) / terms: q-quantiles over rows drawn from a conditional, with the same values
/// missing.
class OutlierBounds {
 public:
  /// `complete` is the bound where nothing is missing; `draws` are the rows for the others, one at least.
  OutlierBounds(std::shared_ptr<const Conditional> conditional, std::vector<double> log_prior, double q,
                double complete, SampledRows draws);

  /// Gaussians: the bound for rows scored by `part`, the density itself or one of its marginals. Once for each of them
  /// O(draws · a row's cost); a thousand are remembered.
  [[nodiscard]] double least(const Density& part) const;
  /// Other families: the bound for rows in which these columns are missing, ascending, at the same cost.
  [[nodiscard]] double least(const std::vector<std::size_t>& missing) const;

  [[nodiscard]] bool is_of(const Conditional& conditional) const { return conditional_.get() == &conditional; }

 private:
  template <typename Find>
  [[nodiscard]] double remember(const std::vector<std::size_t>& pattern, Find find) const;
  [[nodiscard]] double find(const Density& part) const;
  [[nodiscard]] double find(const std::vector<std::size_t>& missing) const;

  std::shared_ptr<const Conditional> conditional_;
  std::vector<double> log_prior_;
  double q_;
  double complete_;
  SampledRows draws_;
  mutable std::mutex mutex_;
  mutable std::map<std::vector<std::size_t>, double> found_;  // by the slots of a density's layout, or missing columns
};

/// For each row log p(x), of text log p(x) / terms: what bounds are compared with. Any family but Gaussian.
std::vector<double> outlier_scores(const Conditional& conditional, const Rows& rows, std::span<const double> log_prior,
                                   ScoreOptions options);

/// The columns of row i that are missing, ascending; text has none.
std::vector<std::size_t> missing_columns(const Rows& rows, std::size_t i);

}  // namespace suffice
