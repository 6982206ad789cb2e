// Full Gaussian: a covariance for each class, the geometry of quadratic discriminant analysis.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/kernels/panel.hpp"

namespace suffice {

class FullGaussian {
 public:
  /// `centre` is what is subtracted from the features of a row before it comes here.
  FullGaussian(std::shared_ptr<const Gaussians> gaussians, std::span<const double> centre);

  /// out[c] = |L_c⁻¹ (x − μ_c)|², L_c L_cᵀ = Σ_c, each from x − μ_c itself. O(C·d²) a row.
  void squared_distances(Panel& rows, std::span<PanelColumn> out) const;

 private:
  std::shared_ptr<const Gaussians> gaussians_;
  std::vector<double> means_;  // C × d, centred
};

}  // namespace suffice
