// Row removal: distances to the class means under the covariance that the other rows imply.
#pragma once

#include <cstddef>
#include <span>
#include <variant>
#include <vector>

#include "estimate/shared_covariance.hpp"
#include "math/affine.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// A row of class c and weight w leaves S' = S_W − a u uᵀ with u = x − μ_c and a = w n_c / (n_c − w), and its own
/// residual becomes u · n_c / (n_c − w). Both classes below work in coordinates y that keep distances: y is a linear
/// map of x.
struct RemovedRow {
  std::span<const double> y;  ///< the row, mapped
  std::size_t c = 0;
  double weight = 0;
};

/// Σ' as a diagonal and a rank-one term: S_W and the shrinkage target are both diagonal in y = Vᵀ D⁻¹ (x − m), where
/// D⁻¹ S_W D⁻¹ = V diag(e) Vᵀ and D is the columns' own scale, or I when the target is a multiple of I. Then
/// Σ' = diag(k e + t) − k a u uᵀ with k = (1−λ) / divisor, and Sherman–Morrison gives its inverse: O(C·d) a row.
/// A target of `auto` is held at its value over all rows.
class RankOneRemoval {
 public:
  RankOneRemoval(const Summary& summary, const EstimateOptions& options, SharedCovariance covariance);
  [[nodiscard]] const AffineMap& map() const { return map_; }
  /// out: C squared distances. False where the row cannot be left out.
  [[nodiscard]] bool distances(const RemovedRow& row, std::span<double> out) const;

 private:
  ClassCounts classes_;
  SharedCovariance covariance_;
  bool towards_mean_variance_;
  double trace_ = 0;
  std::vector<double> eigenvalues_;
  AffineMap map_{{}, {}, {}};
  std::vector<double> means_;  // C × d, mapped
};

/// `auto` with its target estimated again: (1−λ) S' + λ diag S' in the columns' own scale, y = D⁻¹ (x − m). Factored
/// anew for each row, unless λ = 1 leaves a diagonal.
class RefitRemoval {
 public:
  RefitRemoval(const Summary& summary, SharedCovariance covariance);
  [[nodiscard]] const AffineMap& map() const { return map_; }
  /// out: C squared distances. False where the row cannot be left out.
  [[nodiscard]] bool distances(const RemovedRow& row, std::span<double> out) const;

  /// Steps that n rows take.
  static double steps(const SharedCovariance& covariance, std::size_t rows, std::size_t classes);

 private:
  ClassCounts classes_;
  SharedCovariance covariance_;
  std::vector<double> correlation_;
  AffineMap map_{{}, {}, {}};
  std::vector<double> means_;  // C × d, mapped
};

using RowRemoval = std::variant<RankOneRemoval, RefitRemoval>;

}  // namespace suffice
