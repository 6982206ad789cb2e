// Shared Gaussian: one covariance for all classes, the geometry of linear discriminant analysis.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/kernels/panel.hpp"
#include "model/moments/linear_scores.hpp"

namespace suffice {

/// With m the mean of the class means and L Lᵀ = Σ, rows and class means are whitened once: z = L⁻¹(x − m),
/// w_c = L⁻¹(μ_c − m), and distances are |z − w_c|. O(d² + C·d) a row.
class SharedGaussian {
 public:
  SharedGaussian(std::shared_ptr<const Gaussians> gaussians, const LinearScores& scores);

  /// out[c] = |L⁻¹ (x − μ_c)|² for rows centred at m; where classes are spread out, for rows as they are: then the
  /// distances of the classes that matter are taken from x − μ_c itself.
  void squared_distances(Panel& rows, std::span<PanelColumn> out) const;

  /// w_c of all classes: C × d.
  [[nodiscard]] const std::vector<double>& whitened_means() const { return whitened_means_; }

 private:
  void sharpen(const Panel& rows, std::size_t r, std::span<PanelColumn> squares) const;

  std::shared_ptr<const Gaussians> gaussians_;
  bool spread_out_;
  std::vector<double> centre_;          // d: m
  std::vector<double> means_;           // C × d: μ_c
  std::vector<double> whitened_means_;  // C × d: w_c
  std::vector<double> lengths_;         // C: |w_c|
};

}  // namespace suffice
