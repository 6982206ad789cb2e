#include "model/moments/marginal_cache.hpp"

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"

namespace suffice {
namespace {

using Places = std::vector<std::size_t>;

// Independent columns of variance 1.
Density plain_density(std::size_t d, bool diagonal) {
  Gaussians gaussians;
  gaussians.means.assign(2 * d, 0);
  gaussians.spread = {1, 1};
  gaussians.shared = false;
  gaussians.diagonal = diagonal;
  std::vector<double> identity(d * d);
  for (std::size_t k = 0; k < d; ++k) {
    gaussians.columns.push_back(k);
    identity[k * d + k] = 1;
  }
  if (diagonal) {
    gaussians.variances.assign(2 * d, 1);
  } else {
    gaussians.factors = {*cholesky(identity, d, 1), *cholesky(identity, d, 1)};
  }
  return {gaussians, d};
}

TEST(MarginalCache, makes_a_density_once) {
  const Density whole(hand_full(), 3);
  MarginalCache cache;
  const Density* first = &cache.get(whole, Places{0, 2});
  EXPECT_EQ(&cache.get(whole, Places{0, 2}), first);
  EXPECT_EQ(cache.size(), 1U);
  EXPECT_EQ(log_densities(*first, hand_rows), log_densities(whole.marginal(Places{0, 2}), hand_rows));
  cache.get(whole, Places{1});
  EXPECT_EQ(cache.size(), 2U);
  EXPECT_GT(cache.bytes(), 0U);
}

TEST(MarginalCache, is_bounded_in_number) {
  const std::size_t d = 12;
  const Density whole = plain_density(d, true);
  MarginalCache cache;
  for (std::size_t pattern = 0; pattern < (1U << d) - 1; ++pattern) {
    Places kept;
    for (std::size_t k = 0; k < d; ++k) {
      if ((pattern >> k & 1U) != 0) {
        kept.push_back(k);
      }
    }
    EXPECT_EQ(cache.get(whole, kept).layout().columns, kept.size());
    ASSERT_LE(cache.size(), MarginalCache::most_held);
  }
  EXPECT_EQ(cache.size(), MarginalCache::most_held);
}

TEST(MarginalCache, is_bounded_in_bytes) {
  const std::size_t d = 400;
  const Density whole = plain_density(d, false);
  MarginalCache cache;
  for (std::size_t left_out = 0; left_out < 20; ++left_out) {
    Places kept;
    for (std::size_t k = left_out; k < left_out + 199; ++k) {  // fewer than half: factors of their own
      kept.push_back(k);
    }
    cache.get(whole, kept);
    ASSERT_TRUE(cache.bytes() <= MarginalCache::most_bytes || cache.size() == 1);
  }
  EXPECT_GE(cache.size(), 1U);
}

}  // namespace
}  // namespace suffice
