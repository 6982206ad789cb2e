// Independent events: draws of which of many unlikely events happen.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/special/random.hpp"

namespace suffice {

/// Events that happen each with a probability of its own, whatever the others do.
class IndependentEvents {
 public:
  /// Probabilities from 0 to 1.
  explicit IndependentEvents(std::span<const double> probabilities);

  /// Which of them happen, ascending. Takes time for each that does, and for each power of 2 between the probabilities,
  /// not for each event.
  [[nodiscard]] std::vector<std::size_t> draw(Random& random) const;

 private:
  /// Neighbours in the order of probabilities, none less than half as probable as the first.
  struct Run {
    std::size_t first = 0;
    std::size_t last = 0;  // not in it
    double largest = 0;
    double log_none = 0;  // log(1 − largest)
  };

  std::vector<double> probabilities_;  // of those that can happen, the largest first
  std::vector<std::uint32_t> events_;  // in that order
  std::vector<Run> runs_;
};

}  // namespace suffice
