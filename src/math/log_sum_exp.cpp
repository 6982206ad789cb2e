#include "math/log_sum_exp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace suffice {

double log_sum_exp(std::span<const double> values) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double largest = values.empty() ? -infinity : *std::ranges::max_element(values);
  if (largest == -infinity || largest == infinity) {
    return largest;
  }
  double sum = 0;
  for (const double value : values) {
    sum += std::exp(value - largest);
  }
  return largest + std::log(sum);
}

double normalise_logs(std::span<double> values) {
  const double total = log_sum_exp(values);
  if (std::isfinite(total)) {
    for (double& value : values) {
      value -= total;
    }
  }
  return total;
}

}  // namespace suffice
