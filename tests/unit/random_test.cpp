#include "math/random.hpp"

#include <array>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Random, the_same_seed_gives_the_same_draws_on_every_machine) {
  Random random(5489);
  // The first two outputs of the 64-bit Mersenne Twister for this seed, as published by its authors.
  EXPECT_EQ(random.uniform(), static_cast<double>(14514284786278117030ULL >> 11U) * 0x1p-53);
  EXPECT_EQ(random.uniform(), static_cast<double>(4620546740167642908ULL >> 11U) * 0x1p-53);
}

TEST(Random, normal_draws_have_mean_zero_and_variance_one) {
  Random random(1);
  double sum = 0;
  double squares = 0;
  const int n = 100'000;
  for (int i = 0; i < n; ++i) {
    const double z = random.normal();
    sum += z;
    squares += z * z;
  }
  EXPECT_NEAR(sum / n, 0, 5 / std::sqrt(n));
  EXPECT_NEAR(squares / n, 1, 5 * std::sqrt(2.0 / n));
}

TEST(Random, chi_square_draws_have_their_mean_and_variance) {
  for (const double degrees : {0.5, 1.0, 3.0, 40.0}) {
    Random random(4);
    double sum = 0;
    double squares = 0;
    const int n = 100'000;
    for (int i = 0; i < n; ++i) {
      const double draw = random.chi_square(degrees);
      ASSERT_GT(draw, 0);
      sum += draw;
      squares += (draw - degrees) * (draw - degrees);
    }
    EXPECT_NEAR(sum / n, degrees, 5 * std::sqrt(2 * degrees / n));
    // The fourth moment of χ² about its mean is 12 ν (ν + 4).
    EXPECT_NEAR(squares / n, 2 * degrees, 5 * std::sqrt(12 * degrees * (degrees + 4) / n));
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
