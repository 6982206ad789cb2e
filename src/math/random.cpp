#include "math/random.hpp"

#include <cmath>
#include <limits>

namespace suffice {

std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t z = seed + (stream + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

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

// Twice a Gamma draw of shape a = degrees / 2. For a ≥ 1: (a − ⅓) v with v = (1 + z / √(9a − 3))³, z normal, is
// accepted by the ratio of the densities; below, a draw of shape a + 1 times u^(1/a) has shape a.
double Random::chi_square(double degrees) {
  const double shape = degrees / 2;
  const double boost = shape < 1 ? std::pow(1 - uniform(), 1 / shape) : 1;
  const double scale = (shape < 1 ? shape + 1 : shape) - 1 / 3.0;
  while (true) {
    const double z = normal();
    const double root = 1 + z / std::sqrt(9 * scale);
    const double v = root * root * root;
    if (v > 0 && std::log(1 - uniform()) < 0.5 * z * z + scale * (1 - v + std::log(v))) {
      return 2 * scale * v * boost;
    }
  }
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
