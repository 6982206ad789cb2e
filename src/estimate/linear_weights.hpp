// Weights of linear scores, from those of features less a centre and back, to more digits than a double has. `Weights`
// are LinearWeights or LeastSquares: coefficients, intercepts and what rounding took off these.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "math/special/two_sum.hpp"

namespace suffice {

/// a_c as far as it is known.
template <typename Weights>
TwoSum intercept_of(const Weights& weights, std::size_t c) {
  return {weights.intercepts[c], weights.intercept_remainder.empty() ? 0 : weights.intercept_remainder[c]};
}

/// a_c + x in place of a_c.
template <typename Weights>
void add_to_intercept(Weights& weights, std::size_t c, double x) {
  const TwoSum sum = intercept_of(weights, c).plus(x);
  weights.intercepts[c] = sum.rounded;
  if (!weights.intercept_remainder.empty()) {
    weights.intercept_remainder[c] = sum.remainder;
  }
}

/// One more class, whose score at the centre m is s: a_c = s − Σ_j w_cj m_j.
template <typename Weights>
void add_class(Weights& weights, std::span<const double> coefficients, double at_centre,
               std::span<const double> centre) {
  const TwoSum intercept = TwoSum{at_centre}.plus_products(-1, coefficients, centre);
  weights.coefficients.insert(weights.coefficients.end(), coefficients.begin(), coefficients.end());
  weights.intercepts.push_back(intercept.rounded);
  weights.intercept_remainder.push_back(intercept.remainder);
}

template <typename Weights>
bool is_finite(const Weights& weights) {
  const auto finite = [](double number) { return std::isfinite(number); };
  return std::ranges::all_of(weights.coefficients, finite) && std::ranges::all_of(weights.intercepts, finite);
}

/// Empties the remainder unless some number of it exceeds 2⁻⁴³, scores being of the size of 1.
template <typename Weights>
void drop_slight_remainder(Weights& weights) {
  bool some = false;
  for (const double remainder : weights.intercept_remainder) {
    some = some || std::abs(remainder) > 0x1p-43;
  }
  if (!some) {
    weights.intercept_remainder.clear();
  }
}

}  // namespace suffice
