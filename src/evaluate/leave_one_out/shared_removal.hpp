// Shared removal: rows removed where the classes share one covariance matrix.
#pragma once

#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "evaluate/leave_one_out/rank_one_covariance.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "math/linear/affine.hpp"

namespace suffice {

/// O(d² + C·d) a row.
class SharedRemoval {
 public:
  SharedRemoval(const Gaussians& gaussians, RemovalRule rule);

  /// out: rows × C, log densities less what all classes have in common; NaN where the row cannot be removed.
  void log_densities(const RowsToRemove& rows, std::span<double> out) const;

 private:
  RemovalRule rule_;
  RankOneCovariance covariance_;
  std::vector<double> means_;  // C × d
  std::vector<double> spread_;
  Tail tail_;
  double degrees_;
  AffineMap map_;                     // x ↦ y, about the mean of the first class
  std::vector<double> mapped_means_;  // C × d
};

}  // namespace suffice
