// Rank-one covariance: a covariance matrix without one of the rows it was estimated from.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "math/linear/symmetric.hpp"

namespace suffice {

/// Σ = (1−λ) N / D + T. The part T does not come from the scatter: a target of shrinkage and a ridge.
struct CovarianceParts {
  double divisor = 1;          ///< D
  double lambda = 0;           ///< λ
  std::vector<double> target;  ///< T, d × d; empty: 0
  /// T = (λ τ / D + ρ) M for some M, where τ is the trace of N over the number of features. A target that is held at
  /// its value over all rows has τ = 0 and ρ = 1.
  double mean_variance = 0;  ///< τ
  double ridge = 0;          ///< ρ
};

/// The parts of covariance k. A target that is not a multiple of I is held.
CovarianceParts covariance_parts(const Gaussians& gaussians, std::size_t k);

/// A share of a row that is to be removed, in the coordinates y: N' = N − amount u uᵀ, D' = D − weight.
struct Downdate {
  std::span<const double> u;
  double amount = 0;
  double weight = 0;
  double mean_variance = 0;  ///< what is removed from τ
};

/// Works in coordinates y = Bᵀ x with Bᵀ Σ B = I and Bᵀ T B = diag(m), so that Bᵀ ((1−λ) N / D) B = I − diag(m). Then
///   Bᵀ Σ' B = diag(v) − b u uᵀ,  v = (1−m) D/D' + m T'/T,  b = (1−λ) amount / D',
/// whose inverse is that of Sherman and Morrison and whose determinant is Π v · (1 − b Σ u²/v): O(d) a row.
class RankOneCovariance {
 public:
  /// `factor` is that of Σ.
  RankOneCovariance(const Cholesky& factor, const CovarianceParts& parts);

  [[nodiscard]] std::size_t size() const { return target_share_.size(); }
  /// B, d × d, row-major.
  [[nodiscard]] const std::vector<double>& basis() const { return basis_; }

  /// Σ' of one row.
  struct Rest {
    std::vector<double> precision;  // 1 / v
    std::vector<double> direction;  // u / v
    double correction = 0;          // b / (1 − b Σ u²/v)
    double left = 1;                // 1 − b Σ u²/v

    /// rᵀ Σ'⁻¹ r for r in the coordinates y.
    [[nodiscard]] double squared_distance(std::span<const double> r) const;
    /// log |Σ'| − log |Σ|.
    [[nodiscard]] double log_determinant() const;
  };
  /// False where Σ' is singular. `rest` may be used again for the next row.
  [[nodiscard]] bool remove(const Downdate& row, Rest& rest) const;

 private:
  CovarianceParts parts_;  // without the matrix T
  bool has_target_;
  std::vector<double> basis_;
  std::vector<double> target_share_;  // m
  double least_left_;                 // what rounding may leave of a determinant that should be zero
};

}  // namespace suffice
