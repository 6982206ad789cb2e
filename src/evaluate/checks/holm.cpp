#include "evaluate/checks/holm.hpp"

#include <algorithm>
#include <cmath>

namespace suffice {

std::vector<double> holm_adjusted(std::span<const double> p_values) {
  std::vector<std::size_t> order;
  for (std::size_t k = 0; k < p_values.size(); ++k) {
    if (!std::isnan(p_values[k])) {
      order.push_back(k);
    }
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t k) { return p_values[k]; });
  std::vector<double> adjusted(p_values.begin(), p_values.end());
  double largest = 0;
  for (std::size_t rank = 0; rank < order.size(); ++rank) {
    largest = std::max(largest, static_cast<double>(order.size() - rank) * p_values[order[rank]]);
    adjusted[order[rank]] = std::min(1.0, largest);
  }
  return adjusted;
}

}  // namespace suffice
