// Columns that identify rows, and those that only look like it.
#include "data/schema/roles/identifiers.hpp"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace suffice {
namespace {

/// Cells made from the numbers of rows.
template <typename Cell>
std::vector<std::string> made_cells(std::size_t rows, Cell cell) {
  std::vector<std::string> cells;
  for (std::size_t i = 0; i < rows; ++i) cells.push_back(fmt::format("{}", cell(i)));
  return cells;
}

ColumnProfile profile_of(const std::vector<std::string>& cells) {
  return ColumnProfiler({.missing = {"", "?"}}).profile(cells);
}

bool identifies(const std::vector<std::string>& cells, std::string_view name, std::size_t place = 3) {
  return !numeric_identifier(profile_of(cells), name, place).empty();
}

TEST(Identifiers, NamesSayIt) {
  for (const char* name : {"id", "ID", "Id", "patient_id", "patientId", "customerID", "row.names", "Row Names", "uuid",
                           "", "index", "Unnamed: 0", "phone", "Phone Number", "orderid", "USERID"}) {
    EXPECT_TRUE(is_identifier_name(name)) << name;
  }
  for (const char* name : {"acid", "width", "humidity", "identity", "price index", "1", "age", "education-num", "solid",
                           "residence", "x1", "paid", "covid", "grid"}) {
    EXPECT_FALSE(is_identifier_name(name)) << name;
  }
}

TEST(Identifiers, NumbersThatCountRows) {
  EXPECT_TRUE(identifies(made_cells(214, [](std::size_t i) { return i + 1; }), "1"));
  EXPECT_TRUE(identifies(made_cells(50, [](std::size_t i) { return 1000 + 10 * i; }), "x"));
  EXPECT_TRUE(identifies(made_cells(101, [](std::size_t i) { return i * 37 % 101; }), "x")) << "1 to n in any order";
  EXPECT_TRUE(identifies(made_cells(500, [](std::size_t i) { return i * 377 % 1201; }), "x")) << "a part of 1 to n";
  EXPECT_TRUE(identifies(made_cells(200, [](std::size_t i) { return i % 50 + 1; }), "index")) << "in groups";
}

TEST(Identifiers, NumbersInTheRangeOfTimes) {
  EXPECT_TRUE(identifies(made_cells(60, [](std::size_t i) { return 1600000000 + i; }), "x"));
  EXPECT_TRUE(identifies(made_cells(60, [](std::size_t i) { return 1600000000000 - i; }), "x"));
  EXPECT_FALSE(identifies(made_cells(60, [](std::size_t i) { return 1600000000 + 60 * i; }), "x")) << "by minutes";
  EXPECT_FALSE(identifies(made_cells(60, [](std::size_t i) { return 1600000000 + i; }), "time"));
  EXPECT_TRUE(identifies(made_cells(60, [](std::size_t i) { return 1600000000 + i * i * 977; }), "order_id"));
}

TEST(Identifiers, NumbersOfMoreDigitsThanADouble) {
  const auto are_long = [](std::uint64_t first, std::uint64_t step) {
    const std::vector<std::string> cells = made_cells(60, [=](std::size_t i) { return first + i * step; });
    return are_long_integers(profile_of(cells), "x");
  };
  EXPECT_TRUE(are_long(9007199254740993, 1));
  EXPECT_TRUE(are_long(1600000000000000000, 1));
  EXPECT_FALSE(are_long(1600000000000000000, 60000000000)) << "by minutes";
  EXPECT_FALSE(are_long(1600000000, 1));
  const std::vector<std::string> decimals =
      made_cells(60, [](std::size_t i) { return 1e20 + 1e10 * static_cast<double>(i); });
  EXPECT_FALSE(are_long_integers(profile_of(decimals), "x"));
}

TEST(Identifiers, NamesOfCodes) {
  for (const char* name : {"zip", "Zip Code", "PLZ", "postal_code", "postcode"})
    EXPECT_TRUE(is_code_name(name)) << name;
  for (const char* name : {"zipper", "code", "price"}) EXPECT_FALSE(is_code_name(name)) << name;
}

TEST(Identifiers, MeasurementsAreNone) {
  EXPECT_FALSE(identifies(made_cells(8, [](std::size_t i) { return i; }), "x")) << "few rows";
  EXPECT_FALSE(identifies(made_cells(100, [](std::size_t i) { return 0.5 + static_cast<double>(i); }), "x"));
  EXPECT_FALSE(identifies(made_cells(200, [](std::size_t i) { return i * i * 104729 % 500009; }), "price"))
      << "whole numbers out of a wide range";
  EXPECT_FALSE(identifies(made_cells(200, [](std::size_t i) { return i / 2; }), "x")) << "sorted";
  EXPECT_FALSE(identifies(made_cells(48, [](std::size_t i) { return i % 24; }), "hour"));
  EXPECT_FALSE(identifies(made_cells(40, [](std::size_t i) { return 1950 + i; }), "x")) << "years";
  EXPECT_FALSE(identifies(made_cells(200, [](std::size_t i) { return i; }), "time"));
  EXPECT_FALSE(identifies(made_cells(200, [](std::size_t i) { return 1600000000 + i * i * 977; }), "x"))
      << "timestamps";
  EXPECT_FALSE(identifies(made_cells(30, [](std::size_t i) { return static_cast<int>(i) - 15; }), "x")) << "negative";
}

TEST(Identifiers, LongNumbersByNamePlaceAndLength) {
  // One in 20 comes twice, as in tables of samples of patients.
  const auto sample = [](std::size_t i) { return 1000000 + (i % 20 == 19 ? i - 1 : i) * 7919 % 350003; };
  EXPECT_TRUE(identifies(made_cells(300, sample), "1", 0));
  EXPECT_FALSE(identifies(made_cells(300, sample), "3", 2)) << "weights of a census";
  EXPECT_FALSE(identifies(made_cells(300, sample), "income", 0));
  EXPECT_TRUE(identifies(made_cells(300, sample), "Sample ID", 5));
  const auto shuffled = [](std::size_t i) { return i * 7919 % 5003; };
  EXPECT_TRUE(identifies(made_cells(60, shuffled), "", 0)) << "an index of rows";
  EXPECT_FALSE(identifies(made_cells(60, shuffled), "units", 0));
  EXPECT_TRUE(identifies(made_cells(100, [](std::size_t i) { return 4915100000000 + i * i * 77377; }), "contact"));
}

TEST(Identifiers, TextsThatHardlyRepeat) {
  EXPECT_EQ(text_identifier(profile_of(made_cells(336, [](std::size_t i) { return fmt::format("A{}_ECOLI", i); }))),
            "another value in each row");
  EXPECT_EQ(text_identifier(profile_of(made_cells(101, [](std::size_t i) { return fmt::format("frog{}", i % 100); }))),
            "100 values in 101 rows");
  EXPECT_EQ(text_identifier(profile_of(made_cells(100, [](std::size_t i) { return fmt::format("c{}", i % 50); }))), "");
  EXPECT_EQ(text_identifier(profile_of(made_cells(6, [](std::size_t i) { return fmt::format("c{}", i); }))), "");
  EXPECT_EQ(text_identifier(profile_of(made_cells(
                100, [](std::size_t i) { return i < 40 ? std::string("London") : fmt::format("town {}", i); }))),
            "");
}

TEST(Identifiers, ProseHasWordsThatComeAgain) {
  EXPECT_TRUE(is_prose(
      profile_of({"Free entry in a weekly competition to win tickets", "Ok see you at the station later then love",
                  "Please call me back when you get this message thanks"})));
  EXPECT_TRUE(
      is_prose(profile_of({"Braund, Mr. John Harris", "Cumings, Mrs. John Bradley", "Heikkinen, Miss. Laina Harris",
                           "Allen, Mr. William Henry", "Moran, Mr. James Henry", "Kelly, Miss. Laina Bradley"})));
  EXPECT_FALSE(is_prose(profile_of({"Ada Lovelace", "Alan Turing", "Grace Hopper"})));
  EXPECT_FALSE(is_prose(profile_of({"A/5 21171 x", "PC 17599 y", "STON 3101282 z"}))) << "words that never come again";
  EXPECT_FALSE(is_prose(profile_of({"a1b2", "c3d4"})));
  EXPECT_FALSE(is_prose(profile_of({"1.9 ± 0.3", "2.1 ± 0.3", "1.9 ± 0.4"}))) << "numbers are no words";
}

}  // namespace
}  // namespace suffice
