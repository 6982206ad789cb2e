// Outlier bounds: how likely a row must be, given which of its values are missing.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "model/density.hpp"

namespace suffice {

/// The value below which a share q of the values lie, q in [0, 1]; there is one at least.
double quantile(std::vector<double> values, double q);

/// Bounds of log p(x): q-quantiles over rows drawn from a density, with the same values missing.
class OutlierBounds {
 public:
  /// `complete` is the bound where nothing is missing; `draws` are the rows for the others, row-major, one at least.
  OutlierBounds(std::shared_ptr<const Density> density, std::vector<double> log_prior, double q, double complete,
                std::vector<double> draws);

  /// The bound for rows scored by `part`, the density itself or one of its marginals. Once for each of them
  /// O(draws · a row's cost); a thousand are remembered.
  [[nodiscard]] double least(const Density& part) const;

  [[nodiscard]] bool is_of(const Density& density) const { return density_.get() == &density; }

 private:
  [[nodiscard]] double find(const Density& part) const;

  std::shared_ptr<const Density> density_;
  std::vector<double> log_prior_;
  double q_;
  double complete_;
  std::vector<double> draws_;
  mutable std::mutex mutex_;
  mutable std::map<std::vector<std::size_t>, double> found_;  // by the slots of a density's layout
};

}  // namespace suffice
