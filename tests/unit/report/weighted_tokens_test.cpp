#include <cmath>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "suffice/estimate.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

TEST(ScoreDifference, is_none_where_both_classes_are_impossible) {
  const std::vector<double> scores{-INFINITY, -INFINITY, -1, -3};
  EXPECT_EQ(score_difference(scores, {0, 1}), 0);
  EXPECT_EQ(score_difference(scores, {2, 3}), 2);
  EXPECT_EQ(score_difference(scores, {0, 3}), -INFINITY);
}

TEST(WeightedTokens, divide_what_a_term_says_among_its_occurrences) {
  const Stored stored = word_model();
  const Model model = estimate(stored.summary, stored.options, 1);
  const std::vector<std::string> documents{"Buy now, unknown BUY"};
  const Table table{1, {TextColumn{Texts(documents)}}};
  const Explanation why = model.explain(table, 0);
  const std::vector<WeightedToken> tokens = weighted_tokens(documents[0], why, model, 0, {1, 0});
  ASSERT_EQ(tokens.size(), 3U);
  EXPECT_EQ(tokens[0].term, "buy");
  EXPECT_EQ(tokens[2].begin, 17U);
  EXPECT_EQ(tokens[2].end, 20U);
  EXPECT_EQ(tokens[0].log_odds, tokens[2].log_odds);
  EXPECT_EQ(2 * tokens[0].log_odds, score_difference(why.contributions[0].scores, {1, 0}));
  EXPECT_EQ(tokens[1].log_odds, score_difference(why.contributions[1].scores, {1, 0}));
}

TEST(WeightedTokens, of_no_document_are_none) {
  const Stored stored = word_model();
  const Model model = estimate(stored.summary, stored.options, 1);
  const std::vector<std::string> documents{"Buy now"};
  const Explanation why = model.explain(Table{1, {TextColumn{Texts(documents)}}}, 0);
  EXPECT_TRUE(weighted_tokens("", why, model, 0, {1, 0}).empty());
}

}  // namespace
}  // namespace suffice
