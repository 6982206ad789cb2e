// Cells of a column as missing, numbers and texts, and its different values.
#include "data/schema/roles/column_profile.hpp"

#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

Dialect profiled_dialect(char decimal = '.') { return {.decimal = decimal, .missing = {"", "NA", "N/A", "?"}}; }

TEST(ColumnProfile, MissingCellsAreMarkersInAnyCase) {
  const CellRules rules(profiled_dialect());
  for (const char* cell : {"", "NA", "na", "n/A", "?"}) EXPECT_TRUE(rules.is_missing(cell)) << cell;
  for (const char* cell : {"N", "NAN", "null", "0", "-", "??"}) EXPECT_FALSE(rules.is_missing(cell)) << cell;
}

TEST(ColumnProfile, NumbersHaveTheDecimalMarkOfTheDialect) {
  const CellRules point(profiled_dialect());
  const CellRules comma(profiled_dialect(','));
  EXPECT_EQ(point.number("-1.5e3"), -1500);
  EXPECT_EQ(point.number("+.5"), 0.5);
  EXPECT_EQ(comma.number("-1,5"), -1.5);
  EXPECT_EQ(comma.number(",5"), 0.5);
  for (const char* cell : {"1,5", "inf", "nan", "NA", "", "12a", "-", "1e999"})
    EXPECT_TRUE(std::isnan(point.number(cell)));
  for (const char* cell : {"1.5", "1.234,5", "1,2,3"}) EXPECT_TRUE(std::isnan(comma.number(cell))) << cell;
  EXPECT_TRUE(std::isnan(point.number(std::string(500, '1'))));
}

TEST(ColumnProfile, ValuesAreNumbersInOrderThenTexts) {
  const std::vector<std::string> cells = {"10", " 2", "b", "?", "2.0", "a", "10", "b"};
  const ColumnProfile profile = ColumnProfiler(profiled_dialect()).profile(cells);
  EXPECT_EQ(profile.rows, 8U);
  EXPECT_EQ(profile.missing(), 1U);
  EXPECT_EQ(profile.numbers, 4U);
  EXPECT_EQ(profile.number_values, 2U);
  ASSERT_EQ(profile.values.size(), 4U);
  EXPECT_EQ(profile.values[0].text, "2");
  EXPECT_EQ(profile.values[0].count, 2U);
  EXPECT_EQ(profile.values[1].text, "10");
  EXPECT_EQ(profile.values[2].text, "a");
  EXPECT_EQ(profile.values[3].count, 2U);
  EXPECT_EQ(profile.least(), 2);
  EXPECT_EQ(profile.greatest(), 10);
  EXPECT_TRUE(profile.whole);
  EXPECT_FALSE(profile.leading_zeros);
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> values;
  for (const SampledCell& cell : profile.cells) {
    rows.push_back(cell.row);
    values.push_back(cell.value);
  }
  EXPECT_EQ(rows, (std::vector<std::uint32_t>{0, 1, 2, 4, 5, 6, 7}));
  EXPECT_EQ(values, (std::vector<std::uint32_t>{1, 0, 3, 0, 2, 1, 3}));
}

TEST(ColumnProfile, LeadingZerosAreThoseOfDigitsAlone) {
  ColumnProfiler profiler(profiled_dialect());
  EXPECT_TRUE(profiler.profile(std::vector<std::string>{"00501", "90210", "NA"}).leading_zeros);
  EXPECT_FALSE(profiler.profile(std::vector<std::string>{"0", "1", "20"}).leading_zeros);
  EXPECT_FALSE(profiler.profile(std::vector<std::string>{"0.5", "01"}).leading_zeros);
  EXPECT_FALSE(profiler.profile(std::vector<std::string>{"1.5"}).whole);
  EXPECT_FALSE(profiler.profile(std::vector<std::string>{"1e300"}).whole);
}

TEST(ColumnProfile, AColumnWithoutCellsHasNoValues) {
  ColumnProfiler profiler(profiled_dialect());
  EXPECT_TRUE(profiler.profile({}).values.empty());
  EXPECT_EQ(profiler.profile(std::vector<std::string>{"", "?"}).missing(), 2U);
}

}  // namespace
}  // namespace suffice
