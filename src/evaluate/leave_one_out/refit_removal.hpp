// Refit removal: rows removed where every column changes: shrinkage is `auto`, or Fisher's axes are fewer than all.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "math/kernels/lane_factors.hpp"
#include "math/linear/symmetric.hpp"
#include "suffice/options.hpp"

namespace suffice {

/// One covariance, Σ' = ((1−λ) N' + λ T(N')) / D' + ρ I, factored anew for each row: O(d³ + C·d²).
class SharedRefit {
 public:
  /// With `fisher` the axes are found anew too, and the means without the row are projected onto them: the Gaussians
  /// hold the means of all axes.
  SharedRefit(const Gaussians& gaussians, RemovalRule rule, std::optional<FisherAxes> fisher = {});

  /// out: rows × C, log densities less what all classes have in common; NaN where the row cannot be removed.
  void log_densities(const RowsToRemove& rows, std::span<double> out) const;

  /// What one row takes.
  static double steps(const Gaussians& gaussians);

 private:
  // The factor of Σ', the covariance without the row; u = x − m_c.
  [[nodiscard]] std::optional<Cholesky> covariance(std::span<const double> u, const RemovedRow& row) const;
  // False where the classes do not differ along so many axes any more.
  [[nodiscard]] bool project(const RemovedRow& row, Gaussians& rest) const;
  [[nodiscard]] bool score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const;
  // The same for rows first, first + 1, …, as many as there are lanes.
  void score_lanes(const RowsToRemove& rows, std::size_t first, LaneFactors& factors, std::span<double> out) const;

  RemovalRule rule_;
  std::optional<FisherAxes> fisher_;
  std::vector<double> means_;      // C × d
  std::vector<double> numerator_;  // N
  double divisor_;                 // D
  double lambda_;                  // λ
  Target target_;
  double ridge_;  // ρ
};

/// A covariance for each class, N_c = S_c + ν Σ_auto, where Σ_auto = ((1−λ) S_W + λ diag S_W) / D follows from every
/// row: C factors for each row, O(C·d³).
class ClassRefit {
 public:
  /// `shared` holds Σ_auto: S_W, λ and D.
  ClassRefit(const Gaussians& gaussians, const Gaussians& shared, RemovalRule rule);

  /// out: rows × C, log densities less what all classes have in common; NaN where the row cannot be removed.
  void log_densities(const RowsToRemove& rows, std::span<double> out) const;

  /// What one row takes.
  static double steps(const Gaussians& gaussians);

 private:
  [[nodiscard]] bool score(std::span<const double> x, const RemovedRow& row, std::span<double> out) const;

  Gaussians gaussians_;
  Gaussians shared_;
  RemovalRule rule_;
  std::vector<double> means_;   // C × d
  std::vector<double> target_;  // Σ_auto
};

}  // namespace suffice
