// Categories: how probable each value of each categorical column is in each class (MODELS §5).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

struct Categories {
  std::size_t classes = 0;                       ///< C
  std::vector<std::vector<std::string>> values;  ///< of each feature, as in the sums
  bool reserved = false;                         ///< each feature has one more value, which stands for all others
  /// log θ of each feature, value (the reserved one last) and class: one feature after the other, C numbers a value;
  /// −∞ where θ is 0.
  std::vector<double> log_probability;
  std::vector<double> counts;  ///< of the same shape; 0 for reserved values

  /// How many values feature j has, the reserved one included.
  [[nodiscard]] std::size_t size(std::size_t j) const { return values[j].size() + (reserved ? 1 : 0); }
};

/// MLE N/N_cj, MAP (N + β − 1)/(N_cj + Σ(β − 1)), mean and predictive (N + β)/(N_cj + Σβ). Error (usage) as
/// check_options(), (bad_data) naming class and column where a numerator is negative or all are zero. A class without
/// rows has θ = 0 for every value under MLE.
Categories categories(const ValueBlock& values, const ValueOptions& options);

}  // namespace suffice
