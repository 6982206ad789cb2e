// Linear rows: the rows that a linear model is fitted on, which pass by as often as its fitter asks.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "encode/block_rows.hpp"

namespace suffice {

/// Some rows of features t(x), with their weights, and the classes of the rows. A missing number is NaN.
struct LinearRows {
  std::variant<Batch, SparseBatch> features;
  std::span<const std::uint32_t> classes;

  [[nodiscard]] std::size_t size() const { return classes.size(); }
};

/// use(rows) for all rows, some of them at a time, in the same order and the same pieces whenever it is called.
using EachRows = std::function<void(const std::function<void(const LinearRows&)>& use)>;

/// What a linear model is fitted on: scores Σ_j w_cj (t_j − centre_j) + a_c.
struct LinearProblem {
  std::size_t features = 0;
  std::size_t classes = 0;
  /// Of each feature what is subtracted from it; 0 where rows are sparse.
  std::vector<double> centre;
  /// Of sparse rows what stands for a feature where it is missing; of dense ones that is the centre.
  std::vector<double> fill = {};
  EachRows each;
  bool dense = true;  ///< rows are of the type Batch
  std::size_t rows = 0;
  double weight = 0;  ///< summed over the rows
  /// The same of each class; empty: every class has some.
  std::vector<double> class_weight = {};
  /// Names a feature in messages.
  std::function<std::string(std::size_t)> name_of = [](std::size_t feature) { return std::to_string(feature + 1); };

  /// The value of a feature, or what stands for it where it is missing.
  [[nodiscard]] double known(std::size_t feature, double value) const {
    return std::isnan(value) ? (dense ? centre : fill)[feature] : value;
  }
  [[nodiscard]] std::size_t parameters() const { return classes * (features + 1); }
};

/// Rows that are held in memory, those of a part of a problem.
struct HeldRows {
  std::vector<double> values;  ///< rows × features, row-major, NaN where one is missing
  std::vector<std::uint32_t> classes;
  std::vector<double> weights;
};

/// About so many rows of a problem of dense rows: stretches of 32 neighbours, evenly spread.
HeldRows spread_rows(const LinearProblem& problem, std::size_t wanted);
/// The problem of these rows, which must outlive it.
LinearProblem problem_of(const HeldRows& rows, const LinearProblem& whole);

/// The same rows with the classes `kept` alone, ascending, in their order; rows of others weigh nothing. The problem
/// outlives it.
LinearProblem with_classes(const LinearProblem& problem, std::vector<std::uint32_t> kept);

/// √(Σ w (t_j − centre_j)² / Σ w), the scale of each feature, 1 where it is 0. Error (bad_data) where it is infinite.
std::vector<double> feature_scales(const LinearProblem& problem);

}  // namespace suffice
