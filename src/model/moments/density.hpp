// Density: p(x|c) of all classes, one of the closed set of Gaussian families, with what follows from it.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/kernels/panel.hpp"
#include "math/special/random.hpp"
#include "model/moments/diagonal_gaussian.hpp"
#include "model/moments/full_gaussian.hpp"
#include "model/moments/linear_scores.hpp"
#include "model/moments/partial_gaussian.hpp"
#include "model/moments/shared_gaussian.hpp"
#include "model/moments/tails.hpp"

namespace suffice {

/// Features that are ignored (not in Gaussians::columns) do not enter. Rows come in panels packed with layout().
class Density {
 public:
  /// The density of as many classes as `gaussians` has means, over `features` columns.
  Density(Gaussians gaussians, std::size_t features);

  [[nodiscard]] const PanelLayout& layout() const { return layout_; }
  /// The Gaussians that the density was made of; a marginal density may still have those of all columns.
  [[nodiscard]] const Gaussians& gaussians() const { return *gaussians_; }
  [[nodiscard]] std::size_t classes() const { return gaussians_->spread.size(); }

  /// out[c] = log p(x|c) + log_prior[c]; −∞ where the prior is 0 or the density is below the range of a double.
  void log_joint(Panel& rows, std::span<const double> log_prior, std::span<PanelColumn> out) const;
  /// log_joint() less a term that is equal for all classes. Never NaN; −∞ for every class only where every prior is 0.
  void relative_log_joint(Panel& rows, std::span<const double> log_prior, std::span<PanelColumn> out) const;
  /// out[c] = (x−μ_c)ᵀ Σ_c⁻¹ (x−μ_c), Σ_c the covariance or the scale matrix of class c; ∞ beyond the range of a
  /// double.
  void squared_distances(Panel& rows, std::span<PanelColumn> out) const;

  /// row: one draw from p(x|c); a feature that is ignored has its mean.
  void sample(std::size_t c, Random& random, std::span<double> row) const;
  /// The density of some of the informative columns, by their place among them, ascending. Not of a marginal
  /// density, and not to be sampled from. Where at most half of d columns are dropped, m of them, O(d·m·(d + m + C)),
  /// or O(C·d·m²) where each class has a covariance; else O(d³) for each covariance.
  [[nodiscard]] Density marginal(std::span<const std::size_t> kept) const;
  /// About how much memory a marginal density takes for itself.
  [[nodiscard]] std::size_t bytes() const;

 private:
  using Geometry = std::variant<SharedGaussian, FullGaussian, DiagonalGaussian, PartialGaussian>;

  [[nodiscard]] PanelLayout make_layout(std::size_t features) const;
  [[nodiscard]] Geometry make_geometry() const;
  [[nodiscard]] Density partial(std::span<const std::size_t> kept) const;
  void take_logarithms(const Panel& rows, std::span<PanelColumn> squares) const;
  [[nodiscard]] double scaled_square(const Panel& rows, std::size_t r, std::size_t c) const;
  void rescue(const Panel& rows, std::size_t r, std::span<const double> log_prior, std::span<PanelColumn> out) const;

  std::shared_ptr<const Gaussians> gaussians_;
  std::optional<LinearScores> linear_;  // where the classes share a covariance
  PanelLayout layout_;
  Geometry geometry_;
  Tails tails_;
};

}  // namespace suffice
