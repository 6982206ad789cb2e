#include "model/linear/linear_conditional.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include "rival_tables.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

LinearConditional conditional_of(const RivalTable& rows, std::vector<double> coefficients) {
  const Summary sums = summarise(rows.number_table(), rows.labels(), RivalTable::number_schema(), {.threads = 1});
  const Options options = checked({}, sums.schema);
  return {feature_maps(sums, options, 1).front(), std::move(coefficients), {{0.5}, {-0.5}}, true};
}

std::vector<double> scores_of(const LinearConditional& conditional, const BlockRows& rows, std::size_t count) {
  const std::vector<double> start{1, 2};
  LinearConditional::Workspace work;
  work.start = start;
  std::vector<PanelColumn> out((count + panel_rows - 1) / panel_rows * 2);
  conditional.add_log_density(rows, 0, count, Wanted::relative, out, work);
  std::vector<double> scores;
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t c = 0; c < 2; ++c) {
      scores.push_back(out[i / panel_rows * 2 + c][i % panel_rows]);
    }
  }
  return scores;
}

TEST(LinearConditional, scores_are_linear_in_dense_and_sparse_rows) {
  const RivalTable rows(50);
  const LinearConditional conditional = conditional_of(rows, {1, 2, -3, 0.25});
  const std::vector<double> dense = scores_of(conditional, Batch::row_major(rows.numbers.data(), 50, 2), 50);
  std::vector<std::uint64_t> offsets;
  std::vector<std::uint32_t> indices;
  for (std::uint64_t i = 0; i <= 50; ++i) {
    offsets.push_back(2 * i);
    indices.insert(indices.end(), {0, 1});
  }
  const std::vector<double> sparse =
      scores_of(conditional, SparseBatch{rows.numbers.data(), offsets, std::span(indices).first(100), 2}, 50);
  for (std::size_t i = 0; i < 50; ++i) {
    const double x = rows.numbers[2 * i];
    const double z = rows.numbers[2 * i + 1];
    EXPECT_NEAR(dense[2 * i], 1.5 + x + 2 * z, 1e-12);
    EXPECT_NEAR(dense[2 * i + 1], 1.5 - 3 * x + 0.25 * z, 1e-12);
    EXPECT_NEAR(sparse[2 * i], dense[2 * i], 1e-12);
  }
}

TEST(LinearConditional, an_infinite_number_is_an_error_and_a_huge_one_is_not) {
  const RivalTable rows(50);
  const LinearConditional conditional = conditional_of(rows, {1e10, 2, -3, 0.25});
  std::vector<double> row{1e308, 0};
  for (const double score : scores_of(conditional, Batch::row_major(row.data(), 1, 2), 1)) {
    EXPECT_TRUE(std::isfinite(score));
  }
  row[0] = std::numeric_limits<double>::infinity();
  EXPECT_THROW(scores_of(conditional, Batch::row_major(row.data(), 1, 2), 1), Error);
}

TEST(LinearConditional, the_strongest_features_come_first) {
  const LinearConditional conditional = conditional_of(RivalTable(50), {1, 2, -3, 0.25});
  const std::vector<FeatureOdds> found = conditional.strongest(std::vector<std::size_t>{0}, 5, {})[0];
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].feature, "x");
  EXPECT_EQ(found[0].log_odds, 4);
}

TEST(LinearConditional, explains_that_a_number_is_missing) {
  const LinearConditional conditional = conditional_of(RivalTable(50), {1, 2, -3, 0.25});
  const std::vector<double> row{0.5, std::nan("")};
  const Explanation why = conditional.explain(Batch::row_major(row.data(), 1, 2), 0, std::vector<double>(2));
  ASSERT_EQ(why.contributions.size(), 2U);
  EXPECT_EQ(why.contributions[0].value, "0.5");
  EXPECT_EQ(why.contributions[1].value, "(missing)");
  EXPECT_NEAR(why.contributions[1].scores[0], 0, 1e-12);
}

TEST(LinearConditional, contributions_add_up_from_either_centre) {
  const RivalTable rows(50);
  const LinearConditional conditional = conditional_of(rows, {1, 2, -3, 0.25});
  std::vector<double> numbers = rows.numbers;
  numbers[3] = numbers[4] = numbers[6] = numbers[7] = std::nan("");
  const Batch batch = Batch::row_major(numbers.data(), 50, 2);
  const std::vector<double> scores = scores_of(conditional, batch, 50);
  const std::vector<double> start{1, 2};
  for (std::size_t i = 0; i < 10; ++i) {
    const Explanation from_all = conditional.explain(batch, i, start);
    const Explanation from_both = conditional.explain(batch, i, start, ClassPair{0, 1});
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_NEAR(from_all.log_joint[c], scores[2 * i + c], 1e-12);
      EXPECT_NEAR(from_both.log_joint[c], scores[2 * i + c], 1e-12);
    }
  }
}

}  // namespace
}  // namespace suffice
