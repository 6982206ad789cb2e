// Pair layout: where the counts of a pair of values stand among those of all pairs.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// Of the features j < k and their values u and v, ValueCounts::pairs has C numbers from place(j, u, k, v) on.
class PairLayout {
 public:
  PairLayout(const std::vector<std::vector<std::string>>& values, std::size_t classes) : classes_(classes) {
    firsts_.push_back(0);
    for (const std::vector<std::string>& names : values) {
      firsts_.push_back(firsts_.back() + names.size());
    }
    starts_.push_back(0);
    for (std::size_t j = 0; j < values.size(); ++j) {
      starts_.push_back(starts_.back() + size(j) * (firsts_.back() - firsts_[j + 1]));
    }
  }

  [[nodiscard]] std::size_t features() const { return firsts_.size() - 1; }
  /// M_j.
  [[nodiscard]] std::size_t size(std::size_t j) const { return firsts_[j + 1] - firsts_[j]; }
  /// How many values the features before j have.
  [[nodiscard]] std::size_t first(std::size_t j) const { return firsts_[j]; }
  /// The numbers of all pairs.
  [[nodiscard]] std::size_t total() const { return starts_.back() * classes_; }
  /// Needs j ≠ k; the pairs (j, u), (k, v) and (k, v), (j, u) are the same.
  [[nodiscard]] std::size_t place(std::size_t j, std::size_t u, std::size_t k, std::size_t v) const {
    return j < k ? (starts_[j] + size(j) * (firsts_[k] - firsts_[j + 1]) + u * size(k) + v) * classes_
                 : place(k, v, j, u);
  }

 private:
  std::size_t classes_;
  std::vector<std::size_t> firsts_;  // of each feature: its first value among those of all; and their number
  std::vector<std::size_t> starts_;  // of each feature: its first pair with a later one; and their number
};

/// Whether the counts have all pairs, which is so where there are none.
inline bool has_pairs(const ValueCounts& counts, std::size_t classes) {
  return counts.pairs.size() == PairLayout(counts.values, classes).total();
}

/// Whether pairs can be kept of so many features, values of all features, and classes.
constexpr bool fits_pairs(std::size_t features, std::size_t values, std::size_t classes) {
  return features <= most_pair_features && values <= most_pair_values &&
         (values == 0 || classes <= most_pair_numbers / (values * values));
}
/// Error (bad_data) for more features, values of all features, or numbers than pairs may have.
void check_pair_limit(std::size_t features, std::size_t values, std::size_t classes);

}  // namespace suffice
