#include "evaluate/resemblance/resemblance.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace suffice {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

CheckedRows rows_of(std::vector<CheckedColumn> columns, std::vector<std::vector<std::size_t>> groups) {
  return {std::move(columns), std::move(groups)};
}

CheckedColumn numbers(std::vector<double> values) { return {.name = "x", .numbers = std::move(values)}; }

CheckedColumn categories(std::vector<std::uint32_t> codes, std::vector<std::string> values) {
  return {.name = "k", .kind = Kind::categories, .codes = std::move(codes), .values = std::move(values)};
}

TEST(Resemblance, distance_of_a_column_is_the_mean_over_groups) {
  const CheckedRows rows = rows_of({numbers({1, 2, 3, nan})}, {{0}, {1, 2, 3}});
  const CheckedRows draws = rows_of({numbers({1, 5, 6})}, {{0}, {1, 2}});
  const ColumnDistance found = column_distances(rows, draws).front();
  EXPECT_DOUBLE_EQ(found.mean, 0.75);  // 0 of one row, 1 of three
  EXPECT_EQ(found.worst_group, 1U);
  EXPECT_EQ(found.worst, 1);
}

TEST(Resemblance, values_are_matched_by_name) {
  const CheckedRows rows = rows_of({categories({0, 0, 1, missing_category}, {"red", "blue"})}, {{0, 1, 2, 3}});
  const CheckedRows draws = rows_of({categories({0, 1, 1}, {"green", "red"})}, {{0, 1, 2}});
  EXPECT_DOUBLE_EQ(column_distances(rows, draws).front().mean, 1.0 / 3);
}

TEST(Resemblance, correlations_are_those_within_groups) {
  // Within each group z = x; between the groups x goes up and z goes down.
  const CheckedRows rows = rows_of(
      {numbers({0, 1, 2, 10, 11, 12}), numbers({10, 11, 12, 0, 1, 2}), categories({0, 0, 1, 0, 0, 1}, {"a", "b"})},
      {{0, 1, 2}, {3, 4, 5}});
  const std::vector<CorrelationScore> scores = correlation_scores(rows, 60);
  ASSERT_EQ(scores.size(), 3U);
  EXPECT_EQ(scores[2].value, "a");
  const std::vector<double> found = correlations_within(rows, scores);
  EXPECT_DOUBLE_EQ(found[1], 1);
  EXPECT_NEAR(found[2], -std::sqrt(0.75), 1e-12);
  EXPECT_EQ(correlation_scores(rows, 2).size(), 2U);
}

TEST(Resemblance, correlations_take_the_rows_that_have_both_values) {
  const CheckedRows rows = rows_of({numbers({0, 1, 2, nan}), numbers({0, 1, 2, 9})}, {{0, 1, 2, 3}});
  const std::vector<CorrelationScore> scores = correlation_scores(rows, 60);
  const std::vector<double> found = correlations_within(rows, scores);
  EXPECT_LE(std::abs(found[1]), 1);
  const CheckedRows constant = rows_of({numbers({1, 1}), numbers({0, 1})}, {{0, 1}});
  EXPECT_TRUE(std::isnan(correlations_within(constant, scores)[1]));
  EXPECT_EQ(largest_difference(std::vector<double>{nan, 0.5}, std::vector<double>{0, 0.25}), 0.25);
}

}  // namespace
}  // namespace suffice
