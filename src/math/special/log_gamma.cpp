#include "math/special/log_gamma.hpp"

#include <cmath>
#include <limits>

namespace suffice {

namespace {

// log (1 + step / x), finite even where the ratio is not.
double log_growth(double x, double step) {
  const double ratio = step / x;
  return ratio <= std::numeric_limits<double>::max() ? std::log1p(ratio) : std::log(step) - std::log(x);
}

// log Γ(x + ½) − log Γ(x): its asymptotic series from 32 on, where the first term left out is below 10⁻¹⁶; reached by
// Γ(x + 1) = x Γ(x).
double half_step(double x) {
  double below = 0;
  for (; x < 32; ++x) {
    below -= std::log1p(0.5 / x);
  }
  const double y = 1 / (x * x);
  return below + 0.5 * std::log(x) - (1 / 8.0 - (1 / 192.0 - (1 / 640.0 - 17 / 14336.0 * y) * y) * y) / x;
}

}  // namespace

double stirling_rest(double x) {
  const double y = 1 / (x * x);
  const double tail = 1 / 1680.0 - (1 / 1188.0 - 691 / 360360.0 * y) * y;
  return (1 / 12.0 - (1 / 360.0 - (1 / 1260.0 - tail * y) * y) * y) / x;
}

// Γ(x) = Γ(x + m) / (x (x + 1) ⋯ (x + m − 1)) brings small x to where the series holds.
double log_gamma(double x) {
  double product = 1;
  for (; x < stirling_start; ++x) {
    product *= x;
  }
  return (x - 0.5) * std::log(x) - x + half_log_two_pi + stirling_rest(x) - std::log(product);
}

double log_factorial(double x) {
  constexpr double exact = 22;  // x! is a double up to here
  if (x > exact) {
    return log_gamma(x + 1);
  }
  double product = 1;
  for (double k = 2; k <= x; ++k) {
    product *= k;
  }
  return std::log(product);
}

// x is brought to x + m ≥ 16 first, which changes step · log(x + step) by step · log(1 + m / (x + step)).
double log_gamma_increase_rest(double x, double step) {
  const double end = x + step;
  double below = 0;
  double moved = 0;
  for (; x < stirling_start; ++x, ++moved) {
    below += log_growth(x, step);
  }
  return (x - 0.5) * log_growth(x, step) + step * log_growth(end, moved) + stirling_rest(x + step) - stirling_rest(x) -
         below;
}

double log_gamma_increase(double x, double step) {
  return log_gamma_increase_rest(x, step) + step * (std::log(x + step) - 1);
}

double log_gamma_increase_about(double x, double step, double point) {
  return step * std::log((x + step) / point) + log_gamma_increase_rest(x, step);
}

double log_gamma_ratio(double x, std::size_t steps) {
  const std::size_t whole = steps / 2;
  double sum = steps % 2 == 0 ? 0 : half_step(x + static_cast<double>(whole));
  for (std::size_t i = 0; i < whole; ++i) {
    sum += std::log(x + static_cast<double>(i));
  }
  return sum;
}

}  // namespace suffice
