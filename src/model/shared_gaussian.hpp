// Shared Gaussian: p(x|c) = N(x; μ_c, Σ) with one Σ for all classes, the density of linear discriminant analysis.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/affine.hpp"
#include "math/random.hpp"
#include "math/symmetric.hpp"
#include "suffice/batch.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// With m the mean of the class means and L Lᵀ = Σ, rows and class means are whitened: z = L⁻¹(x − m), w_c = L⁻¹(μ_c −
/// m).
///   log p(x|c) = −½ log |2πΣ| − ½ |z − w_c|²                                          O(d² + C·d) a row
/// For posterior and prediction −½ |z|² is the same for every class and drops out, which leaves a linear function:
///   log p(x|c) = β_cᵀ(x − m) + γ_c + …,  β_c = Σ⁻¹(μ_c − m),  γ_c = −½ |w_c|²          O(C·d) a row
/// Where classes lie so far apart that these terms would swallow the difference between near ones (|γ_c| > 2¹⁶), both
/// take the distances of the classes that matter from x − μ_c itself.
class SharedGaussian {
 public:
  /// `means` is C × features; `factor` is of Σ over `columns`, the features that vary. The others have no say.
  SharedGaussian(std::size_t features, std::vector<std::size_t> columns, std::vector<double> means, Cholesky factor);

  /// out: rows × C, log p(x|c); −∞ where it exceeds the range of a double.
  void log_density(const Batch& rows, double* out) const;
  /// out: rows × C, log p(x|c) less a term that is the same for every class. Never NaN; −∞ only where a difference
  /// between classes exceeds the range of a double.
  void relative_log_density(const Batch& rows, double* out) const;

  /// β_c = Σ⁻¹ μ_c and γ_c = −½ μ_cᵀ Σ⁻¹ μ_c, in the columns' own units.
  [[nodiscard]] LinearForm linear_form() const;
  /// row: one draw from N(μ_c, Σ); a feature that does not vary has its mean.
  void sample(std::size_t c, Random& random, double* row) const;

 private:
  [[nodiscard]] std::size_t classes() const { return means_.size() / features_; }
  [[nodiscard]] std::vector<double> varying(const double* row) const;
  [[nodiscard]] std::vector<double> centre() const;
  [[nodiscard]] AffineMap linear_map() const;
  [[nodiscard]] AffineMap whitening_map() const;
  void half_square_distances(const Batch& rows, double* out) const;
  void sharpen(const double* row, std::ptrdiff_t stride, std::span<const double> z, double* half_squares) const;
  void rescue_row(const double* row, std::ptrdiff_t stride, double* out) const;

  std::size_t features_;
  std::vector<std::size_t> columns_;
  std::vector<double> means_;
  Cholesky factor_;
  AffineMap linear_map_;
  AffineMap whitening_map_;
  std::vector<double> whitened_means_;  // C × d
  bool spread_out_;                     // some |γ_c| is large
};

}  // namespace suffice
