// What rounding takes off a sum.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>

namespace suffice {

/// a + b − sum exactly, where sum is a + b rounded (Knuth).
constexpr double rounding_of_sum(double a, double b, double sum) {
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return (a - a_part) + (b - b_part);
}

/// A number of more digits than a double has: `rounded` and what rounding took off it.
struct TwoSum {
  double rounded = 0;
  double remainder = 0;

  /// This number and another one; exact but for the rounding of the remainder. What is infinite has none.
  [[nodiscard]] constexpr TwoSum plus(double x) const {
    const double sum = rounded + x;
    if (sum - sum != 0) return {sum, 0};
    const double rest = rounding_of_sum(rounded, x, sum) + remainder;
    const double result = sum + rest;
    return {result, rounding_of_sum(sum, rest, result)};
  }
  /// This number and Σ factor · a_j b_j, the factor being 1 or −1.
  [[nodiscard]] TwoSum plus_products(double factor, std::span<const double> a, std::span<const double> b) const {
    TwoSum sum = *this;
    for (std::size_t j = 0; j < a.size(); ++j) {
      const double product = a[j] * b[j];
      sum = sum.plus(factor * product).plus(factor * std::fma(a[j], b[j], -product));
    }
    return sum;
  }
  /// By how much it is above another one.
  [[nodiscard]] constexpr double minus(const TwoSum& other) const {
    return (rounded - other.rounded) + (remainder - other.remainder);
  }
};

}  // namespace suffice
