#include "evaluate/resemblance/distances.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>

namespace suffice {

double kolmogorov_smirnov(std::span<const double> a, std::span<const double> b) {
  if (a.empty() || b.empty()) {
    return 0;
  }
  const double step_a = 1 / static_cast<double>(a.size());
  const double step_b = 1 / static_cast<double>(b.size());
  double largest = 0;
  std::size_t i = 0;
  std::size_t k = 0;
  while (i < a.size() && k < b.size()) {
    const double value = std::min(a[i], b[k]);
    while (i < a.size() && a[i] <= value) ++i;
    while (k < b.size() && b[k] <= value) ++k;
    largest = std::max(largest, std::abs(static_cast<double>(i) * step_a - static_cast<double>(k) * step_b));
  }
  return largest;
}

double total_variation(std::span<const double> a, std::span<const double> b) {
  const double all_a = std::accumulate(a.begin(), a.end(), 0.0);
  const double all_b = std::accumulate(b.begin(), b.end(), 0.0);
  if (!(all_a > 0) || !(all_b > 0)) {
    return 0;
  }
  double sum = 0;
  for (std::size_t k = 0; k < a.size(); ++k) {
    sum += std::abs(a[k] / all_a - b[k] / all_b);
  }
  return sum / 2;
}

}  // namespace suffice
