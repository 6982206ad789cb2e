#include "math/special/random.hpp"

#include <cmath>
#include <limits>

#include "math/special/poisson.hpp"

namespace suffice {

std::uint64_t Random::below(std::uint64_t bound) {
  const std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t limit = most - most % bound;
  std::uint64_t draw = bits_();
  while (draw >= limit) {
    draw = bits_();
  }
  return draw % bound;
}

double Random::normal() {
  if (has_spare_) {
    has_spare_ = false;
    return spare_;
  }
  double u = 0;
  double v = 0;
  double radius = 0;
  do {
    u = 2 * uniform() - 1;
    v = 2 * uniform() - 1;
    radius = u * u + v * v;
  } while (radius >= 1 || radius == 0);
  const double factor = std::sqrt(-2 * std::log(radius) / radius);
  spare_ = v * factor;
  has_spare_ = true;
  return u * factor;
}

// For a shape a ≥ 1: (a − ⅓) v with v = (1 + z / √(9a − 3))³, z normal, is accepted by the ratio of the densities;
// below, a draw of shape a + 1 times u^(1/a) has shape a.
double Random::gamma(double shape) {
  const double boost = shape < 1 ? std::pow(1 - uniform(), 1 / shape) : 1;
  const double scale = (shape < 1 ? shape + 1 : shape) - 1 / 3.0;
  while (true) {
    const double z = normal();
    const double root = 1 + z / std::sqrt(9 * scale);
    const double v = root * root * root;
    if (v > 0 && std::log(1 - uniform()) < 0.5 * z * z + scale * (1 - v + std::log(v))) {
      return scale * v * boost;
    }
  }
}

double Random::poisson(double mean) {
  if (mean < 10) {
    const double limit = std::exp(-mean);
    double count = 0;
    for (double product = 1 - uniform(); product > limit; product *= 1 - uniform()) {
      ++count;
    }
    return count;
  }
  const double b = 0.931 + 2.53 * std::sqrt(mean);
  const double a = -0.059 + 0.02483 * b;
  const double log_alpha = std::log(1.1239 + 1.1328 / (b - 3.4));
  while (true) {
    const double u = uniform() - 0.5;
    const double v = 1 - uniform();
    const double us = 0.5 - std::abs(u);
    const double k = std::floor((2 * a / us + b) * u + mean + 0.43);
    if (us >= 0.07 && v <= 0.9277 - 3.6224 / (b - 2)) {
      return k;
    }
    if (k >= 0 && (us >= 0.013 || v <= us) &&
        std::log(v) + log_alpha - std::log(a / (us * us) + b) <= log_poisson(k, mean)) {
      return k;
    }
  }
}

double Random::beta(double a, double b) {
  if (a == 0 || b == 0) {
    return a == 0 ? 0 : 1;
  }
  const double x = gamma(a);
  const double y = gamma(b);
  if (x > 0 || y > 0) {
    return 1 / (1 + y / x);
  }
  return uniform() < a / (a + b) ? 1 : 0;  // draws of tiny shapes are 0, and then one is far below the other
}

// The i-th smallest of n uniform draws is a Beta(i, n + 1 − i): whether it is below p tells on which side of it the
// draws are that are left to count.
double Random::binomial(double n, double p) {
  constexpr double few = 16;
  double below = 0;
  while (n > few && p > 0 && p < 1) {
    const double i = 1 + std::floor(n / 2);
    const double middle = beta(i, n + 1 - i);
    if (middle < p) {
      below += i;
      n -= i;
      p = (p - middle) / (1 - middle);
    } else {
      n = i - 1;
      p /= middle;
    }
  }
  if (p <= 0 || p >= 1) {
    return p <= 0 ? below : below + n;
  }
  for (double i = 0; i < n; ++i) {
    below += uniform() < p ? 1 : 0;
  }
  return below;
}

std::size_t Random::index(std::span<const double> probabilities) {
  const double draw = uniform();
  double sum = 0;
  std::size_t last = 0;
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    if (probabilities[k] > 0) {
      sum += probabilities[k];
      last = k;
      if (draw < sum) {
        return k;
      }
    }
  }
  return last;  // draw fell into the rounding error of the sum
}

}  // namespace suffice
