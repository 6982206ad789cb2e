// What stands for a missing value, what may, and NA among codes.
#include "data/schema/roles/missing_doubts.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

ColumnProfile sampled(const std::vector<std::string>& cells) {
  return ColumnProfiler({.missing = {"", "NA", "?"}}).profile(cells);
}

/// The values that may stand for missing ones, each with its number of rows.
std::string marking(const std::vector<std::string>& cells) {
  std::string list;
  for (const MarkingValue& value : values_that_mark_missing(sampled(cells), 0)) {
    list += value.text + " " + std::to_string(value.rows) + " ";
  }
  return list;
}

TEST(MissingDoubts, MarksOfMissingNumbers) {
  for (const char* text :
       {"-", "None", "\\N", "#DIV/0!", ".a", ".", "inf", "nd", "(blank)", "Keine Angabe", "..", ":", "\u2014"}) {
    EXPECT_TRUE(marks_missing(text)) << text;
  }
  for (const char* text : {"", "low", "0", "a", "....", "n"}) EXPECT_FALSE(marks_missing(text)) << text;
}

TEST(MissingDoubts, NamesThatMayStandForMissingOnes) {
  EXPECT_EQ(marking({"red", "none", "none", "-", "NA"}), "- 1 none 2 ");
  EXPECT_EQ(marking({"+", "-", "-"}), "") << "signs";
  EXPECT_EQ(marking({"SD", "ND", "MN"}), "") << "a state";
  EXPECT_EQ(marking({"rot", "(Leer)", "#REF!", "\u00fc", "."}), "#REF! 1 (Leer) 1 . 1 ");
}

TEST(MissingDoubts, ATextIsNotedOnceForAllColumns) {
  std::vector<ColumnGuess> guesses(8);
  for (std::size_t j = 0; j < guesses.size(); ++j) guesses[j].column = std::string(1, static_cast<char>('a' + j));
  const std::vector<MarkingValue> two = {{"(blank)", 0, 1}, {"(blank)", 2, 5}};
  note_marking_values(two, {"", "NA"}, guesses);
  EXPECT_EQ(guesses[0].doubts, (std::vector<ColumnDoubt>{{"'(blank)' in 1 row of 'a' and 5 rows of 'c' may stand for "
                                                          "a missing value; taken as a value",
                                                          {{"missing", {"NA,(blank)"}}}}}));
  EXPECT_TRUE(guesses[2].doubts.empty());

  std::vector<MarkingValue> many;
  for (std::size_t j = 1; j < 8; ++j) many.push_back({"-", j, 2});
  guesses[7].use = ColumnUse::target;
  note_marking_values(many, {"NA"}, guesses);
  EXPECT_EQ(guesses[1].doubts.front().sentence,
            "'-' in 2 rows of 'b', 2 rows of 'c', 2 rows of 'd', 2 rows of 'e', 2 rows of 'f' and in 2 more columns "
            "may stand for a missing label; taken as a label");
}

TEST(MissingDoubts, AWordForTheUnknownIsNotedAmongLabelsOnly) {
  std::vector<ColumnGuess> guesses(2);
  guesses[0].column = "a";
  guesses[1].column = "y";
  const std::vector<MarkingValue> values = {{"Unknown", 0, 3}};
  note_marking_values(values, {"NA"}, guesses);
  EXPECT_TRUE(guesses[0].doubts.empty());
  guesses[0].use = ColumnUse::target;
  note_marking_values(values, {"NA"}, guesses);
  ASSERT_EQ(guesses[0].doubts.size(), 1U);
  EXPECT_EQ(guesses[0].doubts.front().sentence,
            "'Unknown' in 3 rows of 'a' may stand for a missing label; taken as a label");
}

TEST(MissingDoubts, WhatIsMissingAnyhowIsNotNoted) {
  std::vector<ColumnGuess> guesses(2);
  guesses[0].doubts = {{"'-' of 'a' is no number; taken as missing", {}, {"-"}}};
  note_marking_values(std::vector<MarkingValue>{{"-", 1, 4}}, {}, guesses);
  EXPECT_TRUE(guesses[1].doubts.empty());
}

TEST(MissingDoubts, WordsThatCountAsMissingLabelsAreNoted) {
  ColumnGuess target = {.column = "y"};
  const std::vector<std::string> labels = {"yes", "na", "NA", "", "?"};
  note_missing_labels(labels, {"", "NA", "?", "null"}, target);
  EXPECT_TRUE(target.doubts.empty()) << "the user has said so";
  note_missing_labels(labels, default_missing_markers(), target);
  EXPECT_EQ(target.doubts, (std::vector<ColumnDoubt>{{"'na' in 2 rows of 'y' counts as a missing label",
                                                      {{"missing", {"N/A,NaN,null,?,#N/A,<NA>,<null>,\\N"}}}}}));
}

TEST(MissingDoubts, AnOptionTakesCellsAsMissingThatItCanSay) {
  EXPECT_EQ(taking_as_missing({"xx", "yy"}),
            (std::vector<Remedy>{{"missing", {"NA,N/A,NaN,null,?,#N/A,<NA>,<null>,\\N,xx,yy"}}}));
  EXPECT_EQ(taking_as_missing({"yy"}, {"", "xx"}), (std::vector<Remedy>{{"missing", {"xx,yy"}}})) << "those given stay";
  EXPECT_TRUE(taking_as_missing({}).empty());
  EXPECT_TRUE(taking_as_missing({"2,074.54"}).empty());
  EXPECT_TRUE(taking_as_missing({std::string(30, 'x')}).empty());
  EXPECT_EQ(taking_as_value("NA", {"", "NA", "?", "null"}), (std::vector<Remedy>{{"missing", {"?,null"}}}));
}

TEST(MissingDoubts, NAIsACountryToo) {
  const std::vector<std::string> countries = {"DE", "FR", "NA", "ZA", "BW", "AO"};
  EXPECT_EQ(namesake_of_missing(sampled(countries), countries), "NA");
  const std::vector<std::string> none = {"DE", "FR", "", "ZA", "BW", "AO"};
  EXPECT_EQ(namesake_of_missing(sampled(none), none), "");
  const std::vector<std::string> words = {"red", "blue", "NA", "green", "white", "black"};
  EXPECT_EQ(namesake_of_missing(sampled(words), words), "");
}

}  // namespace
}  // namespace suffice
