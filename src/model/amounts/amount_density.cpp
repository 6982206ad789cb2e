#include "model/amounts/amount_density.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/special/log_gamma.hpp"
#include "math/special/log_zero.hpp"
#include "math/special/poisson.hpp"

namespace suffice {

namespace {

constexpr double largest_draw = std::numeric_limits<double>::max();

// ∞ − ∞, far beyond where any density is above 0.
double or_log_zero(double value) { return std::isnan(value) ? log_zero : value; }

// a Γ(b+x)/Γ(b) · Γ(a+b)/Γ(a+b+x+1), by steps of x or of a, whichever is less.
double log_beta_geometric(double a, double b, double x) {
  return std::log(a) + (x <= a ? log_gamma_increase(b, x) - log_gamma_increase(a + b, x + 1)
                               : log_gamma_increase(b, a) - log_gamma_increase(b + x, a + 1));
}

double draw_geometric(double p, Random& random) {
  const double draw = p < 1 ? std::floor(std::log(1 - random.uniform()) / std::log1p(-p)) : 0;
  return draw <= largest_draw ? draw : largest_draw;  // p may be too small to be told from 0
}

}  // namespace

bool in_support(AmountFamily family, double x) {
  switch (family) {
    case AmountFamily::gamma:
      return x > 0;
    case AmountFamily::exponential:
      return x >= 0;
    case AmountFamily::poisson:
    case AmountFamily::geometric:
      break;
  }
  return x >= 0 && x == std::floor(x);
}

const char* support_in_words(AmountFamily family) {
  switch (family) {
    case AmountFamily::gamma:
      return "a number above 0";
    case AmountFamily::exponential:
      return "a number of at least 0";
    case AmountFamily::poisson:
    case AmountFamily::geometric:
      break;
  }
  return "a whole number of at least 0";
}

AmountTerms amount_terms(AmountFamily family, double first, double second) {
  switch (family) {
    case AmountFamily::poisson:
      return {-first, std::log(first), 0};
    case AmountFamily::exponential:
      return {std::log(first), -first, 0};
    case AmountFamily::geometric:
      return {std::log(first), std::log1p(-first), 0};
    case AmountFamily::gamma:
      break;
  }
  return {first * std::log(second) - log_gamma(first), -second, first - 1};
}

double common_term(AmountFamily family, double x) { return family == AmountFamily::poisson ? -log_factorial(x) : 0; }

double log_amount(AmountFamily family, const AmountTerms& terms, double x) {
  if (!in_support(family, x)) {
    return log_zero;
  }
  if (family == AmountFamily::poisson) {
    return log_poisson(x, -terms.intercept);
  }
  const double linear = x == 0 ? 0 : terms.slope * x;  // 0 · ∞ is 0 here
  const double logarithmic = terms.log_slope == 0 ? 0 : terms.log_slope * std::log(x);
  return or_log_zero(terms.intercept + linear + logarithmic);
}

// Where a or b is 0, all rows and pseudo-rows were 0: so is every row to come.
double log_predictive(AmountFamily family, double a, double b, double x) {
  if (!in_support(family, x)) {
    return log_zero;
  }
  const double at_zeros = x == 0 ? 0 : log_zero;
  switch (family) {
    case AmountFamily::exponential:
      return or_log_zero(std::log(a) - std::log(b) - (a + 1) * std::log1p(x / b));
    case AmountFamily::poisson:
      return a == 0 ? at_zeros : or_log_zero(log_negative_binomial(a, b, x));
    case AmountFamily::geometric:
    case AmountFamily::gamma:  // has no predictive estimate
      break;
  }
  return b == 0 ? at_zeros : or_log_zero(log_beta_geometric(a, b, x));
}

double draw_amount(AmountFamily family, double first, double second, Random& random) {
  switch (family) {
    case AmountFamily::poisson:
      return random.poisson(first);
    case AmountFamily::exponential:
      return -std::log(1 - random.uniform()) / first;
    case AmountFamily::geometric:
      return draw_geometric(first, random);
    case AmountFamily::gamma:
      break;
  }
  const double draw = random.gamma(first) / second;
  return draw > 0 ? draw : std::numeric_limits<double>::min();
}

double draw_predictive(AmountFamily family, double a, double b, Random& random) {
  switch (family) {
    case AmountFamily::exponential: {
      const double draw = -std::log(1 - random.uniform()) * b / random.gamma(a);
      return draw <= largest_draw ? draw : largest_draw;
    }
    case AmountFamily::poisson:
      return a == 0 ? 0 : random.poisson(std::min(random.gamma(a) / b, largest_draw));
    case AmountFamily::geometric:
    case AmountFamily::gamma:  // has no predictive estimate
      break;
  }
  if (b == 0) {
    return 0;
  }
  const double x = random.gamma(a);
  const double y = random.gamma(b);
  return draw_geometric(x / (x + y), random);
}

}  // namespace suffice
