// Schemas from elsewhere: checked and matched.
#include <gtest/gtest.h>

#include "data_text.hpp"
#include "suffice/schema.hpp"

namespace suffice {
namespace {

TEST(Schema, IsCheckedWhenItComesFromAFile) {
  EXPECT_NO_THROW(check_schema({{"a", "b"}, "y", "w"}));
  EXPECT_NO_THROW(check_schema({{"a"}, "y", ""}));
  EXPECT_EQ(failure([] { check_schema({{}, "y", ""}); }), "4 the schema has no feature: fit the model again");
  EXPECT_EQ(failure([] { check_schema({{"a", "b", "a"}, "y", ""}); }),
            "4 the schema names the column 'a' twice: fit the model again");
  EXPECT_NO_THROW(check_schema({{"9", "10", "11"}, "y", ""}));
  EXPECT_NO_THROW(check_schema({{"b", "a", "ab", "b "}, "y", ""}));
  EXPECT_EQ(failure([] { check_schema({{"9", "10", "10"}, "y", ""}); }),
            "4 the schema names the column '10' twice: fit the model again");
  EXPECT_EQ(failure([] { check_schema({{"9", "10"}, "10", ""}); }),
            "4 the schema names the column '10' twice: fit the model again");
  EXPECT_EQ(failure([] { check_schema({{"a", "y"}, "y", ""}); }),
            "4 the schema names the column 'y' twice: fit the model again");
  EXPECT_EQ(failure([] { check_schema({{"a"}, "y", "\xFF"}); }),
            "4 the schema's column '\\xFF' is not UTF-8: fit the model again");
}

TEST(Schema, FeaturesAreMatchedByName) {
  const Schema abc{{"a", "b", "c"}, "y", ""};
  EXPECT_EQ(match_features({{"c", "a", "b"}, "z", "w"}, abc), (std::vector<std::size_t>{2, 0, 1}));
  EXPECT_EQ(failure([&] { match_features(abc, {{"a", "b"}, "y", ""}); }),
            "3 the features differ: only the first has 'c'; fit both with the same columns: fit --schema MODEL");
  EXPECT_EQ(failure([&] { match_features({{"a"}, "y", ""}, {{"a", "d"}, "y", ""}); }),
            "3 the features differ: only the second has 'd'; fit both with the same columns: fit --schema MODEL");
  EXPECT_EQ(failure([&] { match_features(abc, {{"a", "b", "d"}, "y", ""}); }),
            "3 the features differ: only the first has 'c', only the second 'd'; fit both with the same columns: fit "
            "--schema MODEL");
}

TEST(Schema, WhatItDeclaresIsChecked) {
  Schema schema{.features = {"a", "b"}, .target = "y", .encoding = Encoding::categories};
  schema.declared_labels = {"p", "q"};
  schema.declared_values = {{}, {"s", "t"}};
  EXPECT_NO_THROW(check_schema(schema));
  const auto refuses = [&](auto damage) {
    Schema damaged = schema;
    damage(damaged);
    return failure([&] { check_schema(damaged); });
  };
  EXPECT_EQ(refuses([](Schema& s) { s.declared_labels = {"q", "p"}; }),
            "4 the labels that the schema declares are not in order: fit the model again");
  EXPECT_EQ(refuses([](Schema& s) { s.declared_values[1] = {"s", "s"}; }),
            "4 the values that the schema declares are not in order: fit the model again");
  EXPECT_EQ(refuses([](Schema& s) { s.declared_values.pop_back(); }),
            "4 the values that the schema declares do not fit its columns: fit the model again");
  EXPECT_EQ(refuses([](Schema& s) { s.encoding = Encoding::numbers; }),
            "4 the values that the schema declares do not fit its columns: fit the model again");
  EXPECT_EQ(refuses([](Schema& s) { s.declared_labels = {""}; }),
            "4 the label '' that the schema declares is empty or not UTF-8: fit the model again");
  EXPECT_EQ(refuses([](Schema& s) { s.encoding = Encoding::text; }),
            "4 the schema has more than one column of documents: fit the model again");
}

TEST(Schema, OpenColumnsAreNumbered) {
  const std::string refusal =
      "4 the schema's columns are open, but not called 1, 2, 3, … without weights: fit the model again";
  const Schema open{.features = {"1", "2"}, .target = "y", .open_columns = true};
  EXPECT_NO_THROW(check_schema(open));
  const auto refuses = [&](auto damage) {
    Schema damaged = open;
    damage(damaged);
    return failure([&] { check_schema(damaged); });
  };
  EXPECT_EQ(refuses([](Schema& s) { s.features = {"1", "3"}; }), refusal);
  EXPECT_EQ(refuses([](Schema& s) { s.weight = "w"; }), refusal);
  EXPECT_EQ(refuses([](Schema& s) { s.encoding = Encoding::categories; }), refusal);
}

TEST(Schema, EncodingsMustAgree) {
  const Schema numbers{{"a"}, "y", ""};
  Schema text{.features = {"a"}, .target = "y", .encoding = Encoding::text};
  EXPECT_EQ(failure([&] { match_features(numbers, text); }),
            "3 the features differ: the first has numbers, the second text; fit both alike: fit --schema MODEL");
  Schema other = text;
  EXPECT_EQ(match_features(text, other), std::vector<std::size_t>{0});
  other.text.stemmer = "english";
  other.text.hash_key = 1;
  EXPECT_EQ(failure([&] { match_features(text, other); }),
            "3 documents become terms in different ways, by the stemmer, the hash key; fit both alike: fit --schema "
            "MODEL");
  other = text;
  other.declared_labels = {"p"};
  EXPECT_NO_THROW(match_features(text, other));
}

}  // namespace
}  // namespace suffice
