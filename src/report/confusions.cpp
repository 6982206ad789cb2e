#include "report/confusions.hpp"

#include <algorithm>
#include <functional>

namespace suffice {

std::vector<Confusion> most_frequent_confusions(const Metrics& metrics, std::size_t most) {
  const std::size_t size = metrics.confusion.empty() ? 0 : metrics.labels.size();
  std::vector<Confusion> found;
  for (std::size_t truth = 0; truth < size; ++truth) {
    double all = 0;
    for (std::size_t predicted = 0; predicted < size; ++predicted) {
      all += metrics.confusion[truth * size + predicted];
    }
    for (std::size_t predicted = 0; predicted < size; ++predicted) {
      const double weight = metrics.confusion[truth * size + predicted];
      if (predicted != truth && weight > 0) {
        found.push_back({truth, predicted, weight, weight / all});
      }
    }
  }
  std::ranges::stable_sort(found, std::ranges::greater{}, &Confusion::weight);
  found.resize(std::min(found.size(), most));
  return found;
}

}  // namespace suffice
