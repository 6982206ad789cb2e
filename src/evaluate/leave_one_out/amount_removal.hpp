// Amount removal: rows of Poisson, exponential, geometric and Gamma factors removed by decrement (MODELS §11).
#pragma once

#include <span>
#include <vector>

#include "estimate/amounts/amounts.hpp"
#include "evaluate/leave_one_out/removed_row.hpp"
#include "model/amounts/amount_density.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// The pooled means that pseudo-rows are at are held. O(C·d) a row.
class AmountRemoval {
 public:
  AmountRemoval(const AmountBlock& block, const AmountOptions& options);

  /// out: chosen × C, log densities; NaN where the row cannot be removed.
  void log_densities(const LeftOut& left_out, std::span<double> out) const;

 private:
  [[nodiscard]] double log_density(const AmountParameters& parameters, double x) const;
  [[nodiscard]] bool score(std::span<const double> x, std::size_t c, double weight, std::span<double> out) const;

  ClassCounts classes_;
  AmountFamily family_;
  Estimator estimator_;
  std::vector<bool> unseen_;                  // d
  std::vector<ColumnAmounts> own_;            // C × d
  std::vector<ColumnAmounts> prior_;          // C × d: the pseudo-rows
  std::vector<AmountParameters> parameters_;  // C × d, with all rows in place
};

}  // namespace suffice
