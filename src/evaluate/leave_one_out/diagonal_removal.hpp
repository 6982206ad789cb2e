// Diagonal removal: rows removed where covariances are diagonals.
#pragma once

#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"

namespace suffice {

/// What the variances do when a row is removed.
enum class VarianceRule {
  own,        ///< N_kj' = N_kj − a u_j²
  spherical,  ///< N_kj' = N_kj − a |u|² / d
  pooled,     ///< as own, with one row of the variance s_j² = S_Wjj / (n−C) in each class, which changes too
  held,       ///< nothing
};

/// O(C·d) a row. A missing value takes nothing from the sums of its column and is ignored.
class DiagonalRemoval {
 public:
  /// pooled_variation: the diagonal of S_W over all features; read with VarianceRule::pooled only. column_weight: as
  /// the moments have it, where values are missing.
  DiagonalRemoval(const Gaussians& gaussians, RemovalRule rule, VarianceRule variances,
                  std::span<const double> pooled_variation = {}, std::span<const double> column_weight = {});

  /// out: rows × C, log densities less what all classes have in common; NaN where the row cannot be removed.
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
    std::vector<double> factor = {};  // f in each column
    std::vector<double> weight = {};  // w where there is a value; of a sphere the mean of that
    std::vector<double> own = {};     // a u_j², or its mean
    std::vector<double> pooled = {};  // by how much s_j² falls
    double whole_weight = 0;          // w; of a sphere the mean of `weight`
  };

  // Without the row: how far x is from the mean of its class. False where nothing is left of the class in a column.
  [[nodiscard]] bool move_mean(std::span<const double> x, Removed& removed) const;
  // What the variances lose. False where s_j² has no divisor left.
  [[nodiscard]] bool take_out(std::span<const double> x, Removed& removed) const;
  // False where Σ_k' is singular.
  [[nodiscard]] bool rescale(std::size_t k, const Removed& removed, Scale& scale) const;
  [[nodiscard]] bool set_scale(std::span<const double> variances, double degrees, Scale& scale) const;
  // `removed` where the row is of class j.
  [[nodiscard]] double log_density(std::span<const double> x, std::size_t j, const Scale& scale,
                                   const Removed* removed) const;
  [[nodiscard]] bool score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const;

  Gaussians gaussians_;
  RemovalRule rule_;
  VarianceRule variances_;
  std::vector<double> means_;           // C × d
  std::vector<double> weights_;         // C × d: of the rows with a value; none where nothing is missing
  std::vector<double> missing_;         // K × d: of the others; 0 for spheres, whose divisor has it
  std::vector<double> sums_;            // K × d: N_kj before it was scaled for the rows without a value
  std::vector<double> pooled_;          // S_Wjj
  std::vector<double> pooled_divisor_;  // d: n − C, of the rows with a value
  std::vector<Scale> scales_;           // with all rows in place
};

}  // namespace suffice
