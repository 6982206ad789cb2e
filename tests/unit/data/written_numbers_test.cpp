// Numbers as people write them: what a cell is worth, and how a column is found to be written.
#include "data/schema/roles/written_numbers.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

std::string worth(std::string_view cell, std::string_view unit = "", char decimal = '.') {
  const Number number = written_number(cell, unit, {decimal, {}});
  return number.kind == NumberKind::finite    ? std::to_string(number.value)
         : number.kind == NumberKind::missing ? "missing"
                                              : "none";
}

TEST(WrittenNumbers, ThousandsAreSeparated) {
  EXPECT_EQ(worth("1,234.50"), "1234.500000");
  EXPECT_EQ(worth("12,345,678"), "12345678.000000");
  EXPECT_EQ(worth("12,34,567"), "1234567.000000") << "lakhs";
  EXPECT_EQ(worth("1.234,50", "", ','), "1234.500000");
  for (const char* cell : {"12 345", "12\u00a0345", "12\u202f345", "12'345", "12\u2019345"}) {
    EXPECT_EQ(worth(cell), "12345.000000") << cell;
  }
  EXPECT_EQ(worth("1234.5"), "1234.500000") << "or not at all";
  for (const char* cell :
       {"1,23", "1,2345", "1,234,56", "0,123", ",123", "1,234 567", "1234,567", "1,234.", "1.234.567"})
    EXPECT_EQ(worth(cell), "none") << cell;
}

TEST(WrittenNumbers, AColumnMayHaveADecimalMarkOfItsOwn) {
  EXPECT_EQ(worth("1.234,50 €", "€,"), "1234.500000");
  EXPECT_EQ(worth("12 €", "€,"), "12.000000");
  EXPECT_EQ(worth("1.234", "€,"), "1.234000") << "without its currency, a number of the file";
  EXPECT_EQ(worth("3,5", ","), "3.500000");
  EXPECT_EQ(worth("4,5 %", "%,"), "4.500000");
  EXPECT_EQ(worth("$1,234.50", "$.", ','), "1234.500000");
  EXPECT_EQ(worth("1,234.5 €", "€,"), "none");
  EXPECT_NO_THROW(check_unit("€,"));
  EXPECT_NO_THROW(check_unit("."));
  EXPECT_THROW(check_unit(",,"), Error);
}

TEST(WrittenNumbers, SignsMayBeAnywhere) {
  for (const char* cell : {"-1,200", "\u22121,200", "(1,200)", "- 1 200", "1,200-"})
    EXPECT_EQ(worth(cell), "-1200.000000") << cell;
  for (const char* cell : {"-$1,200", "$-1,200", "($1,200)", "$(1,200)", "-1,200 $"}) {
    EXPECT_EQ(worth(cell, "$"), "-1200.000000") << cell;
  }
  EXPECT_EQ(worth("(-5)"), "none");
}

TEST(WrittenNumbers, MayBeTextsOfSpreadsheets) {
  EXPECT_EQ(worth("=\"471\""), "471.000000");
  EXPECT_EQ(worth("=\"1,471.5\""), "1471.500000");
  for (const char* cell : {"=\"\"", "=\"", "=471", "=\"a\"", "\"471\""}) EXPECT_EQ(worth(cell), "none") << cell;
}

TEST(WrittenNumbers, UnitsAreSkippedButNotMixed) {
  EXPECT_EQ(worth("$1,200", "$"), "1200.000000");
  EXPECT_EQ(worth("€ 45", "€"), "45.000000");
  EXPECT_EQ(worth("45\u00a0€", "€"), "45.000000");
  EXPECT_EQ(worth("45", "€"), "45.000000");
  EXPECT_EQ(worth("$45", "€"), "none");
  EXPECT_EQ(worth("$45"), "none");
  EXPECT_EQ(worth("45%", "%"), "45.000000");
  EXPECT_EQ(worth("-4.5 %", "%"), "-4.500000");
  EXPECT_EQ(worth("45", "%"), "none");
  EXPECT_EQ(worth("NA", "%"), "missing");
  for (const char* cell : {"$", "%", "", "()", "-", "€ x"}) EXPECT_NE(worth(cell, "$"), "0.000000") << cell;
}

std::optional<FoundWriting> found(const std::vector<std::string>& cells, char decimal = '.') {
  return find_writing(ColumnProfiler({.decimal = decimal, .missing = {"", "NA"}}).profile(cells), decimal);
}

TEST(WrittenNumbers, AColumnHasOneUnit) {
  EXPECT_EQ(found({"$12.50", "$1,200", "7"})->unit, "$");
  EXPECT_EQ(found({"45%", "7%", "NA"})->unit, "%");
  EXPECT_EQ(found({"1,234", "12"})->unit, "");
  EXPECT_FALSE(found({"45%", "7"})) << "a share or a percentage";
  EXPECT_FALSE(found({"$45", "€7"}));
  EXPECT_FALSE(found({"45", "7"})) << "plain";
  EXPECT_FALSE(found({"low", "$5"}));
  EXPECT_FALSE(found({"192.168.1.1", "10.0.0.1"}));
  EXPECT_EQ(found({"=\"471\"", "=\"12\""})->unit, "");
  EXPECT_FALSE(found({"=\"471\"", "=\"012\""})) << "a code";
}

TEST(WrittenNumbers, WhatIsSkippedIsSaid) {
  EXPECT_EQ(what_is_skipped(*found({"$12.50", "$1,200"})), "$ and thousands separators are skipped");
  EXPECT_EQ(what_is_skipped(*found({"$12.50", "$1"})), "$ is skipped");
  EXPECT_EQ(what_is_skipped(*found({"1,250", "(3)"})), "thousands separators are skipped, (5) is -5");
  EXPECT_EQ(what_is_skipped(*found({"12%", "3%"})), "45% is 45");
  EXPECT_EQ(what_is_skipped(*found({"\u22125", "3"})), "as in \u22125");
}

TEST(WrittenNumbers, UnitsOfAModelFileAreKnown) {
  for (const char* unit : {"€", "kg", "km/h", "°C,"}) EXPECT_NO_THROW(check_unit(unit)) << unit;
  for (const char* unit : {"k g", "5", "/h", "a unit that has no end"}) EXPECT_THROW(check_unit(unit), Error) << unit;
}

TEST(WrittenNumbers, UnitsOfMeasurementStandBehindAllCells) {
  EXPECT_EQ(worth("58.5 kg", "kg"), "58.500000");
  EXPECT_EQ(worth("-21.5°C", "°C"), "-21.500000");
  EXPECT_EQ(worth("1,200km/h", "km/h"), "1200.000000");
  EXPECT_EQ(worth("58.5", "kg"), "none");
  EXPECT_EQ(worth("58 lb", "kg"), "none");
  EXPECT_EQ(worth("58 kg"), "none");
  EXPECT_EQ(what_is_skipped(*found({"58.5 kg", "61 kg", "70.2 kg"})), "kg is skipped");
  EXPECT_EQ(found({"58,5 kg", "61 kg", "70,2 kg"})->unit, "kg,");
  EXPECT_FALSE(found({"58.5 kg", "61", "70.2 kg"}));
  EXPECT_FALSE(found({"738 MB", "9.1 GB", "657 MB"}));
  EXPECT_FALSE(found({"9AM", "10AM", "11AM"})) << "times of the day";
}

TEST(WrittenNumbers, RupeesAndAmountsWithoutCents) {
  EXPECT_EQ(worth("Rs. 1,250", "Rs"), "1250.000000");
  EXPECT_EQ(worth("40.-"), "40.000000");
  EXPECT_EQ(worth("CHF 1'040.-", "CHF"), "1040.000000");
}

}  // namespace
}  // namespace suffice
