#include "evaluate/metrics/proportion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace suffice {

Proportion wilson_interval(double right, double total) {
  if (!(total > 0)) {
    return {std::numeric_limits<double>::quiet_NaN(), 0, 1};
  }
  constexpr double z = 1.959963984540054;  // the 97.5 % quantile of the standard normal
  const double p = right / total;
  const double z2 = z * z / total;
  const double centre = (p + z2 / 2) / (1 + z2);
  const double half = z / (1 + z2) * std::sqrt(p * (1 - p) / total + z2 / (4 * total));
  // At the ends of the scale the interval ends with it, which rounding would miss.
  return {p, right > 0 ? std::max(0.0, centre - half) : 0, right < total ? std::min(1.0, centre + half) : 1};
}

}  // namespace suffice
