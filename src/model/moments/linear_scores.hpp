// Linear scores: with one covariance for all classes, log densities differ by linear functions of the row.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/kernels/panel.hpp"
#include "math/linear/marginal.hpp"

namespace suffice {

/// With m the mean of the class means, −½ (x−m)ᵀ Σ⁻¹ (x−m) is the same for every class and drops out:
///   log p(x|c) = β_cᵀ(x − m) + γ_c + …,  β_c = Σ⁻¹(μ_c − m),  γ_c = −½ (μ_c − m)ᵀ β_c          O(C·d) a row
class LinearScores {
 public:
  LinearScores(const Gaussians& gaussians, std::size_t features);
  /// The scores of some of the columns, by their place among the informative ones; the others are the free entries.
  /// With w_c = L⁻¹(μ_c − m):  β_c − L⁻ᵀQ Qᵀw_c  and  −½ |Pw_c|². O(m·d² + C·m·d) for m free entries.
  LinearScores(const LinearScores& whole, const Gaussians& gaussians, const FreeEntries& free,
               std::span<const double> whitened_means, std::span<const std::size_t> kept);

  /// m, one number per feature.
  [[nodiscard]] const std::vector<double>& centre() const { return centre_; }
  /// Whether classes lie so far apart that these terms would swallow the difference between near ones: |γ_c| > 2¹⁶.
  [[nodiscard]] bool spread_out() const { return spread_out_; }

  /// out[c] = log p(x|c) + log_prior[c] less a term that is the same for every class, for rows centred at m. Never NaN;
  /// −∞ only where the prior is 0 or a difference between classes exceeds the range of a double.
  void apply(const Panel& rows, std::span<const double> log_prior, std::span<PanelColumn> out) const;
  /// apply() for a row so far out that β_cᵀ(x − m) overflows: only differences between classes matter, so they are
  /// taken at a scale where everything is finite and then scaled back, relative to the largest.
  void rescue(const Panel& rows, std::size_t r, std::span<const double> log_prior, std::span<PanelColumn> out) const;

 private:
  void add_class(std::span<const double> beta, double gamma);

  std::size_t classes_;
  std::vector<double> centre_;
  std::vector<double> coefficients_;  // C × d
  std::vector<double> offsets_;       // C
  bool spread_out_ = false;
  bool moderate_ = true;  // moderate rows have finite scores
};

}  // namespace suffice
