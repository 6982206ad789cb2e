// Covariance removal: rows removed where the classes share one covariance matrix, and where each has its own.
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

/// O(C·d²) a row. Where covariances are mixed (Friedman's α), a row is part of every one of them: of its own class
/// wholly, of the others by the share α.
class ClassRemoval {
 public:
  ClassRemoval(const Gaussians& gaussians, RemovalRule rule, double mixed = 0);

  /// out: rows × C, log densities less what all classes have in common; a NaN among them where the row cannot be
  /// removed.
  void log_densities(const RowsToRemove& rows, std::span<double> out) const;

 private:
  struct Class {
    RankOneCovariance covariance;
    AffineMap map;  // to the coordinates of the covariance
    double spread = 1;
    double degrees = 0;
    double log_determinant = 0;
    double log_height = 0;  // the log density at the mean with all rows in place
  };
  // A row in the coordinates of class k.
  struct Mapped {
    std::span<const double> y;  // of x − m_k
    std::span<const double> u;  // of x − m_c; the same where k is c
    double square;              // |x − m_c|²
  };

  // The log density at the mean, where removal changed log |Σ| by `change`.
  [[nodiscard]] double log_height(const Class& own, double spread, double degrees, double change) const;
  [[nodiscard]] double log_density(std::size_t k, const RemovedRow& row, const Mapped& mapped,
                                   RankOneCovariance::Rest& rest) const;

  RemovalRule rule_;
  double mixed_;
  Tail tail_;
  std::vector<double> means_;  // C × d
  std::vector<Class> classes_;
};

}  // namespace suffice
