#include "math/special/log_sum_exp.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace suffice {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

double log_sum_exp(std::span<const double> values) {
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
  const double largest = values.empty() ? -infinity : *std::ranges::max_element(values);
  if (std::isinf(largest)) {
    return largest;
  }
  // Differences first: they are exact where it matters, even between numbers far from zero.
  double sum = 0;
  for (double& value : values) {
    value -= largest;
    sum += std::exp(value);
  }
  const double log_sum = std::log(sum);
  for (double& value : values) {
    value -= log_sum;
  }
  return largest + log_sum;
}

}  // namespace suffice
