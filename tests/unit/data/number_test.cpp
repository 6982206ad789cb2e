// Numbers and missing values: what is read, and why the rest is not.
#include "data/bytes/number.hpp"

#include <charconv>
#include <cmath>
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "data/bytes/plain_number.hpp"
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

/// What plain_number() makes of a text that lies somewhere in memory.
bool is_plain(const std::string& text, double& value, char point = '.') {
  const std::string bytes = "7.5e3,1234567890" + text + ",9";
  const char* const begin = bytes.data() + plain_number_bytes;
  return plain_number(begin, begin + text.size(), point, value);
}

TEST(Number, PlainNumbersAreTheNearestDouble) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 50'000; ++i) {
    std::string text = std::to_string(random() % 9'000'000'000'000'000);
    text.resize(1 + random() % text.size());
    if (text.size() < 16 && random() % 4 != 0) text.insert(random() % (text.size() + 1), ".");
    if (text.size() < 16 && text.starts_with('.') && random() % 2 != 0) text.insert(0, "0");
    if (random() % 2 != 0) text.insert(0, "-");
    double expected = 0;
    double value = 0;
    std::from_chars(text.data(), text.data() + text.size(), expected);
    ASSERT_TRUE(is_plain(text, value)) << text;
    ASSERT_EQ(value, expected) << text;
    ASSERT_EQ(std::signbit(value), text.front() == '-') << text;
    const std::size_t place = text.find('.');
    if (place == std::string::npos) continue;
    text[place] = ',';
    ASSERT_TRUE(is_plain(text, value, ',')) << text;
    ASSERT_EQ(value, expected) << text;
    ASSERT_FALSE(is_plain(text, value)) << text;
  }
}

TEST(Number, NothingElseIsAPlainNumber) {
  double value = 0;
  for (const std::string text : {"",
                                 "-",
                                 ".",
                                 "-.",
                                 "--1",
                                 "1.2.3",
                                 "..",
                                 "1e5",
                                 " 1",
                                 "1 ",
                                 "+1",
                                 "1-",
                                 "a",
                                 "0x1",
                                 "9007199254740993",
                                 "12345678901234567",
                                 "1.2345678901234567",
                                 "nan",
                                 "1,5",
                                 "00",
                                 "-00",
                                 "00501",
                                 "-01",
                                 "012345678",
                                 "0123456789012345"}) {
    EXPECT_FALSE(is_plain(text, value)) << text;
  }
  for (int c = 0; c < 256; ++c) {
    if (c >= '0' && c <= '9') continue;
    const std::string byte(1, static_cast<char>(c));
    EXPECT_FALSE(is_plain("1.2" + byte + "34", value)) << c;
    EXPECT_FALSE(is_plain(byte, value)) << c;
    EXPECT_EQ(is_plain("12" + byte + "345678901", value), c == '.') << c;
  }
}

TEST(Number, LeadingZerosAreThoseOfDigitsAlone) {
  for (const std::string text : {"00", "00501", "0123456789012345678"}) EXPECT_TRUE(has_leading_zero(text)) << text;
  for (const std::string text : {"", "0", "10", "0.5", "-01", "0x1", "01e2"})
    EXPECT_FALSE(has_leading_zero(text)) << text;
}

TEST(Number, LongNumbersAndExponentsAreTheNearestDoubleToo) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 50'000; ++i) {
    std::string text = std::to_string(random());
    text.resize(1 + random() % text.size());
    if (random() % 4 != 0) text.insert(random() % (text.size() + 1), ".");
    if (random() % 2 != 0) text += (random() % 2 != 0 ? "e" : "E-") + std::to_string(random() % 40);
    double expected = 0;
    std::from_chars(text.data(), text.data() + text.size(), expected);
    ASSERT_EQ(value_of(text), expected) << text;
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
  for (const std::string_view cell :
       {"", "\t", "NA", "na", "nA", "N/A", "NaN", "nan", "null", "Null", "?", "#N/A", "<na>", "\\N"}) {
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
