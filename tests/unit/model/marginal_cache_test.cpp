#include "model/moments/marginal_cache.hpp"

#include <algorithm>

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
  const Density whole = plain_density(40, false);
  const auto kept_from = [](std::size_t first) {
    Places kept;
    for (std::size_t k = first; k < first + 19; ++k) {  // fewer than half: factors of their own
      kept.push_back(k);
    }
    return kept;
  };
  const std::size_t one = whole.marginal(kept_from(0)).bytes();
  for (const std::size_t room : {0U, 1U, 3U}) {
    MarginalCache cache(room * one);
    for (std::size_t first = 0; first < 20; ++first) {
      cache.get(whole, kept_from(first));
      ASSERT_EQ(cache.size(), std::clamp<std::size_t>(room, 1, first + 1));
      ASSERT_EQ(cache.bytes(), cache.size() * one);
    }
  }
}

}  // namespace
}  // namespace suffice
