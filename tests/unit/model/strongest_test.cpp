#include "model/strongest.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/log_zero.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

Numbers odds_of(Numbers logs, const Numbers& prior, bool is_density = true) {
  OddsAgainstOthers(is_density, prior).take(logs);
  return logs;
}

TEST(OddsAgainstOthers, weigh_the_others_by_their_prior) {
  const Numbers odds = odds_of({std::log(0.5), std::log(0.2), std::log(0.1)}, {0.5, 0.4, 0.1});
  EXPECT_NEAR(odds[0], std::log(0.5 / (0.8 * 0.2 + 0.2 * 0.1)), 1e-14);
  EXPECT_NEAR(odds[1], std::log(0.2 / ((0.5 * 0.5 + 0.1 * 0.1) / 0.6)), 1e-14);
  EXPECT_NEAR(odds[2], std::log(0.1 / ((0.5 * 0.5 + 0.4 * 0.2) / 0.9)), 1e-14);
}

TEST(OddsAgainstOthers, lose_no_digits_beside_a_class_that_is_far_above) {
  const Numbers odds = odds_of({0, -800, -801}, {0.5, 0.25, 0.25});
  EXPECT_NEAR(odds[0], 800 - std::log(0.5 + 0.5 * std::exp(-1.0)), 1e-12);
  EXPECT_NEAR(odds[1], -800 + std::log(1.5) - std::log(1 + 0.5 * std::exp(-801.0)), 1e-12);
}

TEST(OddsAgainstOthers, count_alike_where_the_others_have_no_prior) {
  const Numbers odds = odds_of({std::log(0.5), std::log(0.2), std::log(0.1)}, {1, 0, 0});
  EXPECT_NEAR(odds[0], std::log(0.5 / 0.15), 1e-14);
  EXPECT_NEAR(odds[1], std::log(0.2 / 0.5), 1e-14);
  EXPECT_EQ(odds_of({-1, -1}, {0, 0}), Numbers({0, 0}));
}

TEST(OddsAgainstOthers, of_scores_are_the_difference_to_the_mean) {
  EXPECT_EQ(odds_of({5, 1, 3}, {1, 1, 1}, false), Numbers({3, -3, 0}));
}

TEST(OddsAgainstOthers, may_be_infinite) {
  EXPECT_EQ(odds_of({0, log_zero}, {0.5, 0.5}), Numbers({INFINITY, -INFINITY}));
  EXPECT_EQ(odds_of({log_zero, log_zero}, {0.5, 0.5}), Numbers({0, 0})) << "no class has it";
  EXPECT_EQ(odds_of({-2}, {1}), Numbers{0}) << "one class";
}

std::vector<std::string> names(const std::vector<FeatureOdds>& found) {
  std::vector<std::string> names;
  for (const FeatureOdds& odds : found) names.push_back(odds.feature + "=" + odds.value);
  return names;
}

TEST(StrongestFeatures, are_so_many_of_each_class_at_most) {
  const std::vector<std::size_t> classes{1, 0};
  StrongestFeatures strongest(classes, 2);
  strongest.offer("a", "x", Numbers{1, 4}, Numbers{7, 8});
  strongest.offer("b", "x", Numbers{3, 4}, Numbers{7, 8});
  strongest.offer("c", "x", Numbers{2, 5}, Numbers{7, 9});
  strongest.offer("d", "y", Numbers{3, std::nan("")}, Numbers{7, 8});
  strongest.offer("e", "y", Numbers{0, -1}, Numbers{7, 8});
  const std::vector<std::vector<FeatureOdds>> found = strongest.take();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(names(found[0]), (std::vector<std::string>{"c=x", "a=x"})) << "of equal ones the first";
  EXPECT_EQ(found[0][0].count, 9);
  EXPECT_EQ(found[0][0].log_odds, 5);
  EXPECT_EQ(names(found[1]), (std::vector<std::string>{"b=x", "d=y"}));
}

TEST(StrongestFeatures, go_by_count_where_odds_are_infinite) {
  const std::vector<std::size_t> classes{0};
  StrongestFeatures strongest(classes, std::numeric_limits<std::size_t>::max());
  strongest.offer("a", "", Numbers{INFINITY}, Numbers{1});
  strongest.offer("b", "", Numbers{INFINITY}, Numbers{2});
  strongest.offer("c", "", Numbers{3}, {});
  EXPECT_EQ(names(strongest.take()[0]), (std::vector<std::string>{"b=", "a=", "c="}));
}

TEST(StrongestFeatures, may_be_none) {
  const std::vector<std::size_t> classes{0};
  StrongestFeatures strongest(classes, 0);
  strongest.offer("a", "", Numbers{1}, {});
  strongest.offer("b", "", Numbers{2}, {});
  EXPECT_TRUE(strongest.take()[0].empty());
}

}  // namespace
}  // namespace suffice
