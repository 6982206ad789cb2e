// Names in messages: safe to print, short, listed, with the nearest known one.
#include "data/schema/names.hpp"

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
  EXPECT_EQ(nearest_name("x", known), "") << "every letter is near every other";
  EXPECT_EQ(nearest_name("Y", known), "y");
  EXPECT_EQ(nearest_name("yy", known), "y");
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
  const Advice semicolon = delimiter_advice(std::vector<std::string>{"a;b;c"});
  EXPECT_EQ(semicolon.words, "; the columns seem to be delimited by ';'");
  EXPECT_EQ(semicolon.remedies, (std::vector<Remedy>{{"delimiter", {";"}}}));
  const Advice tab = delimiter_advice(std::vector<std::string>{"a\tb"});
  EXPECT_EQ(tab.words, "; the columns seem to be delimited by tabs");
  EXPECT_EQ(tab.remedies, (std::vector<Remedy>{{"delimiter", {"tab"}}}));
  EXPECT_EQ(delimiter_advice(std::vector<std::string>{"a~b"}).words, "; the columns seem to be delimited by '~'");
  EXPECT_EQ(delimiter_advice(std::vector<std::string>{"a b"}).words, "");
  EXPECT_EQ(delimiter_advice(std::vector<std::string>{"a;b", "c"}).words, "");
}

TEST(Names, ACharacterThatOftenDelimitsColumnsGetsAHint) {
  EXPECT_EQ(delimiter_advice('|').words, "; the columns seem to be delimited by '|'");
  EXPECT_EQ(delimiter_advice('x').words, "");
  EXPECT_TRUE(delimiter_advice('x').remedies.empty());
}

TEST(Names, ABadValueHasARemedyForLearningAndOneForScoring) {
  EXPECT_EQ(bad_value_advice("sepal length", false).words, "fit without the column");
  EXPECT_EQ(bad_value_advice("sepal length", false).remedies, (std::vector<Remedy>{{"drop", {"sepal length"}}}));
  EXPECT_EQ(bad_value_advice("sepal length", true).words, "leave such rows without a label");
  EXPECT_EQ(bad_value_advice("sepal length", true).remedies, (std::vector<Remedy>{{"on-bad-row", {"empty"}}}));
  EXPECT_EQ(negative_advice("x", false).remedies, (std::vector<Remedy>{{"column", {"x=number"}}, {"drop", {"x"}}}));
}

TEST(Names, MissingColumnsAreAllNamed) {
  const std::vector<std::string> columns = {"length", "width"};
  EXPECT_EQ(no_such_columns(std::vector<std::string>{"lenght", "colour"}, columns).message(),
            "has no columns 'lenght' (did you mean 'length'?) and 'colour'; it has 'length' and 'width'");
  EXPECT_EQ(no_such_columns(std::vector<std::string>{"14"}, std::vector<std::string>{"1", "2"}).message(),
            "has no column '14'; it has '1' and '2'");
  const std::string row = "; the first line may be a row: put a line with the names of the columns before it";
  EXPECT_EQ(no_such_columns(std::vector<std::string>{"a"}, std::vector<std::string>{"8.82", "c"}).message(),
            "has no column 'a'; it has '8.82' and 'c'" + row);
  EXPECT_EQ(no_such_columns(std::vector<std::string>{"a"}, std::vector<std::string>{"8.82,c"}).message(),
            "has no column 'a'; it has '8.82,c'" + row);
}

}  // namespace
}  // namespace suffice
