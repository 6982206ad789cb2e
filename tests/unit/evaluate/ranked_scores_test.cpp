#include "evaluate/metrics/ranked_scores.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(RankedScores, counts_pairs_in_the_right_order_and_halves_ties) {
  std::vector<RankedRow> rows{{2, 1, true}, {1, 2, false}, {1, 1, true}, {0, 1, false}};
  const RankQuality quality = rank_quality(rows);
  // Of weight 2 × 3 = 6: the first positive wins 3, the second ties with 2 and wins 1.
  EXPECT_NEAR(quality.roc_auc, (3 + 1 + 1) / 6.0, 1e-15);
  EXPECT_NEAR(quality.average_precision, 0.5 * 1 + 0.5 * 2.0 / 4, 1e-15);
}

TEST(RankedScores, is_undefined_without_a_row_of_each_side) {
  std::vector<RankedRow> right{{2, 1, true}};
  EXPECT_TRUE(std::isnan(rank_quality(right).roc_auc));
  EXPECT_EQ(rank_quality(right).average_precision, 1);
  std::vector<RankedRow> wrong{{2, 1, false}};
  EXPECT_TRUE(std::isnan(rank_quality(wrong).roc_auc));
  EXPECT_TRUE(std::isnan(rank_quality(wrong).average_precision));
}

TEST(RankedScores, ranks_rows_whose_probability_rounds_to_one) {
  RankedScores scores(3);
  // 1 − p is e⁻⁵⁰ and e⁻⁶⁰: the second row is the surer one, and the positive.
  scores.add(std::vector<double>{0, -50, -100}, 1, 1);
  scores.add(std::vector<double>{0, -60, -100}, 0, 1);
  EXPECT_EQ(scores.quality()[0].roc_auc, 1);
}

TEST(RankedScores, skips_rows_that_no_class_can_have) {
  RankedScores scores(2);
  scores.add(std::vector<double>{-INFINITY, -INFINITY}, 1, 1);
  EXPECT_EQ(scores.rows(), 0U);
}

TEST(RankedScores, drops_rows_without_a_score) {
  const double nan = std::nan("");
  std::vector<RankedRow> rows{{1, 1, true}, {nan, 1, true}, {0, 1, false}, {nan, 1, false}};
  const RankQuality quality = rank_quality(rows);
  EXPECT_EQ(rows.size(), 2U);
  EXPECT_EQ(quality.roc_auc, 1);
  EXPECT_EQ(quality.average_precision, 1);
}

TEST(RankedScores, a_row_without_a_score_takes_no_other_row_with_it) {
  RankedScores scores(2, 100);
  const double low = std::log(0.1);
  const double high = std::log(0.9);
  scores.add(std::vector{std::nan(""), std::nan("")}, 0, 1);
  scores.add(std::vector{high, low}, 0, 1);
  scores.add(std::vector{low, high}, 1, 1);
  for (const RankQuality& quality : scores.quality()) EXPECT_EQ(quality.roc_auc, 1);
}

TEST(RankedScores, keeps_a_sample_in_bounded_memory) {
  RankedScores all(2);
  RankedScores some(2, 1000);
  for (std::size_t i = 0; i < 20'000; ++i) {
    const std::size_t k = i * 7919 % 20'000;
    const double p = (static_cast<double>(k) + 0.5) / 20'000;
    const std::vector<double> row{std::log(1 - p), std::log(p)};
    const std::size_t label = k % 3 == 0 ? i % 2 : (p > 0.5 ? 1 : 0);
    all.add(row, label, 1);
    some.add(row, label, 1);
  }
  EXPECT_TRUE(all.has_all_rows());
  EXPECT_FALSE(some.has_all_rows());
  EXPECT_LE(some.rows(), 1000U);
  EXPECT_GE(some.rows(), 400U);
  EXPECT_NEAR(some.quality()[1].roc_auc, all.quality()[1].roc_auc, 0.05);
}

}  // namespace
}  // namespace suffice
