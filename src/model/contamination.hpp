// Contamination: the share of rows whose values are taken to say nothing about their class (Huber's ε).
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/kernels/panel.hpp"

namespace suffice {

/// Whether a number can be ε.
inline bool is_contamination(double share) { return share >= 0 && share < 1; }

/// Of posteriors p(c | x) it makes (1 − ε) p(c | x) + ε π_c; a row that no class can have stays so.
class Contamination {
 public:
  /// ε is less than 1. Classes are alike where all log priors are 0, as those of scores that have none.
  Contamination(double share, std::span<const double> log_prior);

  [[nodiscard]] bool is_none() const { return parts_.empty(); }
  /// The log posterior of one row.
  void apply(std::span<double> log_posterior) const;
  /// Rows of a panel: of posteriors, or of their logs.
  void apply_to_posterior(std::span<PanelColumn> posterior, std::size_t rows) const;
  void apply_to_log_posterior(std::span<PanelColumn> log_posterior, std::size_t rows) const;

 private:
  [[nodiscard]] double log_of(std::size_t c, double log_posterior) const;

  double rest_ = 1;            // 1 − ε
  std::vector<double> parts_;  // ε π_c, or none
};

}  // namespace suffice
