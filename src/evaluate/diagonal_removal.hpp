// Diagonal removal: rows left out where covariances are diagonals.
#pragma once

#include <span>
#include <vector>

#include "estimate/gaussians.hpp"
#include "evaluate/removed_row.hpp"

namespace suffice {

/// What the variances do when a row is left out.
enum class VarianceRule {
  own,        ///< N_kj' = N_kj − a u_j²
  spherical,  ///< N_kj' = N_kj − a |u|² / d
  pooled,     ///< as own, with one row of the variance s_j² = S_Wjj / (n−C) in each class, which changes too
  held,       ///< nothing
};

/// O(C·d) a row.
class DiagonalRemoval {
 public:
  /// pooled_variation: the diagonal of S_W over all features; read with VarianceRule::pooled only.
  DiagonalRemoval(const Gaussians& gaussians, RemovalRule rule, VarianceRule variances,
                  std::span<const double> pooled_variation = {});

  /// out: rows × C, log densities less what all classes have in common; NaN where the row cannot be left out.
  void log_densities(const RowsToRemove& rows, std::span<double> out) const;

 private:
  // 1/Σ_k, and the log density at the mean but for the spread.
  struct Scale {
    std::vector<double> precision;
    double degrees = 0;
    double log_height = 0;
  };
  // A row, and what it takes from the sums of each column.
  struct Removed {
    RemovedRow row;
    std::vector<double> own;     // a u_j², or its mean
    std::vector<double> pooled;  // by how much s_j² falls
  };

  [[nodiscard]] bool take_out(std::span<const double> x, const RemovedRow& row, Removed& removed) const;
  // False where Σ_k' is singular.
  [[nodiscard]] bool rescale(std::size_t k, const Removed& removed, Scale& scale) const;
  [[nodiscard]] bool set_scale(std::span<const double> variances, double degrees, Scale& scale) const;
  [[nodiscard]] double log_density(std::span<const double> x, std::size_t j, const Scale& scale, double factor,
                                   double spread) const;
  [[nodiscard]] bool score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const;

  Gaussians gaussians_;
  RemovalRule rule_;
  VarianceRule variances_;
  std::vector<double> means_;   // C × d
  std::vector<double> pooled_;  // S_Wjj
  double pooled_divisor_ = 1;   // n − C
  std::vector<Scale> scales_;   // with all rows in place
};

}  // namespace suffice
