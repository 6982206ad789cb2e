#include "evaluate/resemblance/joint_p_values.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace suffice {

namespace {

// The mean and standard deviation over simulations.
struct Usual {
  double mean = 0;
  double deviation = 0;
};

Usual usual_of(std::size_t j, std::span<const std::vector<double>> simulated) {
  const auto count = static_cast<double>(simulated.size());
  Usual usual;
  for (const std::vector<double>& one : simulated) usual.mean += one[j] / count;
  for (const std::vector<double>& one : simulated) {
    usual.deviation += (one[j] - usual.mean) * (one[j] - usual.mean) / std::max(count - 1, 1.0);
  }
  usual.deviation = std::sqrt(usual.deviation);
  return usual;
}

// Where simulations never vary, what is beyond rounding is infinitely far off.
double standardised(double value, const Usual& usual) {
  const double excess = value - usual.mean;
  if (usual.deviation > 0) return excess / usual.deviation;
  return excess > 1e-12 * std::abs(usual.mean) ? std::numeric_limits<double>::infinity() : 0;
}

}  // namespace

JointPValues joint_p_values(std::span<const double> observed, std::span<const std::vector<double>> simulated) {
  const std::size_t m = observed.size();
  std::vector<Usual> usual(m);
  std::vector<double> own(observed.begin(), observed.end());
  for (std::size_t j = 0; j < m && !simulated.empty(); ++j) {
    usual[j] = usual_of(j, simulated);
    own[j] = standardised(observed[j], usual[j]);
  }
  JointPValues result;
  result.order.resize(m);
  std::iota(result.order.begin(), result.order.end(), std::size_t{0});
  std::ranges::stable_sort(result.order, std::ranges::greater(), [&](std::size_t j) { return own[j]; });
  result.adjusted.assign(m, std::numeric_limits<double>::quiet_NaN());
  if (simulated.empty()) return result;
  std::vector<double> as_far(m, 1.0);  // in the order
  for (const std::vector<double>& one : simulated) {
    double largest = -std::numeric_limits<double>::infinity();
    for (std::size_t k = m; k-- > 0;) {
      const std::size_t j = result.order[k];
      largest = std::max(largest, standardised(one[j], usual[j]));
      as_far[k] += largest >= own[j] ? 1 : 0;
    }
  }
  double least = 0;
  for (std::size_t k = 0; k < m; ++k) {
    least = std::max(least, as_far[k] / (static_cast<double>(simulated.size()) + 1));
    result.adjusted[result.order[k]] = least;
  }
  return result;
}

}  // namespace suffice
