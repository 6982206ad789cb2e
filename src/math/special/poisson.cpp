#include "math/special/poisson.hpp"

#include <cmath>

#include "math/special/log_gamma.hpp"
#include "math/special/log_zero.hpp"

namespace suffice {

// With v = (x − m) / (x + m), log(x / m) = 2 (v + v³/3 + v⁵/5 + …), so that the deviance is
// (x − m) v + 2x (v³/3 + v⁵/5 + …). Halves keep the sum of two large numbers finite.
double deviance(double x, double mean) {
  const double middle = 0.5 * x + 0.5 * mean;
  if (std::abs(x - mean) < 0.2 * middle) {
    const double v = (0.5 * x - 0.5 * mean) / middle;
    double power = x * (2 * v);
    double sum = (x - mean) * v;
    for (double k = 3;; k += 2) {
      power *= v * v;
      const double next = sum + power / k;
      if (next == sum) {
        return sum;
      }
      sum = next;
    }
  }
  const double ratio = x / mean;
  const double logarithm = std::isnormal(ratio) ? std::log(ratio) : std::log(x) - std::log(mean);
  return x * logarithm + (mean - x);
}

// x! = √(2πx) xˣ e⁻ˣ e^rest turns the probability into e^(−deviance − rest) / √(2πx).
double log_poisson(double x, double mean) {
  if (mean == 0 || x == 0) {
    return x == 0 ? -mean : log_zero;
  }
  if (x < stirling_start) {
    return x * std::log(mean) - mean - log_factorial(x);
  }
  return -half_log_two_pi - 0.5 * std::log(x) - stirling_rest(x) - deviance(x, mean);
}

// As a / n times the binomial probability of a among n = a + x, of which n b/(b+1) are expected. Where a or x is small,
// Γ(a+x) / (Γ(a) x!) by steps from the larger of the two.
double log_negative_binomial(double a, double b, double x) {
  if (a < stirling_start || x < stirling_start) {
    const double coefficient =
        x <= a ? log_gamma_increase(a, x) - log_factorial(x) : log_gamma_increase(x, a) - log_gamma(a) - std::log(x);
    return coefficient - a * std::log1p(1 / b) - x * std::log1p(b);
  }
  const double n = a + x;
  const double rests = stirling_rest(n) - stirling_rest(a) - stirling_rest(x);
  const double deviances = deviance(a, n / (1 + 1 / b)) + deviance(x, n / (1 + b));
  return rests - deviances - half_log_two_pi + 0.5 * (std::log(a) - std::log(x) - std::log(n));
}

}  // namespace suffice
