// Markers that nobody declared, and numbers that are not written as numbers.
#include "data/schema/roles/number_doubts.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

ColumnProfile sampled(const std::vector<std::string>& cells) {
  return ColumnProfiler({.missing = {"", "NA", "?"}}).profile(cells);
}

/// 1, 2, …, `count`, then others.
std::vector<std::string> numbers_and(std::size_t count, const std::vector<std::string>& others) {
  std::vector<std::string> cells;
  for (std::size_t i = 1; i <= count; ++i) cells.push_back(std::to_string(i));
  cells.insert(cells.end(), others.begin(), others.end());
  return cells;
}

std::vector<ColumnDoubt> doubts_of(const std::vector<std::string>& cells, CellsAre are = CellsAre::numbers) {
  std::vector<ColumnDoubt> doubts;
  EXPECT_EQ(note_other_cells(sampled(cells), "x", doubts), are);
  return doubts;
}

TEST(NumberDoubts, NumbersAloneAreClear) {
  EXPECT_TRUE(doubts_of(numbers_and(20, {"", "NA"})).empty());
  EXPECT_TRUE(doubts_of({"a", "b"}, CellsAre::text).empty());
}

TEST(NumberDoubts, AFewOtherTextsMayBeMissingMarkers) {
  EXPECT_EQ(doubts_of(numbers_and(20, {"-", "-", "unknown"})),
            (std::vector<ColumnDoubt>{{"'-' in 2 rows and 'unknown' in 1 row of 'x' are no numbers, where the others "
                                       "are; taken as missing",
                                       {{"column", {"x=categorical"}}},
                                       {"-", "unknown"}}}));
  EXPECT_EQ(doubts_of(numbers_and(60, {"12o"})),
            (std::vector<ColumnDoubt>{{"'12o' in 1 row of 'x' is no number, where the others are; taken as missing",
                                       {{"column", {"x=categorical"}}},
                                       {"12o"}}}));
  EXPECT_EQ(doubts_of(numbers_and(20, {".", ".a"}))[0].missing_markers, (std::vector<std::string>{".", ".a"}));
  EXPECT_EQ(doubts_of(numbers_and(60, {"#N/A"}))[0].missing_markers, std::vector<std::string>{"#N/A"});
}

TEST(NumberDoubts, TextThatIsNoMarkerMakesACategory) {
  EXPECT_EQ(
      doubts_of(numbers_and(15, {"low", "low", "low", "high"}), CellsAre::mixed),
      (std::vector<ColumnDoubt>{
          {"'low' in 3 rows and 'high' in 1 row of 'x' are no numbers, where the others are; the column is taken as a "
           "category",
           {{"missing", {"NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,high,low"}}}}}));
  EXPECT_TRUE(doubts_of({"001", "002", "003", "014", "015", "136A"}).empty()) << "codes";
}

TEST(NumberDoubts, AFewTextsAmongMeasurementsAreMissing) {
  std::vector<std::string> measured;
  for (int i = 0; i < 30; ++i) measured.push_back(std::to_string(i % 12) + ".5");
  measured.insert(measured.end(), {"x", "x", "x", "<0.05"});
  EXPECT_EQ(doubts_of(measured)[0].missing_markers, (std::vector<std::string>{"<0.05", "x"}));
  EXPECT_EQ(doubts_of(numbers_and(25, {"x", "x"}))[0].missing_markers, std::vector<std::string>{"x"});
  EXPECT_EQ(doubts_of(numbers_and(12, {"..", "..", ":", "n/d"}))[0].missing_markers.size(), 3U) << "markers";
}

TEST(NumberDoubts, BytesThatAreNoTextAreNoMarkers) { EXPECT_TRUE(doubts_of(numbers_and(60, {"4\x8F.91"})).empty()); }

TEST(NumberDoubts, ManyOtherTextsMakeNoNumbers) {
  EXPECT_TRUE(doubts_of(numbers_and(10, {"a", "b", "c", "d", "e"}), CellsAre::text).empty());
  EXPECT_TRUE(doubts_of(numbers_and(3, {"low", "high"}), CellsAre::text).empty());
  EXPECT_TRUE(doubts_of({"none", "none", "none", "1", "2"}, CellsAre::text).empty());
  EXPECT_EQ(doubts_of({"ND", "ND", "ND", "ND", "ND", "1", "2", "3", "4"})[0].missing_markers,
            std::vector<std::string>{"ND"});
}

TEST(NumberDoubts, MeasurementsBesideSeveralMarkersAreNumbers) {
  std::vector<std::string> measured;
  std::vector<std::string> codes;
  for (int i = 0; i < 90; ++i) {
    measured.push_back(std::to_string(i * 7 % 97) + "." + std::to_string(10 + i));
    codes.push_back(std::to_string(10000 + i * 37));
  }
  const std::vector<std::string> texts = {"<LOD", "<LOD", "#DIV/0!", "61.10*", "n.q.", "below", "<LOD", "n.q."};
  std::vector<std::string> cells = measured;
  cells.insert(cells.end(), texts.begin(), texts.end());
  EXPECT_EQ(doubts_of(cells)[0].missing_markers,
            (std::vector<std::string>{"#DIV/0!", "61.10*", "<LOD", "below", "n.q."}));
  EXPECT_EQ(doubts_of(cells)[0].remedies, (std::vector<Remedy>{{"column", {"x=categorical"}}}));
  cells = measured;
  for (int i = 0; i < 21; ++i) cells.push_back(std::to_string(i) + ".5*");
  EXPECT_EQ(doubts_of(cells, CellsAre::mixed).size(), 1U) << "too many to be markers";
  cells = codes;
  for (int i = 0; i < 8; ++i) cells.push_back(std::to_string(10000 + i) + "A");
  EXPECT_TRUE(doubts_of(cells, CellsAre::text).empty()) << "codes of which some have a letter";
}

TEST(NumberDoubts, MarksApartFromAllOthersAreNoted) {
  EXPECT_EQ(
      doubts_of(numbers_and(20, {"-999", "-999"})),
      (std::vector<ColumnDoubt>{
          {"'-999' in 2 rows of 'x' stands apart from all other values, as a mark of missing ones does; taken as a "
           "number",
           {{"missing", {"NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,-999"}}}}}));
  EXPECT_EQ(doubts_of(numbers_and(20, {"9999.0", "9999.0"})).size(), 1U);
  EXPECT_TRUE(doubts_of(numbers_and(20, {"-999"})).empty()) << "once";
  EXPECT_TRUE(doubts_of(numbers_and(20, {"1000", "1000"})).empty()) << "no nines";
  EXPECT_TRUE(doubts_of(numbers_and(98, {"99", "99"})).empty()) << "among the others";
  EXPECT_EQ(doubts_of({"1", "2", "3", "99", "99"}).size(), 1U) << "among answers";
  EXPECT_TRUE(doubts_of({"10", "20", "30", "99", "99"}).empty());
  EXPECT_TRUE(doubts_of(numbers_and(20, {"99", "99"})).empty()) << "a large number";
}

TEST(NumberDoubts, SeveralMarksAreNotedTogether) {
  EXPECT_EQ(
      doubts_of(numbers_and(20, {"-6999", "-888", "-888", "-99"})),
      (std::vector<ColumnDoubt>{{"'-6999' in 1 row, '-888' in 2 rows and '-99' in 1 row of 'x' stand apart from all "
                                 "other values, as marks of missing ones do; taken as numbers",
                                 {{"missing", {"NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,-6999,-888,-99"}}}}}));
  EXPECT_EQ(doubts_of({"1", "2", "3", "97", "98", "99"}).size(), 1U) << "answers";
  std::vector<std::string> incomes = {"-999", "-999", "-8"};
  for (int i = 0; i < 20; ++i) incomes.push_back(std::to_string(20000 + 1000 * i));
  EXPECT_EQ(doubts_of(incomes).size(), 1U) << "below 0, where no other is";
  incomes.emplace_back("-12000");
  EXPECT_TRUE(doubts_of(incomes).empty()) << "among debts";
  EXPECT_EQ(doubts_of(numbers_and(60, {"-999", "-999", "x"})).size(), 2U) << "beside a text";
}

TEST(NumberDoubts, VersionsHaveDecimalsOfSeveralLengths) {
  const auto version = [](std::vector<std::string> cells) { return version_number(sampled(cells)); };
  EXPECT_EQ(version({"1.8", "1.9", "1.10", "1.11", "2"}), "1.10");
  EXPECT_EQ(version({"1.80", "1.90", "1.10"}), "") << "all written alike";
  EXPECT_EQ(version({"1.8", "1.9", "1.15"}), "");
  EXPECT_EQ(version({"-1.8", "1.9", "1.10"}), "");
  EXPECT_EQ(version({"118.5", "1.9", "1.10"}), "");
  EXPECT_EQ(version({"1", "2", "3"}), "");
}

TEST(NumberDoubts, NumbersWithSignsAreSeen) {
  EXPECT_EQ(loosely_written_numbers(sampled({"$12.50", "$1,200"})), "$12.50");
  EXPECT_EQ(loosely_written_numbers(sampled({"45%", "7%"})), "7%");
  EXPECT_EQ(loosely_written_numbers(sampled({"45", "<7", "~9"})), "~9");
  EXPECT_EQ(loosely_written_numbers(sampled({"3,14", "2,71"})), "3,14");
  EXPECT_EQ(loosely_written_numbers(sampled({"12 €", "13 €"})), "13 €");
  EXPECT_EQ(loosely_written_numbers(sampled({"1.234.567,5", "2"})), "1.234.567,5");
  EXPECT_EQ(loosely_written_numbers(sampled({"A11", "A12"})), "");
  EXPECT_EQ(loosely_written_numbers(sampled({"12 kg", "7.5 kg"})), "7.5 kg");
  EXPECT_EQ(loosely_written_numbers(sampled({"12 kg", "7.5 lb", "3 oz"})), "7.5 lb");
  EXPECT_EQ(loosely_written_numbers(sampled({"1.5 GB", "200 MB", "3 kB"})), "3 kB");
  EXPECT_EQ(loosely_written_numbers(sampled({"344K", "5.0M", "2bn"})), "5.0M");
  EXPECT_EQ(loosely_written_numbers(sampled({"344K", "5.0M", "8cm", "9xl"})), "");
  EXPECT_EQ(loosely_written_numbers(sampled({"192.168.1.1", "10.0.0.1"})), "");
  EXPECT_EQ(loosely_written_numbers(sampled({"-", "%"})), "");
}

TEST(NumberDoubts, SeveralNumbersInACellAreSeen) {
  const auto compound = [](const std::string& before, const std::string& between, const std::string& behind) {
    std::vector<std::string> cells;
    for (int i = 10; i < 30; ++i)
      cells.push_back(before + std::to_string(i) + between + std::to_string(7 * i) + behind);
    return compound_numbers(sampled(cells));
  };
  EXPECT_EQ(compound("", "/", ""), "10/70");
  EXPECT_EQ(compound("", ":", ""), "10:70");
  EXPECT_EQ(compound("", ":05:", ".5"), "10:05:70.5");
  EXPECT_EQ(compound("", "h ", "m"), "10h 70m");
  EXPECT_EQ(compound("PT", "H", "M"), "PT10H70M");
  EXPECT_EQ(compound("", " days 01:02:", ""), "10 days 01:02:70");
  EXPECT_EQ(compound("1.", " \u00b1 0.", ""), "1.10 \u00b1 0.70");
  EXPECT_EQ(compound("A", "/", ""), "") << "a code";
  EXPECT_EQ(compound("", "-", ""), "") << "a number of a telephone";
  EXPECT_EQ(compound("10.0.", ".", ""), "") << "an address";
  EXPECT_EQ(compound_numbers(sampled({"1/2", "3/4"})), "") << "few values";
}

}  // namespace
}  // namespace suffice
