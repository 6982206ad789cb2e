#include "math/special/independent_events.hpp"

#include <algorithm>
#include <cmath>

namespace suffice {

IndependentEvents::IndependentEvents(std::span<const double> probabilities) {
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] > 0) events_.push_back(static_cast<std::uint32_t>(k));
  }
  std::ranges::stable_sort(events_, std::ranges::greater(), [&](std::uint32_t k) { return probabilities[k]; });
  for (const std::uint32_t k : events_) {
    const double p = probabilities[k];
    if (runs_.empty() || 2 * p < runs_.back().largest) {
      runs_.push_back({probabilities_.size(), probabilities_.size(), p, std::log1p(-p)});
    }
    probabilities_.push_back(p);
    runs_.back().last = probabilities_.size();
  }
}

// By thinning: in a run, the next candidate is a geometric number of events away at the largest probability, and is
// taken by the ratio of its own to that, a half at least.
std::vector<std::size_t> IndependentEvents::draw(Random& random) const {
  std::vector<std::size_t> drawn;
  for (const Run& run : runs_) {
    for (std::size_t k = run.first; k < run.last; ++k) {
      const double skipped = run.largest < 1 ? std::floor(std::log1p(-random.uniform()) / run.log_none) : 0;
      if (!(skipped < static_cast<double>(run.last - k))) break;
      k += static_cast<std::size_t>(skipped);
      if (random.uniform() * run.largest < probabilities_[k]) drawn.push_back(events_[k]);
    }
  }
  std::ranges::sort(drawn);
  return drawn;
}

}  // namespace suffice
