// Fisher's discriminant axes: the directions in which classes differ most for their spread (MODELS §4).
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// W = axes maximises |Wᵀ S_B W| / |Wᵀ S_W W|: generalised eigenvectors of S_B and S_W, the largest eigenvalue first,
/// scaled so that Wᵀ (S_W / (n−C)) W = I (shrinkage applied to S_W), the largest entry of each axis positive.
struct Discriminants {
  std::vector<double> centre;                  ///< d: the mean of all rows
  std::vector<double> axes;                    ///< d × k, row-major; k ≤ min(C−1, d)
  std::vector<double> eigenvalues;             ///< k: of S_W⁻¹ S_B
  std::vector<double> explained;               ///< k: shares of the sum of all eigenvalues
  std::vector<double> canonical_correlations;  ///< k: √(e / (1+e))
  double wilks_lambda = 1;                     ///< Π 1 / (1+e) over all axes

  [[nodiscard]] std::size_t count() const { return eigenvalues.size(); }
  /// out: rows × k, Wᵀ (x − centre), for rows of the reading's features. Error (bad_data) on a value that is missing or
  /// not finite.
  void transform(const Table& rows, std::span<double> out, unsigned threads = 0) const;
};

/// Whether a reading by these options has axes: one of measurements whose classes share a covariance.
bool has_axes(const FamilyOptions& options);
/// The axes of a reading of measurements, over its features: the first options.fisher->count, or all. Needs a pooled
/// scatter. Cost O(d³), and where values are missing that of complete() (suffice/estimate.hpp), unless what it gave for
/// the reading is handed over. Error (bad_data) for a single class or a singular S_W; Error (usage) when the sums do
/// not hold a pooled scatter, or the reading has no measurements.
Discriminants discriminants(const Summary& summary, const Options& options = {}, std::size_t reading = 0,
                            unsigned threads = 0, const Moments* completed = nullptr);

}  // namespace suffice
