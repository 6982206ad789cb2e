// Names in messages: safe to print, short, listed, with the nearest known one.
#include "data/names.hpp"

#include <vector>

#include <gtest/gtest.h>

#include "suffice/schema.hpp"

namespace suffice {
namespace {

TEST(Names, AreShownWithoutControlCharacters) {
  EXPECT_EQ(shown("größe 1"), "größe 1");
  EXPECT_EQ(shown("a\nb\tc\r\x1B[31m\x7F"), "a\\nb\\tc\\r\\x1B[31m\\x7F");
  EXPECT_EQ(shown("\xC2\x9B"
                  "31m"),
            "\\u009B31m");
  EXPECT_EQ(shown("a\xFF"
                  "b\xC3"),
            "a\\xFFb\\xC3");
  EXPECT_EQ(quoted("x"), "'x'");
}

TEST(Names, AreCutBetweenCharacters) {
  EXPECT_EQ(shown(std::string(40, 'a')), std::string(40, 'a'));
  EXPECT_EQ(shown(std::string(41, 'a')), std::string(40, 'a') + "…");
  EXPECT_EQ(shown(std::string(39, 'a') + "ßb"), std::string(39, 'a') + "…");
}

TEST(Names, BecomeWordsOfTheShell) {
  EXPECT_EQ(shell_word("sepal_length-2.1"), "sepal_length-2.1");
  EXPECT_EQ(shell_word("sepal length"), "'sepal length'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word("a\nb"), "COL");
  EXPECT_EQ(shell_word(std::string(50, 'a')), "COL");
}

TEST(Names, AreListedUpToTen) {
  std::vector<std::string> names;
  EXPECT_EQ(list_names(names), "");
  names = {"a"};
  EXPECT_EQ(list_names(names), "'a'");
  names = {"a", "b", "c"};
  EXPECT_EQ(list_names(names), "'a', 'b' and 'c'");
  names.assign(12, "x");
  EXPECT_EQ(list_names(names), "'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x', 'x' and 2 more");
}

TEST(Names, TheNearestIsWithinAThirdOfTheLength) {
  const std::vector<std::string> known = {"sepal_length", "sepal_width", "petal_length", "species", "y"};
  EXPECT_EQ(nearest_name("sepal_lenght", known), "sepal_length");
  EXPECT_EQ(nearest_name("SEPAL_WIDTH", known), "sepal_width");
  EXPECT_EQ(nearest_name("specis", known), "species");
  EXPECT_EQ(nearest_name("petallength", known), "petal_length");
  EXPECT_EQ(nearest_name("x", known), "y");
  EXPECT_EQ(nearest_name("spcs", known), "");
  EXPECT_EQ(nearest_name("colour", known), "");
  EXPECT_EQ(nearest_name("anything", {}), "");
}

TEST(Names, TheNearestPrefersFewerEditsThenTheFirst) {
  const std::vector<std::string> known = {"abcdefgXX", "abcdefghX", "abcdefghY", "abcdefghij"};
  EXPECT_EQ(nearest_name("abcdefghi", known), "abcdefghX");
  EXPECT_EQ(nearest_name("abcdefghij", known), "abcdefghij");
}

TEST(Names, ASwapOfNeighboursIsOneEdit) {
  const std::vector<std::string> known = {"cba", "acb"};
  EXPECT_EQ(nearest_name("abc", known), "acb");
}

TEST(Names, VeryLongOnesAreNotCompared) {
  const std::vector<std::string> known = {std::string(200'000, 'a')};
  EXPECT_EQ(nearest_name(std::string(200'000, 'a'), known), "");
}

TEST(Names, OneColumnWithOtherDelimitersGetsAHint) {
  EXPECT_EQ(delimiter_hint(std::vector<std::string>{"a;b;c"}),
            "; if the columns are parted by ';', say --delimiter ';'");
  EXPECT_EQ(delimiter_hint(std::vector<std::string>{"a\tb"}),
            "; if the columns are parted by tab, say --delimiter tab");
  EXPECT_EQ(delimiter_hint(std::vector<std::string>{"a b"}), "");
  EXPECT_EQ(delimiter_hint(std::vector<std::string>{"a;b", "c"}), "");
}

TEST(Names, ACharacterThatOftenPartsColumnsGetsAHint) {
  EXPECT_EQ(delimiter_hint('|'), "; if the columns are parted by '|', say --delimiter '|'");
  EXPECT_EQ(delimiter_hint('x'), "");
}

TEST(Names, ABadValueHasARemedyForLearningAndOneForScoring) {
  EXPECT_EQ(bad_value_remedy("sepal length", false), "fit without the column (--drop 'sepal length')");
  EXPECT_EQ(bad_value_remedy("sepal length", true), "leave such rows without a label (--on-bad-row empty)");
}

TEST(Names, MissingColumnsAreAllNamed) {
  const std::vector<std::string> columns = {"length", "width"};
  EXPECT_EQ(no_such_columns(std::vector<std::string>{"lenght", "colour"}, columns),
            "has no column 'lenght' (did you mean 'length'?) and 'colour'; it has 'length' and 'width'");
  EXPECT_EQ(no_such_columns(std::vector<std::string>{"14"}, std::vector<std::string>{"1", "2"}),
            "has no column '14'; it has '1' and '2'");
}

}  // namespace
}  // namespace suffice
