// Count sums: the counts of all terms of a class, as options weigh them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

struct CountSums {
  std::vector<double> kept;     ///< C
  std::vector<double> dropped;  ///< C
  double length = 0;            ///< Σ of what is kept over all classes, tokens as they are
};

/// `kept` is 0 for terms that are dropped. Documents are summed for bernoulli and boolean models, else tokens, tf-idf
/// weighing them. O(entries); the bits depend on the counts alone, not on the number of threads.
CountSums sum_counts(const TermBlock& terms, const TermOptions& options, std::span<const std::uint8_t> kept,
                     unsigned threads);

}  // namespace suffice
