// Dependence removal: rows of categories that depend on one another, removed by decrement (MODELS §11, §13).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/leave_one_out/removed_row.hpp"
#include "model/values/dependence_conditional.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"
#include "summary/values/pair_layout.hpp"

namespace suffice {

/// How many values columns have is held, and so is the tree of TAN. A row of class c with the values x leaves N_c(x_k),
/// N_ck, N_c(x_j, x_k) and N_c(x_j, ·_k) less by its weight. A value that no other row has and that was not declared is
/// unknown without the row, as in predictions: missing, or the reserved one. O(C d²) a row.
class DependenceRemoval {
 public:
  DependenceRemoval(const ValueBlock& block, const ValueOptions& options, unsigned threads);

  /// out: chosen × C, log densities; NaN where the row cannot be removed.
  void log_densities(const LeftOut& left_out, std::span<double> out) const;

 private:
  // A value that a row has: its column, and its place among the values of that column and among those of all.
  struct Observed {
    std::size_t column;
    std::size_t value;
    std::size_t place;
    bool unseen = false;     // without the row
    double probability = 0;  // p(v|c) without the row
  };

  [[nodiscard]] bool score(const CategoryBatch& rows, std::size_t i, std::size_t c, double weight,
                           DependenceConditional::Workspace& work, std::span<double> out) const;
  [[nodiscard]] std::vector<Observed> observed(const CategoryBatch& rows, std::size_t i, std::size_t c, double weight,
                                               std::vector<std::uint32_t>& places) const;
  // log p(x_k | c, x_j) without the row.
  [[nodiscard]] double log_given(const Observed& parent, const Observed& child, std::size_t c, double weight) const;
  // log p(x | c) without the row.
  [[nodiscard]] double own_density(std::span<const Observed> row, std::size_t c, double weight) const;

  ClassCounts classes_;
  ValueCounts sums_;
  PairLayout layout_;
  DependenceConditional conditional_;
  std::vector<double> added_;         // V × C: β
  std::vector<std::uint8_t> always_;  // V: 1 for a value that exists without a row
  std::vector<double> reserved_;      // d × C: β of the reserved value; empty where there is none
  std::vector<double> total_;         // d × C: N_ck
  std::vector<double> added_total_;   // d × C, that of the reserved value included
  std::vector<double> pair_total_;    // V × d × C: N_c(u, ·_k)
};

}  // namespace suffice
