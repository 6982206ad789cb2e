#include "math/special/digamma.hpp"

#include <cmath>
#include <limits>

namespace suffice {

namespace {

constexpr double large = 16;  // from here on the asymptotic series are exact to rounding
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// How often 1 is added to x > 0 to get there.
double steps_to_large(double x) { return x < large ? std::ceil(large - x) : 0; }

// log x − ψ(x) for x ≥ 16: 1/2x + Σ B₂ₖ / (2k x²ᵏ).
double series(double x) {
  const double y = 1 / (x * x);
  const double tail = 1 / 240.0 - (1 / 132.0 - (691 / 32760.0 - 1 / 12.0 * y) * y) * y;
  return 0.5 / x + y * (1 / 12.0 - y * (1 / 120.0 - y * (1 / 252.0 - y * tail)));
}

}  // namespace

// ψ(x) = ψ(x + 1) − 1/x, from the smallest term up.
double digamma(double x) {
  if (!(x > 0)) {
    return not_a_number;
  }
  const double steps = steps_to_large(x);
  double sum = std::log(x + steps) - series(x + steps);
  for (double k = steps - 1; k >= 0; --k) {
    sum -= 1 / (x + k);
  }
  return sum;
}

// ψ′(x) = ψ′(x + 1) + 1/x².
double trigamma(double x) {
  if (!(x > 0)) {
    return not_a_number;
  }
  const double steps = steps_to_large(x);
  const double above = x + steps;
  const double y = 1 / (above * above);
  const double tail = 1 / 30.0 - (5 / 66.0 - (691 / 2730.0 - 7 / 6.0 * y) * y) * y;
  double sum = 1 / above + y * (0.5 + (1 / 6.0 - (1 / 30.0 - (1 / 42.0 - tail * y) * y) * y) / above);
  for (double k = steps - 1; k >= 0; --k) {
    sum += 1 / ((x + k) * (x + k));
  }
  return sum;
}

// ψ″(x) = ψ″(x + 1) − 2/x³.
double tetragamma(double x) {
  if (!(x > 0)) {
    return not_a_number;
  }
  const double steps = steps_to_large(x);
  const double above = x + steps;
  const double y = 1 / (above * above);
  const double tail = 3 / 10.0 - (5 / 6.0 - (691 / 210.0 - 35 / 2.0 * y) * y) * y;
  double sum = y * (1 + 1 / above + y * (0.5 - (1 / 6.0 - (1 / 6.0 - tail * y) * y) * y));
  for (double k = steps - 1; k >= 0; --k) {
    sum += 2 / ((x + k) * (x + k) * (x + k));
  }
  return -sum;
}

// With h(x) = log x − ψ(x): h(x) = h(x + 1) + 1/x − log(1 + 1/x).
double log_less_digamma(double x) {
  if (!(x > 0)) {
    return not_a_number;
  }
  const double steps = steps_to_large(x);
  double sum = series(x + steps);
  for (double k = steps - 1; k >= 0; --k) {
    const double inverse = 1 / (x + k);
    sum += std::isinf(inverse) ? inverse : inverse - std::log1p(inverse);
  }
  return sum;
}

}  // namespace suffice
