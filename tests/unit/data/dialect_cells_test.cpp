// Looks of cells; records of a sample by one choice of delimiter and quote.
#include "data/schema/dialect/dialect_cells.hpp"

#include <string>

#include <gtest/gtest.h>

namespace suffice {
namespace {

/// Records as [cell|cell], quoted cells as "cell", malformed records with a ! before them, all after their line number.
std::string split(std::string_view sample, char delimiter = ',', char quote = '"', bool complete = true) {
  std::string result;
  const SampleTable table = split_sample(sample, complete, delimiter, quote);
  for (const SampleRecord& record : table.records) {
    result += (record.malformed ? "!" : "") + std::to_string(record.line) + "[";
    for (std::size_t j = 0; j < record.cells; ++j) {
      const SampleCell& cell = table.cells[record.first_cell + j];
      result += (j == 0 ? "" : "|") + (cell.quoted ? '"' + std::string(cell.text) + '"' : std::string(cell.text));
    }
    result += "]";
  }
  return result;
}

TEST(LookOf, TellsNumbersDatesAndWords) {
  for (const char* cell : {"1", "-1.5", "+2", "1e-3", " 7 ", "inf", "1e999"})
    EXPECT_EQ(look_of(cell), CellLook::number) << cell;
  for (const char* cell : {"", "NA", "?", " null "}) EXPECT_EQ(look_of(cell), CellLook::missing) << cell;
  for (const char* cell : {"1,5", "-0,25", "1.234,56", "1.234.567,8", "1,5e3"}) {
    EXPECT_EQ(look_of(cell), CellLook::comma_number) << cell;
  }
  for (const char* cell : {"2020-01-31", "31/01/2020", "12:30", "1.2.2020", "2020-01-01T12:00:00Z", "1-Jan-20"}) {
    EXPECT_EQ(look_of(cell), CellLook::date) << cell;
  }
  for (const char* cell : {"a", "Iris-setosa", "x_1", "caf\xC3\xA9", "A11"})
    EXPECT_EQ(look_of(cell), CellLook::word) << cell;
  for (const char* cell : {"two words", "a;b", "1,2,3", "1.23,4", "7,", "\"a\""})
    EXPECT_EQ(look_of(cell), CellLook::text) << cell;
}

TEST(HasThousandsCommas, WantsGroupsOfThree) {
  for (const char* cell : {"1,234", "12,345,678", "-1,234.5"}) EXPECT_TRUE(has_thousands_commas(cell)) << cell;
  for (const char* cell : {"", "1", ",234", "1,23", "1234,567", "1,2345", "1.5,234", "a,234"}) {
    EXPECT_FALSE(has_thousands_commas(cell)) << cell;
  }
}

TEST(SplitSample, FollowsTheGrammar) {
  EXPECT_EQ(split("a,b\n1,2\n"), "0[a|b]1[1|2]");
  EXPECT_EQ(split("a,b\r\n1,2\r\n"), "0[a|b]1[1|2]");
  EXPECT_EQ(split("a,b\r1,2\r"), "0[a|b]1[1|2]");
  EXPECT_EQ(split("\n\na, b \n\n1,\n,2"), "2[a|b]4[1|]5[|2]");
  EXPECT_EQ(split("\"a,b\",\"c \"\"d\"\"\"\n\"x\ny\",z\n1,2"), "0[\"a,b\"|\"c \"\"d\"\"\"]1[\"x\ny\"|z]3[1|2]");
  EXPECT_EQ(split("a, \"b, c\" ,d\n"), "0[a|\"b, c\"|d]") << "blanks around quotes";
  EXPECT_EQ(split("5\" pipe,it's\n"), "0[5\" pipe|it's]") << "a quote in the middle of a cell is text";
  EXPECT_EQ(split(""), "");
  EXPECT_EQ(split("\n \n"), "");
}

TEST(SplitSample, TakesRunsOfSpaces) {
  EXPECT_EQ(split("  1  2\t 3 \n4 5 6\n", ' '), "0[1|2|3]1[4|5|6]");
  EXPECT_EQ(split("'a b' 2\n", ' ', '\''), "0[\"a b\"|2]");
}

TEST(SplitSample, MarksWhatIsMalformed) {
  EXPECT_EQ(split("a,\"b\"c\n1,2\n"), "!0[a|\"b\"c]1[1|2]");
  EXPECT_EQ(split("a,\"b\n1,2\n"), "!0[a|\"b]1[1|2]") << "never closed: text";
  EXPECT_EQ(split("a,\"b\n1,2\n", ',', '\0'), "0[a|\"b]1[1|2]");
}

TEST(SplitSample, LeavesOutTheRecordThatTheSampleCuts) {
  EXPECT_EQ(split("a,b\n1,2\n3", ',', '"', false), "0[a|b]1[1|2]");
  EXPECT_EQ(split("a,b\n1,2\n3,\"x\n", ',', '"', false), "0[a|b]1[1|2]");
  EXPECT_EQ(split("a,b", ',', '"', false), "0[a|b]") << "unless it is the only one";
}

}  // namespace
}  // namespace suffice
