// Diagonal Gaussian: variances column by column, for each class or shared: the geometry of Gaussian naive Bayes.
#pragma once

#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/kernels/panel.hpp"

namespace suffice {

class DiagonalGaussian {
 public:
  /// `centre` is what is subtracted from the features of a row before it comes here.
  DiagonalGaussian(const Gaussians& gaussians, std::span<const double> centre);

  /// out[c] = Σ_j (x_j − μ_cj)² / σ_j². O(C·d) a row.
  void squared_distances(const Panel& rows, std::span<PanelColumn> out) const;
  /// out[c] = Σ_j log (1 + (x_j − μ_cj)² / (τ_c σ_j²)) with τ_c = spread[c] · degrees[c]: Student's t, column by
  /// column.
  void log1p_distances(const Panel& rows, std::span<PanelColumn> out) const;

 private:
  bool shared_;
  std::vector<double> means_;           // C × d, centred
  std::vector<double> inverse_scales_;  // K × d: 1 / σ_j
  std::vector<double> inverse_roots_;   // C: 1 / √τ_c; empty for Gaussian
};

}  // namespace suffice
