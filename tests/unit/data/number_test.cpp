// Numbers and missing values: what is read, and why the rest is not.
#include "data/bytes/number.hpp"

#include <charconv>
#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "suffice/source.hpp"

namespace suffice {
namespace {

double value_of(std::string_view cell) {
  const Number number = parse_number(cell);
  EXPECT_EQ(number.kind, NumberKind::finite) << cell;
  return number.value;
}

TEST(Number, ReadsDecimalNumbersToTheNearestDouble) {
  EXPECT_EQ(value_of("0"), 0.0);
  EXPECT_TRUE(std::signbit(value_of("-0")));
  EXPECT_EQ(value_of("0.1"), 0.1);
  EXPECT_EQ(value_of("-1.5e3"), -1500.0);
  EXPECT_EQ(value_of("1E-2"), 0.01);
  EXPECT_EQ(value_of(".5"), 0.5);
  EXPECT_EQ(value_of("5."), 5.0);
  EXPECT_EQ(value_of("007"), 7.0);
  EXPECT_EQ(value_of("9007199254740993"), 9007199254740992.0);
  EXPECT_EQ(value_of("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(value_of("5e-324"), 5e-324);
  EXPECT_EQ(value_of("0e999"), 0.0);
}

TEST(Number, ShortNumbersAreTheNearestDoubleToo) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = std::to_string(random() % 10'000'000'000'000'000);
    text.resize(1 + random() % text.size());
    if (random() % 4 != 0) text.insert(random() % (text.size() + 1), ".");
    if (random() % 2 != 0) text.insert(0, "-");
    double expected = 0;
    std::from_chars(text.data(), text.data() + text.size(), expected);
    EXPECT_EQ(value_of(text), expected) << text;
  }
}

TEST(Number, AllowsBlanksAroundAndOnePlus) {
  EXPECT_EQ(value_of("  2 \t"), 2.0);
  EXPECT_EQ(value_of("+3"), 3.0);
  EXPECT_EQ(value_of(" +.5 "), 0.5);
}

TEST(Number, SaysWhyACellIsNotOne) {
  for (const std::string_view cell : {"abc", "1,5", "1 2", "0x10", "1e", "++1", "+-1", "+", "-", ".", "1\n", "--1",
                                      "1_000", "1.2.3", "+ 1", "true", "1e5x"}) {
    EXPECT_EQ(parse_number(cell).kind, NumberKind::not_a_number) << cell;
  }
  for (const std::string_view cell : {"inf", "-Infinity", "+INF", "-nan", " inf"}) {
    EXPECT_EQ(parse_number(cell).kind, NumberKind::not_finite) << cell;
  }
  for (const std::string_view cell : {"1e309", "-1e400", "+1e400", "1e-400"}) {
    EXPECT_EQ(parse_number(cell).kind, NumberKind::out_of_range) << cell;
  }
  for (const std::string_view cell : {"", " ", "NaN", "na", " N/A ", "NULL", "?"}) {
    EXPECT_EQ(parse_number(cell).kind, NumberKind::missing) << cell;
  }
  EXPECT_EQ(parse_number(std::string_view("1\0", 2)).kind, NumberKind::not_a_number);
}

TEST(Number, KnowsTheSpellingsOfMissing) {
  for (const std::string_view cell : {"", "\t", "NA", "na", "nA", "N/A", "NaN", "nan", "null", "Null", "?"}) {
    EXPECT_TRUE(is_missing(cell)) << cell;
  }
  for (const std::string_view cell : {"0", "none", "N.A.", "??", "nanny", "-", "nul", "\n"}) {
    EXPECT_FALSE(is_missing(cell)) << cell;
  }
}

TEST(Number, TrimsSpacesAndTabsOnly) {
  EXPECT_EQ(trim_blanks(" \ta b\t "), "a b");
  EXPECT_EQ(trim_blanks("\na"), "\na");
  EXPECT_EQ(trim_blanks("  "), "");
}

}  // namespace
}  // namespace suffice
