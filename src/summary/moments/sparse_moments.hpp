// Sparse moments: means and variances of each class from rows of which few numbers are not zero.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// Open moments of the kind diagonal. The numbers stored enter weight n, mean and scatter of their class and column in
/// row order (West's update); with δ = x − μ:
///   n' = n + w,   μ' = μ + δ w / n',   S' = S + δ² n w / n'.
/// The zeros join when the sums are read, n₀ = n_cj − n of them, by the update of Chan, Golub and LeVeque:
///   μ_cj = μ n / n_cj,   S_cj = S + μ² n n₀ / n_cj.
/// n_cj is the weight of the class without the rows that miss the value (NaN).
class SparseMoments {
 public:
  SparseMoments(std::size_t columns, unsigned threads) : columns_(columns), threads_(threads) {}

  /// Sound rows of finite numbers and NaN.
  void add(const SparseBatch& rows, const RowClasses& classes);

  /// Class order[c] is class c of the moments; a class may be without rows. The tally is of the rows that were added.
  [[nodiscard]] Moments moments(std::span<const std::size_t> order, const ClassTally& tally) const;

 private:
  struct Cell {
    double weight = 0;
    double mean = 0;
    double scatter = 0;
  };
  std::size_t columns_;
  unsigned threads_;
  std::vector<Cell> cells_;      // C × d
  std::vector<double> missing_;  // C × d: Σ w over rows with NaN, or empty where there is none
};

}  // namespace suffice
