#include "math/special/random.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

struct Spread {
  double bias;      // the mean of the draws less what it should be
  double variance;  // about what their mean should be
};

template <typename Draw>
Spread spread_of(int n, double mean, const Draw& draw) {
  double sum = 0;
  double squares = 0;
  for (int i = 0; i < n; ++i) {
    const double off = draw() - mean;
    sum += off;
    squares += off * off;
  }
  return {sum / n, squares / n};
}

// Both within 5 standard errors, given the fourth moment about the mean less the square of the variance.
void expect_spread(const Spread& spread, int n, double variance, double spread_of_squares) {
  EXPECT_NEAR(spread.bias, 0, 5 * std::sqrt(variance / n));
  EXPECT_NEAR(spread.variance, variance, 5 * std::sqrt(spread_of_squares / n));
}

TEST(Random, the_same_seed_gives_the_same_draws_on_every_machine) {
  Random random(5489);
  // The first two outputs of the 64-bit Mersenne Twister for this seed, as published by its authors.
  EXPECT_EQ(random.uniform(), static_cast<double>(14514284786278117030ULL >> 11U) * 0x1p-53);
  EXPECT_EQ(random.uniform(), static_cast<double>(4620546740167642908ULL >> 11U) * 0x1p-53);
}

TEST(Random, normal_draws_have_mean_zero_and_variance_one) {
  Random random(1);
  const int n = 100'000;
  expect_spread(spread_of(n, 0, [&] { return random.normal(); }), n, 1, 2);
}

TEST(Random, poisson_draws_have_their_mean_and_variance) {
  for (const double mean : {0.0, 0.3, 9.5, 10.5, 1000.0, 1e12}) {
    SCOPED_TRACE(mean);
    Random random(6);
    const int n = 100'000;
    const Spread spread = spread_of(n, mean, [&] {
      const double draw = random.poisson(mean);
      EXPECT_TRUE(draw >= 0 && draw == std::floor(draw)) << draw;
      return draw;
    });
    expect_spread(spread, n, mean, mean + 2 * mean * mean);
  }
}

TEST(Random, poisson_draws_of_enormous_means_end) {
  Random random(9);
  for (const double mean : {1e15, 1e18, 1e100, 1.7e308}) {
    double squares = 0;
    const int n = 10'000;
    for (int i = 0; i < n; ++i) {
      const double z = (random.poisson(mean) - mean) / std::sqrt(mean);
      ASSERT_LT(std::abs(z), 10) << mean;
      squares += z * z;
    }
    if (mean < 1e16) {
      EXPECT_NEAR(squares / n, 1, 5 * std::sqrt(2.0 / n));
    }
  }
}

TEST(Random, binomial_draws_have_their_mean_and_variance) {
  struct Case {
    double n, p;
  };
  for (const auto& [trials, p] :
       {Case{0, 0.5}, Case{5, 0}, Case{40, 1}, Case{7, 0.3}, Case{100, 0.01}, Case{1000, 0.95}, Case{1e12, 0.4}}) {
    SCOPED_TRACE(trials);
    Random random(10);
    const double variance = trials * p * (1 - p);
    const int n = 20'000;
    const Spread spread = spread_of(n, trials * p, [&, most = trials, share = p] {
      const double draw = random.binomial(most, share);
      EXPECT_TRUE(draw >= 0 && draw <= most && draw == std::floor(draw)) << draw;
      return draw;
    });
    expect_spread(spread, n, variance, variance + 2 * variance * variance);
  }
}

TEST(Random, binomial_draws_follow_their_probabilities) {
  Random random(11);
  std::array<int, 21> counts{};
  const int n = 100'000;
  for (int i = 0; i < n; ++i) {
    ++counts.at(static_cast<std::size_t>(random.binomial(20, 0.25)));
  }
  double expected = n * std::pow(0.75, 20);
  for (std::size_t k = 0; k <= 20; ++k) {
    EXPECT_NEAR(counts[k], expected, 5 * std::sqrt(expected) + 1) << k;
    expected *= static_cast<double>(20 - k) / static_cast<double>(k + 1) / 3;
  }
}

TEST(Random, binomial_draws_of_enormous_numbers_end) {
  Random random(12);
  for (const double n : {1e18, 1e100, 1.7e308}) {
    EXPECT_NEAR(random.binomial(n, 0.25) / n, 0.25, 1e-8);
  }
}

TEST(Random, beta_draws_have_their_mean_and_ends) {
  Random random(13);
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    sum += random.beta(2, 6);
  }
  EXPECT_NEAR(sum / 1e5, 0.25, 5 * std::sqrt(0.1875 / 9 / 1e5));
  EXPECT_EQ(random.beta(0, 3), 0);
  EXPECT_EQ(random.beta(3, 0), 1);
  const double tiny = random.beta(1e-300, 1e-300);
  EXPECT_TRUE(tiny == 0 || tiny == 1);
}

TEST(Random, gamma_draws_have_their_mean_and_variance) {
  for (const double shape : {0.25, 1.0, 7.5}) {
    SCOPED_TRACE(shape);
    Random random(7);
    const int n = 100'000;
    expect_spread(spread_of(n, shape, [&] { return random.gamma(shape); }), n, shape, 2 * shape * shape + 6 * shape);
  }
}

TEST(Random, chi_square_draws_have_their_mean_and_variance) {
  for (const double degrees : {0.5, 1.0, 3.0, 40.0}) {
    SCOPED_TRACE(degrees);
    Random random(4);
    const int n = 100'000;
    const Spread spread = spread_of(n, degrees, [&] {
      const double draw = random.chi_square(degrees);
      EXPECT_GT(draw, 0);
      return draw;
    });
    // The fourth moment of χ² about its mean is 12 ν (ν + 4).
    expect_spread(spread, n, 2 * degrees, 12 * degrees * (degrees + 4) - 4 * degrees * degrees);
  }
}

TEST(Random, below_is_uniform_and_in_range) {
  Random random(2);
  std::array<int, 3> counts{};
  const int n = 30'000;
  for (int i = 0; i < n; ++i) {
    ++counts.at(random.below(3));
  }
  for (const int count : counts) {
    EXPECT_NEAR(count, n / 3.0, 5 * std::sqrt(n * 2.0 / 9));
  }
  EXPECT_EQ(random.below(1), 0U);
}

TEST(Random, index_follows_the_probabilities_and_never_takes_a_zero) {
  Random random(3);
  const std::vector<double> probabilities{0, 0.25, 0, 0.75, 0};
  std::array<int, 5> counts{};
  const int n = 10'000;
  for (int i = 0; i < n; ++i) {
    ++counts.at(random.index(probabilities));
  }
  EXPECT_EQ(counts[0] + counts[2] + counts[4], 0);
  EXPECT_NEAR(counts[1], n * 0.25, 5 * std::sqrt(n * 0.25 * 0.75));
}

TEST(MixSeed, neighbouring_streams_and_seeds_differ) {
  EXPECT_NE(mix_seed(0, 0), mix_seed(0, 1));
  EXPECT_NE(mix_seed(0, 1), mix_seed(1, 0));
  EXPECT_EQ(mix_seed(7, 3), mix_seed(7, 3));
}

}  // namespace
}  // namespace suffice
