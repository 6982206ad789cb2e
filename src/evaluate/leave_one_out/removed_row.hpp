// Removed row: what removing one row does to the estimate of its class (MODELS §11).
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "estimate/moments/gaussians.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Rows to remove one at a time: row-major doubles of the informative columns, and the class of each row.
struct RowsToRemove {
  Batch rows;
  std::span<const std::size_t> classes;
};

/// A row of weight w that has left class c. With κ_c = κ₀ + n_c (κ₀ = 0 without a prior of means) and u = x − m_c:
///   N' = N − a u uᵀ,  D' = D − w,  x − m_c' = f u,  f = κ_c / (κ_c − w),  a = w f.
struct RemovedRow {
  std::size_t c = 0;
  double weight = 0;  ///< w
  double amount = 0;  ///< a
  double factor = 1;  ///< f
  double spread = 1;  ///< Gaussians::spread of class c without the row
};

/// What the removal of rows needs to know of the classes.
struct RemovalRule {
  ClassCounts classes;
  double kappa = 0;  ///< κ₀
  bool predictive = false;

  RemovalRule(const ClassCounts& counts, const GaussianOptions& options);
  /// Nothing when the row is all that its class has.
  [[nodiscard]] std::optional<RemovedRow> remove(std::size_t c, double weight) const;
};

/// score(x, removed, out) for each row x: out takes C log densities; NaN where it is false, or the row cannot be
/// removed.
template <typename Score>
void score_each(const RowsToRemove& rows, const RemovalRule& rule, std::span<double> out, const Score& score) {
  const std::size_t classes = rule.classes.size();
  std::vector<double> x(rows.rows.columns);
  for (std::size_t i = 0; i < rows.rows.rows; ++i) {
    const auto row = out.subspan(i * classes, classes);
    const auto removed = rule.remove(rows.classes[i], rows.rows.weight(i));
    rows.rows.copy_row(i, x.data());
    if (!removed || !score(std::span<const double>(x), *removed, row)) {
      std::ranges::fill(row, std::numeric_limits<double>::quiet_NaN());
    }
  }
}

/// C × d: the means of the classes in the informative columns.
std::vector<double> class_means(const Gaussians& gaussians);

/// sum − part, or 0 where that is no more than rounding.
double what_is_left(double sum, double part);

/// The log density at squared distance q from the mean, over `size` columns, is log_normaliser + log_falloff less
/// ½ log |Σ| and what all Gaussians have in common. `degrees` is that of t.
double log_normaliser(Tail tail, std::size_t size, double degrees);
double log_falloff(Tail tail, std::size_t size, double degrees, double q);

}  // namespace suffice
