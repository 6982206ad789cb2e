// Shared Gaussian: p(x|c) = N(x; μ_c, Σ) with one Σ for all classes, the density of linear discriminant analysis.
#pragma once

#include <cstddef>
#include <vector>

#include "math/affine.hpp"
#include "math/random.hpp"
#include "math/symmetric.hpp"
#include "suffice/batch.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// The log density splits into a part that depends on the class, linear in x, and one that does not. With m the mean of
/// the class means and x̃ = x − m:
///   log p(x|c) = relative_c(x) + base(x)
///   relative_c(x) = β_cᵀ x̃ + γ_c,  β_c = Σ⁻¹(μ_c − m),  γ_c = −½ (μ_c − m)ᵀ Σ⁻¹ (μ_c − m)
///   base(x) = −½ log |2πΣ| − ½ x̃ᵀ Σ⁻¹ x̃
/// so that posterior and prediction cost O(C·d) a row, and only the evidence pays O(d²).
class SharedGaussian {
 public:
  /// `means` is C × features; `factor` is of Σ over `columns`, the features that vary. The others have no say.
  SharedGaussian(std::size_t features, std::vector<std::size_t> columns, std::vector<double> means, Cholesky factor);

  /// out: rows × C. Never NaN; −∞ only where a difference between classes exceeds the range of a double.
  void relative(const Batch& rows, double* out) const;
  /// out: one number a row; −∞ where it exceeds the range of a double.
  void base(const Batch& rows, double* out) const;

  /// β_c = Σ⁻¹ μ_c and γ_c = −½ μ_cᵀ Σ⁻¹ μ_c, in the columns' own units.
  [[nodiscard]] LinearForm linear_form() const;
  /// row: one draw from N(μ_c, Σ); a feature that does not vary has its mean.
  void sample(std::size_t c, Random& random, double* row) const;

 private:
  [[nodiscard]] std::size_t classes() const { return means_.size() / features_; }
  [[nodiscard]] std::vector<double> varying(const double* row) const;
  [[nodiscard]] std::vector<double> centre() const;
  [[nodiscard]] AffineMap relative_map() const;
  [[nodiscard]] AffineMap whitening_map() const;
  void rescue_row(const double* row, std::ptrdiff_t stride, double* out) const;

  std::size_t features_;
  std::vector<std::size_t> columns_;
  std::vector<double> means_;
  Cholesky factor_;
  AffineMap relative_map_;
  AffineMap whitening_map_;  // z = L⁻¹ x̃
};

}  // namespace suffice
