#include "summary/moments/missing_values.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/summary.hpp"

namespace suffice {
namespace {

const double missing = std::nan("");

TEST(PatternTable, numbers_each_pattern_once) {
  PatternTable table;
  EXPECT_EQ(table.add({1, 0}), 0U);
  EXPECT_EQ(table.add({0, 1}), 1U);
  EXPECT_EQ(table.add({1, 0}), 0U);
  EXPECT_EQ(table.size(), 2U);
  EXPECT_EQ(table[1], (Presence{0, 1}));
  EXPECT_EQ(table.find({0, 1}), 1U);
  EXPECT_FALSE(table.find({1, 1}));
}

TEST(ProbablyFinite, looks_at_some_rows) {
  std::vector<double> values(3000, 1.5);
  const Batch rows = Batch::row_major(values.data(), 300, 10);
  EXPECT_TRUE(probably_finite(rows));
  EXPECT_TRUE(probably_finite(rows.slice(0, 0)));
  values[9] = missing;
  EXPECT_FALSE(probably_finite(rows));
  values[9] = 1.5;
  for (std::size_t i = 0; i < 300; i += 3) {
    values[10 * i + 7] = INFINITY;
  }
  EXPECT_FALSE(probably_finite(rows));
  EXPECT_FALSE(probably_finite({values.data(), 10, 300, 1, 10}));  // columns one after the other
}

TEST(SurveyMissing, finds_what_rows_miss) {
  PatternTable known;
  known.add({1, 0});
  const std::vector<double> values{1, missing, 2, 3, missing, 4, missing, missing, missing, 5};
  const std::vector<double> weights{1, 1, 1, 0, 1};
  const MissingSurvey survey = survey_missing(Batch::row_major(values.data(), 5, 2, weights), &known, 2);
  EXPECT_FALSE(survey.infinite);
  EXPECT_TRUE(survey.missing);
  EXPECT_TRUE(survey.complete);
  EXPECT_EQ(survey.fresh, (std::vector<Presence>{{0, 1}}));  // once; what weighs nothing has no pattern
  EXPECT_TRUE(survey_missing(Batch::row_major(values.data(), 5, 2, weights), nullptr, 2).fresh.empty());
}

TEST(SurveyMissing, rows_that_weigh_nothing_are_neither_complete_nor_incomplete) {
  const std::vector<float> values{1, NAN, 3, 4, INFINITY, NAN};
  const std::vector<double> weights{0, 0, 0};
  const MissingSurvey survey = survey_missing(Batch::row_major(values.data(), 3, 2, weights), nullptr, 1);
  EXPECT_TRUE(survey.infinite);
  EXPECT_TRUE(survey.missing);
  EXPECT_FALSE(survey.complete);
  EXPECT_FALSE(survey_missing(Batch::row_major(values.data() + 2, 1, 2), nullptr, 1).missing);
}

// Several threads find the same patterns in the same order as one; too many are noticed.
TEST(SurveyMissing, finds_patterns_by_several_threads) {
  constexpr std::size_t columns = 9;
  constexpr std::size_t rows = 60'000;
  std::vector<double> values(rows * columns, 1.5);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      if (((i / 100 >> j) & 1U) != 0) {
        values[i * columns + j] = missing;
      }
    }
  }
  const PatternTable none;
  const Batch few = Batch::row_major(values.data(), 10'000, columns);
  const MissingSurvey one = survey_missing(few, &none, 1);
  EXPECT_EQ(one.fresh.size(), 99U);
  EXPECT_EQ(survey_missing(few, &none, 3).fresh, one.fresh);
  EXPECT_GT(survey_missing(Batch::row_major(values.data(), rows, columns), &none, 2).fresh.size(), most_patterns);
}

TEST(FindGroups, follow_the_row) {
  PatternTable patterns;
  patterns.add({0, 0});
  patterns.add({1, 0});
  const std::vector<double> values{1, 2, 3, missing, missing, missing, missing, 7, 8, 9};
  const std::vector<double> weights{1, 1, 2, 0, 0};
  const Batch batch = Batch::row_major(values.data(), 5, 2, weights);
  std::vector<std::uint32_t> groups(5);
  find_groups(batch, &patterns, 2, groups);
  EXPECT_EQ(groups, (std::vector<std::uint32_t>{0, 2, 1, no_group, 0}));
  find_groups(batch, nullptr, 2, groups);
  EXPECT_EQ(groups, (std::vector<std::uint32_t>{0, 1, 1, no_group, 0}));
}

}  // namespace
}  // namespace suffice
