// What rounding takes off a sum.
#pragma once

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

  /// This number and another one; exact but for the rounding of the remainder.
  [[nodiscard]] constexpr TwoSum plus(double x) const {
    const double sum = rounded + x;
    const double rest = rounding_of_sum(rounded, x, sum) + remainder;
    const double result = sum + rest;
    return {result, rounding_of_sum(sum, rest, result)};
  }
};

}  // namespace suffice
