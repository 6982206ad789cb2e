#include "data/schema/dialect/description_lines.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Records = std::vector<std::vector<std::string>>;

std::size_t count(const Records& records) { return count_description_lines(records, '.'); }

TEST(DescriptionLines, UnitsStandInEveryColumnOfNumbers) {
  EXPECT_EQ(
      count({{"day", "m", "kg"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", ""}, {"e", "9", "8"}}),
      1U);
  EXPECT_EQ(count({{"day", "m", "kg"}, {"", "Avg", "Smp"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", "8"}}), 2U);
  EXPECT_EQ(count({{"day", "m", "2"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", "8"}}), 0U)
      << "a row with one text among numbers";
  EXPECT_EQ(count({{"a", "-", "none"}, {"a", "1", "2"}, {"b", "3", "4"}, {"c", "5", "6"}, {"d", "7", "8"}}), 0U)
      << "a row without values";
  EXPECT_EQ(count({{"a", "m"}, {"a", "1"}, {"b", "3"}, {"c", "5"}, {"d", "7"}}), 0U) << "one column tells too little";
  EXPECT_EQ(count({{"x", "y"}, {"a", "b"}, {"c", "d"}, {"e", "f"}}), 0U);
  EXPECT_EQ(count({{"m", "kg"}, {"1", "2"}}), 0U);
  EXPECT_EQ(count({}), 0U);
}

TEST(DescriptionLines, QuestionsStandInColumnsOfDatesToo) {
  EXPECT_EQ(count({{"Start", "How old are you?"},
                   {"{\"ImportId\":\"start\"}", "{\"ImportId\":\"QID1\"}"},
                   {"2021-03-01 10:00", "31"},
                   {"2021-03-02 11:30", "25"},
                   {"2021-03-02 12:15", ""},
                   {"2021-03-03 09:00", "44"}}),
            2U);
  EXPECT_EQ(count({{"2021-03-01", "x"}, {"2021-03-02", "y"}, {"2021-03-03", "z"}, {"2021-03-04", "x"}}), 0U);
}

TEST(DescriptionLines, ResponsesStandBelowQuestions) {
  const Records survey = {
      {"", "Response", "Open-Ended Response"}, {"1", "yes", "a"}, {"2", "no", "b"}, {"3", "no", ""}};
  EXPECT_EQ(count(survey), 1U);
  Records repeated = survey;
  repeated[2][1] = "Response";
  EXPECT_EQ(count(repeated), 0U) << "a value";
  Records others = survey;
  others[0][0] = "x";
  EXPECT_EQ(count(others), 0U) << "a row with other text";
  Records choices = survey;
  for (Records::value_type& record : choices) record.insert(record.end(), {"Price", record[1] == "no" ? "Speed" : ""});
  choices[0].back() = "Other";
  EXPECT_EQ(count(choices), 0U) << "no choice";
  choices[0].back() = "Speed";
  EXPECT_EQ(count(choices), 1U) << "choices";
  EXPECT_EQ(count({{"", "Response"}, {"1", "yes"}, {"2", "no"}, {"3", "no"}}), 0U) << "one column tells too little";
}

TEST(IsRule, IsALineThatIsDrawn) {
  for (const char* line : {"-----+----", "|---|:-:|", "+=====+", " --- ---\r"}) EXPECT_TRUE(is_rule(line)) << line;
  for (const char* line : {"--", "", "- , -", "-5", "---x"}) EXPECT_FALSE(is_rule(line)) << line;
}

TEST(DescriptionLines, TypesAndFlagsOfOrange) {
  EXPECT_EQ(count({{"c", "c", "d"}, {"", "", "class"}, {"1", "2", "a"}, {"3", "4", "b"}, {"5", "6", "a"}}), 2U);
  EXPECT_EQ(count({{"discrete", "string"}, {"class", "meta"}, {"a", "b"}}), 2U);
  EXPECT_EQ(count({{"c", "d"}, {"d", "c"}, {"c", "c"}}), 0U) << "values of categories";
}

TEST(DescriptionLines, RowCountsOfDatabases) {
  for (const char* line : {"(8 rows affected)", "(8 rows)", "(1 row)", "8 rows selected.", " (1 row affected) ",
                           "12 row(s) returned", "3 rows in set (0.00 sec)", "(10 row(s))"}) {
    EXPECT_TRUE(is_row_count(line)) << line;
  }
  for (const char* line : {"", "(8)", "8", "8 rows of seats", "rows", "8 rowers", "(a rows)", "8,rows"}) {
    EXPECT_FALSE(is_row_count(line)) << line;
  }
}

TEST(DescriptionLines, SourcesAreNamed) {
  for (const char* text : {"Source: the office", "NOTES:", "Quelle : Amt"}) EXPECT_TRUE(is_source(text)) << text;
  for (const char* text : {"", "Source", "Sources of water: 3", ": x"}) EXPECT_FALSE(is_source(text)) << text;
}

TEST(DescriptionLines, SumsAreNamedInSomeLanguages) {
  for (const char* cell : {"Total", "GRAND TOTAL", "Summe:", " total ", "Gesamtergebnis", "Итого", "总计"}) {
    EXPECT_TRUE(names_sums(cell)) << cell;
  }
  for (const char* cell : {"", ":", "Totality", "Total sales", "3"}) EXPECT_FALSE(names_sums(cell)) << cell;
}

}  // namespace
}  // namespace suffice
