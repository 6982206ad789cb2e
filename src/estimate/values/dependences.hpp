// Dependences: how probable each value of a categorical column is given the class and the value of another column
// (MODELS §13).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "estimate/values/categories.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

inline constexpr std::size_t no_parent = SIZE_MAX;

/// The rows that p(v|c) weighs beside those counted, in p(v|c,u) = (N_c(u,v) + m p(v|c)) / (N_c(u,·) + m).
constexpr double prior_rows(Dependence dependence) { return dependence == Dependence::tree ? 5 : 2; }

/// The values of all features are numbered together: those of feature j from firsts[j] on, the reserved one last.
struct Dependences {
  Categories single;  ///< p(v|c)
  Dependence dependence = Dependence::one;
  std::vector<std::size_t> firsts;   ///< d + 1
  std::vector<std::size_t> parents;  ///< tree: of each feature; no_parent for the first
  /// one: V × V × C. From (a V + b) C on log p(b | c, a), with log p(a | c) where a = b; of two values of one feature
  /// 0. tree: for each feature k, from starts[k] C on, M_k × C numbers for each value of its parent, and after them
  /// those of log p(v | c), where there is no parent or it is missing.
  std::vector<double> log_probability;
  std::vector<std::size_t> starts;

  [[nodiscard]] std::size_t classes() const { return single.classes; }
  [[nodiscard]] std::size_t features() const { return single.values.size(); }
  /// V.
  [[nodiscard]] std::size_t values() const { return firsts.back(); }
};

/// I(X_j; X_k | C) of all pairs of features, d × d, symmetric, in nats, unsmoothed, over the rows that have both; 0 on
/// the diagonal. Error (usage) where the sums have no pairs.
std::vector<double> conditional_information(const ValueBlock& values);

/// The tree over d nodes of the largest sum of weights, d × d and symmetric, as the parent of each; the first node is
/// the root. It grows by the largest weight between a node in it and one outside, ties going to the lowest of those
/// outside, then of those inside.
std::vector<std::size_t> spanning_tree(const std::vector<double>& weights, std::size_t d);

/// From p(v|c), as categories() gives it, and the pairs of the sums. `tree`: the parents that were chosen before;
/// empty: those that the sums say. Error (usage) where the sums have no pairs.
Dependences dependences(const ValueBlock& values, Categories single, const ValueOptions& options, unsigned threads,
                        std::vector<std::size_t> tree = {});

}  // namespace suffice
