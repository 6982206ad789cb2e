// Count sums: the counts of all terms of a class, as a reading weighs them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

struct CountSums {
  std::vector<double> kept;      ///< C
  std::vector<double> left_out;  ///< C
  double length = 0;             ///< Σ of what is kept over all classes, tokens as they are
};

/// The summary has counts of terms; `kept` is 0 for terms that are left out. Documents are summed for bernoulli and
/// boolean models, else tokens, tf-idf weighing them. O(entries); the bits depend on the counts alone.
CountSums sum_counts(const Summary& summary, const EstimateOptions& options, std::span<const std::uint8_t> kept);

}  // namespace suffice
