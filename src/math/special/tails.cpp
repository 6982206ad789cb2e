#include "math/special/tails.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/special/log_gamma.hpp"

namespace suffice {

namespace {

constexpr double precision = 1e-16;
constexpr int most_steps = 100'000;

// P(a, x) = x^a e^−x / Γ(a + 1) · Σ_k x^k / ((a + 1) … (a + k)), for x < a + 1.
double lower_gamma_series(double a, double x) {
  double term = 1;
  double sum = 1;
  for (int k = 1; k < most_steps && term > precision * sum; ++k) {
    term *= x / (a + k);
    sum += term;
  }
  return sum * std::exp(a * std::log(x) - x - log_gamma(a + 1));
}

// Q(a, x) by Legendre's continued fraction, for x ≥ a + 1 (Lentz's method).
double upper_gamma_fraction(double a, double x) {
  constexpr double tiny = 1e-300;
  double b = x + 1 - a;
  double c = 1 / tiny;
  double d = 1 / b;
  double fraction = d;
  for (int k = 1; k < most_steps; ++k) {
    const double numerator = -k * (k - a);
    b += 2;
    d = 1 / std::max(numerator * d + b, tiny);
    c = std::max(b + numerator / c, tiny);
    const double factor = c * d;
    fraction *= factor;
    if (std::abs(factor - 1) < precision) {
      break;
    }
  }
  return fraction * std::exp(a * std::log(x) - x - log_gamma(a));
}

// The continued fraction of the incomplete beta function, for x < (a + 1) / (a + b + 2).
double beta_fraction(double a, double b, double x) {
  constexpr double tiny = 1e-300;
  const auto bounded = [](double value) { return std::abs(value) < tiny ? tiny : value; };
  double c = 1;
  double d = 1 / bounded(1 - (a + b) * x / (a + 1));
  double fraction = d;
  for (int m = 1; m < most_steps; ++m) {
    const double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
    d = 1 / bounded(1 + even * d);
    c = bounded(1 + even / c);
    fraction *= c * d;
    const double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
    d = 1 / bounded(1 + odd * d);
    c = bounded(1 + odd / c);
    fraction *= c * d;
    if (std::abs(c * d - 1) < precision) {
      break;
    }
  }
  return fraction;
}

// I_x(a, b), the regularised incomplete beta function; y = 1 − x, given for its digits.
double incomplete_beta(double a, double b, double x, double y) {
  if (x <= 0) {
    return 0;
  }
  if (y <= 0) {
    return 1;
  }
  const double front = std::exp(log_gamma(a + b) - log_gamma(a) - log_gamma(b) + a * std::log(x) + b * std::log(y));
  return x < (a + 1) / (a + b + 2) ? front * beta_fraction(a, b, x) / a : 1 - front * beta_fraction(b, a, y) / b;
}

}  // namespace

double chi_square_tail(double x, double degrees) {
  const double a = degrees / 2;
  const double half = x / 2;
  if (!(half > 0)) {
    return 1;
  }
  if (std::isinf(half)) {
    return 0;
  }
  return half < a + 1 ? 1 - lower_gamma_series(a, half) : upper_gamma_fraction(a, half);
}

double normal_two_tails(double z) { return std::erfc(std::abs(z) / std::numbers::sqrt2); }

double student_two_tails(double t, double degrees) {
  const double square = t * t;
  return std::isinf(square)
             ? 0
             : incomplete_beta(degrees / 2, 0.5, degrees / (degrees + square), square / (degrees + square));
}

double f_tail(double f, double numerator_degrees, double denominator_degrees) {
  if (!(f > 0)) {
    return 1;
  }
  const double product = numerator_degrees * f;
  const double sum = product + denominator_degrees;
  return std::isinf(sum) ? 0
                         : incomplete_beta(denominator_degrees / 2, numerator_degrees / 2, denominator_degrees / sum,
                                           product / sum);
}

double binomial_tail(double k, double n, double p) {
  return k <= 0 ? 1 : f_tail(k * (1 - p) / ((n - k + 1) * p), 2 * (n - k + 1), 2 * k);
}

double student_quantile(double share, double degrees) {
  double low = 0;
  double high = 1;
  while (student_two_tails(high, degrees) > share && high < std::numeric_limits<double>::max() / 2) {
    high *= 2;
  }
  for (int k = 0; k < 200 && high - low > 1e-15 * high; ++k) {
    const double middle = low + (high - low) / 2;
    (student_two_tails(middle, degrees) > share ? low : high) = middle;
  }
  return high;
}

}  // namespace suffice
