// Random: seeded draws, the same on every machine (the standard library's distributions are not).
#pragma once

#include <cstdint>
#include <random>
#include <span>

namespace suffice {

/// A seed for the stream-th of many generators that belong to one seed (the finaliser of SplitMix64).
constexpr std::uint64_t mix_seed(std::uint64_t seed, std::uint64_t stream) {
  std::uint64_t z = seed + (stream + 1) * 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30U)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27U)) * 0x94d049bb133111ebU;
  return z ^ (z >> 31U);
}

class Random {
 public:
  explicit Random(std::uint64_t seed) : bits_(seed) {}

  /// Uniform in [0, 1), a multiple of 2⁻⁵³.
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  /// Uniform among 0, …, bound − 1, without bias; bound > 0.
  std::uint64_t below(std::uint64_t bound);
  /// Standard normal, by the polar method.
  double normal();
  /// Gamma of that shape, more than 0, and rate 1 (Marsaglia and Tsang).
  double gamma(double shape);
  /// χ² with that many degrees of freedom, more than 0.
  double chi_square(double degrees) { return 2 * gamma(degrees / 2); }
  /// Beta of those parameters, not negative and not both 0; one that is 0 gives all to the other.
  double beta(double a, double b);
  /// How many of n events happen, each with the probability p; n is whole. Cost O(log n).
  double binomial(double n, double p);
  /// Poisson of that mean, finite and at least 0: counting for small means, Hörmann's transformed rejection for others.
  double poisson(double mean);
  /// An index with the given probabilities, which sum to 1.
  std::size_t index(std::span<const double> probabilities);

 private:
  std::mt19937_64 bits_;
  double spare_ = 0;
  bool has_spare_ = false;
};

}  // namespace suffice
