#include "math/special/independent_events.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(IndependentEvents, happen_as_often_as_they_are_probable) {
  const std::vector<double> probabilities{0.3, 0, 1, 0.02, 0.031, 0.9, 0.5, 0.02};
  const IndependentEvents events(probabilities);
  Random random(1);
  constexpr int draws = 20'000;
  std::vector<double> count(probabilities.size());
  double both = 0;
  for (int k = 0; k < draws; ++k) {
    const std::vector<std::size_t> drawn = events.draw(random);
    EXPECT_TRUE(std::ranges::is_sorted(drawn));
    for (const std::size_t event : drawn) ++count[event];
    const auto happened = [&](std::size_t event) { return std::ranges::find(drawn, event) != drawn.end(); };
    both += happened(0) && happened(6) ? 1 : 0;
  }
  for (std::size_t k = 0; k < probabilities.size(); ++k) {
    const double p = probabilities[k];
    EXPECT_NEAR(count[k] / draws, p, 5 * std::sqrt(p * (1 - p) / draws)) << k;
  }
  EXPECT_NEAR(both / draws, 0.15, 5 * std::sqrt(0.15 * 0.85 / draws));
}

TEST(IndependentEvents, may_be_none) {
  Random random(1);
  EXPECT_TRUE(IndependentEvents({}).draw(random).empty());
  EXPECT_TRUE(IndependentEvents(std::vector<double>(5, 0.0)).draw(random).empty());
  EXPECT_EQ(IndependentEvents(std::vector<double>(3, 1.0)).draw(random), (std::vector<std::size_t>{0, 1, 2}));
}

}  // namespace
}  // namespace suffice
