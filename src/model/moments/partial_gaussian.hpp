// Partial Gaussian: a shared covariance, or one for each class, where a few features are missing.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/kernels/panel.hpp"
#include "math/linear/marginal.hpp"

namespace suffice {

/// The distance over some of the features is the least of the distances over all of them, whatever the others are. So
/// L⁻¹ of all features does, with the part of z along the columns of missing ones taken out: no factor is made anew.
class PartialGaussian {
 public:
  /// Where classes share a covariance, rows come centred at m, and `whitened_means` has w_c = L⁻¹(μ_c − m), C × d;
  /// elsewhere rows come less `centre`, a number for each feature, and `whitened_means` is empty. `kept`: the features
  /// that rows have, by their place among the informative ones.
  PartialGaussian(std::shared_ptr<const Gaussians> gaussians, std::span<const double> whitened_means,
                  std::vector<std::size_t> kept, std::span<const double> centre);

  /// out[c] = the squared distance over the features that rows have. O(d² + C·d + m·d) a row for m missing ones; with
  /// a covariance for each class O(C·(d² + m·d)).
  void squared_distances(Panel& rows, std::span<PanelColumn> out) const;

  /// The missing features under Σ_k.
  [[nodiscard]] const FreeEntries& missing(std::size_t k) const { return missing_[k]; }

 private:
  void whiten(const Panel& rows, std::size_t c, std::span<PanelColumn> difference, std::span<PanelColumn> z) const;

  std::shared_ptr<const Gaussians> gaussians_;
  std::vector<std::size_t> kept_;
  std::vector<FreeEntries> missing_;  // for each Σ_k
  std::vector<double> shifts_;        // C × kept: μ_c where each class has a covariance, else 0
  std::vector<double> means_;         // C × d: P w_c, or 0
};

}  // namespace suffice
