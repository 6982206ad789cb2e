// Removed row: rows of which each is scored without itself, and what removing one does to the estimate of its class
// (MODELS §11).
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

/// Some rows of the sums, as the block that is read takes them, and the class of each.
struct LeftOut {
  const BlockRows& rows;
  std::span<const std::size_t> classes;
  std::span<const std::size_t> chosen;  ///< those to remove, each in turn
};

/// The density of a row that cannot be removed.
inline constexpr double cannot_be_removed = std::numeric_limits<double>::quiet_NaN();

/// Whether class c has anything left without a row of that weight.
inline bool is_left(const ClassCounts& classes, std::size_t c, double weight) {
  return classes.rows[c] >= 2 && weight < classes.weight[c];
}

/// score(i, c, weight, out) for each row chosen, of class c: out takes C log densities less what all classes have in
/// common. NaN where it is false, or nothing would be left of the class.
template <typename Score>
void score_left_out(const LeftOut& left_out, const ClassCounts& classes, std::span<double> out, const Score& score) {
  for (std::size_t place = 0; place < left_out.chosen.size(); ++place) {
    const std::size_t i = left_out.chosen[place];
    const std::size_t c = left_out.classes[i];
    const double weight = row_weight(left_out.rows, i);
    const auto densities = out.subspan(place * classes.size(), classes.size());
    if (!is_left(classes, c, weight) || !score(i, c, weight, densities)) {
      std::fill(densities.begin(), densities.end(), cannot_be_removed);
    }
  }
}

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

/// Whether a row of class c is the only one that has a value or word, counted in each class: without the row nobody has
/// met it. Were it scored by pseudocounts, p(v|c) = β / (N_c + βM) would be largest for the row's own class, whose N_c
/// has just lost the row: next to nothing, but it always names the label.
bool is_only_row(std::span<const double> counts, std::size_t c, double weight);

/// The log density at squared distance q from the mean, over `size` columns, is log_normaliser + log_falloff less
/// ½ log |Σ| and what all Gaussians have in common. `degrees` is that of t.
double log_normaliser(Tail tail, std::size_t size, double degrees);
double log_falloff(Tail tail, std::size_t size, double degrees, double q);

}  // namespace suffice
