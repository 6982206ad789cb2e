#include "encode/sampled_knots.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/normal_quantile.hpp"

namespace suffice {
namespace {

constexpr double largest = std::numeric_limits<double>::max();

RankedNumbers sampled(const std::vector<double>& numbers) { return RankedNumbers(numbers); }

std::vector<double> squares(std::size_t count) {
  std::vector<double> values;
  for (std::size_t i = 0; i < count; ++i) {
    const auto k = static_cast<double>((i * 7919) % count);
    values.push_back(k * k);
  }
  return values;
}

TEST(NormalScoreKnots, have_the_quantiles_of_mid_ranks) {
  const NormalScore score = normal_score_knots(sampled({7, 1, 3, 3, std::nan(""), 3}));
  ASSERT_EQ(score.x, (std::vector<double>{1, 3, 7}));
  EXPECT_EQ(score.z[0], normal_quantile(0.1));  // 5 numbers: ½, 1 + 3/2 and 4½ of them
  EXPECT_EQ(score.z[1], 0);
  EXPECT_EQ(score.z[2], normal_quantile(0.9));
}

TEST(NormalScoreKnots, are_none_where_all_values_are_the_same) {
  EXPECT_TRUE(normal_score_knots(sampled({})).x.empty());
  EXPECT_TRUE(normal_score_knots(sampled({2, 2, std::nan("")})).x.empty());
  EXPECT_TRUE(normal_score_knots(sampled({0.0, -0.0})).x.empty());
}

TEST(NormalScoreKnots, of_many_values_keep_the_extremes) {
  const NormalScore score = normal_score_knots(sampled(squares(5000)));
  EXPECT_EQ(score.x.size(), 200U);
  EXPECT_EQ(score.x.front(), 0);
  EXPECT_EQ(score.x.back(), 4999.0 * 4999.0);
  EXPECT_TRUE(std::ranges::is_sorted(score.z, std::ranges::less_equal()));
  EXPECT_EQ(score.z.front(), normal_quantile(0.5 / 5000));
}

TEST(NormalScoreKnots, keep_their_scores_under_an_increasing_map) {
  const std::vector<double> values = squares(3000);
  std::vector<double> mapped = values;
  std::ranges::for_each(mapped, [](double& value) { value = std::cbrt(value) - 5; });
  const NormalScore score = normal_score_knots(sampled(values));
  const NormalScore of_mapped = normal_score_knots(sampled(mapped));
  EXPECT_EQ(score.z, of_mapped.z);
  for (std::size_t k = 0; k < score.x.size(); ++k) {
    EXPECT_EQ(std::cbrt(score.x[k]) - 5, of_mapped.x[k]);
  }
}

TEST(RankedNumbers, of_weight_two_are_two_rows_and_of_weight_zero_none) {
  const std::vector<double> numbers = squares(1500);
  std::vector<double> weights;
  std::vector<double> repeated;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    weights.push_back(static_cast<double>(i % 4 == 0 ? 0 : i % 5));
    repeated.insert(repeated.end(), static_cast<std::size_t>(weights.back()), numbers[i]);
  }
  const RankedNumbers weighted(numbers, weights);
  const RankedNumbers rows(repeated);
  EXPECT_EQ(normal_score_knots(weighted), normal_score_knots(rows));
  EXPECT_EQ(normal_score_knots(weighted, 2'000), normal_score_knots(rows, 2'000));
  for (const std::size_t bins : {2U, 3U, 7U, 40U, 2'000U}) {
    EXPECT_EQ(equal_frequency_edges(weighted, bins), equal_frequency_edges(rows, bins));
    EXPECT_EQ(balanced_edges(weighted, bins), balanced_edges(rows, bins));
    EXPECT_EQ(fine_edges(weighted, bins), fine_edges(rows, bins));
  }
  EXPECT_EQ(weighted.extremes(), rows.extremes());
}

TEST(RankedNumbers, of_small_weights_have_the_knots_of_rows) {
  const std::vector<double> numbers = squares(1024);
  const std::vector<double> weights(numbers.size(), 0x1p-10);
  EXPECT_EQ(normal_score_knots(RankedNumbers(numbers, weights)), normal_score_knots(sampled(numbers)));
  EXPECT_EQ(equal_frequency_edges(RankedNumbers(numbers, weights), 7), equal_frequency_edges(sampled(numbers), 7));
}

TEST(FineEdges, are_all_midpoints_of_few_values) {
  EXPECT_EQ(fine_edges(sampled({4, 1, 2, 2, 1})), (std::vector<double>{1.5, 3}));
  EXPECT_TRUE(fine_edges(sampled({1, 1})).empty());
  EXPECT_EQ(fine_edges(sampled({-largest, largest})), std::vector<double>{0});
}

TEST(FineEdges, part_neighbours_that_have_nothing_between_them) {
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(fine_edges(sampled({1, next})), std::vector<double>{next});
}

TEST(FineEdges, of_many_values_leave_equally_many_between_them) {
  const std::vector<double> edges = fine_edges(sampled(squares(10'000)), 99);
  ASSERT_EQ(edges.size(), 99U);
  EXPECT_EQ(edges.front(), 0.5 * (99.0 * 99.0 + 100.0 * 100.0));
  std::vector<double> ties(5000, 1);
  for (std::size_t i = 0; i < 5000; ++i) {
    ties.push_back(2 + static_cast<double>(i));
  }
  const std::vector<double> few = fine_edges(sampled(ties), 9);
  EXPECT_EQ(few.front(), 1.5);
  EXPECT_EQ(few.size(), 5U);
}

TEST(EqualFrequencyEdges, are_quantiles_or_midpoints) {
  EXPECT_EQ(equal_frequency_edges(sampled({5, 1, 2, 3, 4}), 2), std::vector<double>{3});
  EXPECT_EQ(equal_frequency_edges(sampled({1, 2, 3, 4, 5, 6}), 2), std::vector<double>{3.5});
  EXPECT_EQ(equal_frequency_edges(sampled({1, 1, 2, 4}), 3), (std::vector<double>{1.5, 3}));
  EXPECT_EQ(equal_frequency_edges(sampled({1, 1, 1, 1, 1, 2, 3}), 2), std::vector<double>());
  EXPECT_TRUE(equal_frequency_edges(sampled({}), 2).empty());
}

TEST(EqualWidthEdges, divide_the_range) {
  EXPECT_EQ(equal_width_edges(0, 8, 4), (std::vector<double>{2, 4, 6}));
  EXPECT_TRUE(equal_width_edges(3, 3, 4).empty());
  EXPECT_EQ(equal_width_edges(-largest, largest, 2), std::vector<double>{0});
  const double next = std::nextafter(1.0, 2.0);
  EXPECT_EQ(equal_width_edges(1, next, 8), std::vector<double>{next});
}

TEST(BalancedEdges, a_number_that_is_most_of_all_is_a_bin_of_its_own) {
  std::vector<double> values(90, 0.0);
  for (int k = 1; k <= 10; ++k) values.push_back(k);
  EXPECT_EQ(balanced_edges(sampled(values), 3), (std::vector<double>{0.5, 5.5}));
  for (int k = 1; k <= 10; ++k) values.push_back(-k);
  EXPECT_EQ(balanced_edges(sampled(values), 3), (std::vector<double>{-0.5, 0.5}));
}

TEST(BalancedEdges, different_numbers_are_shared_out_alike) {
  std::vector<double> values;
  for (int k = 0; k < 100; ++k) values.push_back(k);
  EXPECT_EQ(balanced_edges(sampled(values), 4), (std::vector<double>{24.5, 49.5, 74.5}));
  EXPECT_EQ(balanced_edges(sampled({1, 2, 2, 4}), 5), (std::vector<double>{1.5, 3}));
  EXPECT_TRUE(balanced_edges(sampled({7, 7}), 5).empty());
}

}  // namespace
}  // namespace suffice
