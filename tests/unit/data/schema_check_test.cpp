// Schemas from elsewhere: checked and matched.
#include <cstddef>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "data/schema/binding.hpp"
#include "data/schema/dropped_columns.hpp"
#include "data_text.hpp"
#include "suffice/schema.hpp"

namespace suffice {
namespace {

TEST(Schema, IsCheckedWhenItComesFromAFile) {
  EXPECT_NO_THROW(check_schema(schema_of({"a", "b"}, "y", "w")));
  EXPECT_NO_THROW(check_schema(schema_of({"a"}, "y")));
  EXPECT_EQ(failure([] { check_schema(schema_of({}, "y")); }),
            "4 a block of the schema has no feature: fit the model again");
  EXPECT_EQ(failure([] { check_schema({{}, "y"}); }), "4 the schema has no feature: fit the model again");
  EXPECT_EQ(failure([] { check_schema(schema_of({"a", "b", "a"}, "y")); }),
            "4 the schema names the column 'a' twice: fit the model again");
  EXPECT_NO_THROW(check_schema(schema_of({"9", "10", "11"}, "y")));
  EXPECT_NO_THROW(check_schema(schema_of({"b", "a", "ab", "b "}, "y")));
  EXPECT_EQ(failure([] { check_schema(schema_of({"9", "10", "10"}, "y")); }),
            "4 the schema names the column '10' twice: fit the model again");
  EXPECT_EQ(failure([] { check_schema(schema_of({"9", "10"}, "10")); }),
            "4 the schema names the column '10' twice: fit the model again");
  EXPECT_EQ(failure([] { check_schema(schema_of({"a", "y"}, "y")); }),
            "4 the schema names the column 'y' twice: fit the model again");
  EXPECT_EQ(failure([] { check_schema(schema_of({"a"}, "y", "\xFF")); }),
            "4 the schema's column '\\xFF' is not UTF-8: fit the model again");
}

TEST(Schema, AColumnMayStandInSeveralBlocks) {
  Schema schema = schema_of({"a", "b"}, "y");
  schema.blocks.push_back({.kind = Kind::categories, .features = {"b", "c"}});
  EXPECT_NO_THROW(check_schema(schema));
  schema.blocks[1].features.push_back("y");
  EXPECT_EQ(failure([&] { check_schema(schema); }), "4 the schema names the column 'y' twice: fit the model again");
}

Block block_of(std::vector<std::string> features, Kind kind = Kind::measurements) {
  return {.kind = kind, .features = std::move(features)};
}

TEST(Schema, FeaturesAreMatchedByName) {
  const Block abc = block_of({"a", "b", "c"});
  EXPECT_EQ(match_features(block_of({"c", "a", "b"}), abc), (std::vector<std::size_t>{2, 0, 1}));
  EXPECT_EQ(failure([&] { match_features(abc, block_of({"a", "b"})); }),
            "3 the features differ (only the first has 'c')");
  EXPECT_EQ(failure([&] { match_features(block_of({"a"}), block_of({"a", "d"})); }),
            "3 the features differ (only the second has 'd')");
  EXPECT_EQ(failure([&] { match_features(abc, block_of({"a", "b", "d"})); }),
            "3 the features differ (only the first has 'c', only the second 'd')");
  EXPECT_EQ(remedies([&] { match_features(abc, block_of({"a"})); }), "refit schema MODEL");
}

TEST(Schema, WhatItDeclaresIsChecked) {
  Schema schema = schema_of({"a", "b"}, "y", "", Kind::categories);
  schema.declared_labels = {"p", "q"};
  schema.blocks[0].declared_values = {{}, {"s", "t"}};
  EXPECT_NO_THROW(check_schema(schema));
  const auto refuses = [&](auto damage) {
    Schema damaged = schema;
    damage(damaged, damaged.blocks[0]);
    return failure([&] { check_schema(damaged); });
  };
  EXPECT_EQ(refuses([](Schema& s, Block&) { s.declared_labels = {"q", "p"}; }),
            "4 the labels that the schema declares are not in order: fit the model again");
  EXPECT_EQ(refuses([](Schema&, Block& b) { b.declared_values[1] = {"s", "s"}; }),
            "4 the values that the schema declares are not in order: fit the model again");
  EXPECT_EQ(refuses([](Schema&, Block& b) { b.declared_values.pop_back(); }),
            "4 the values that the schema declares do not fit its columns: fit the model again");
  EXPECT_EQ(refuses([](Schema&, Block& b) { b.kind = Kind::measurements; }),
            "4 the values that the schema declares do not fit its columns: fit the model again");
  EXPECT_EQ(refuses([](Schema& s, Block&) { s.declared_labels = {""}; }),
            "4 the label '' that the schema declares is empty or not UTF-8: fit the model again");
  EXPECT_EQ(refuses([](Schema&, Block& b) { b.kind = Kind::text; }),
            "4 a block of the schema has more than one column of documents: fit the model again");
}

TEST(Schema, OpenColumnsAreNumbered) {
  const std::string refusal =
      "4 the schema's columns are open, but not called 1, 2, 3, … in a single block without weights: fit the model "
      "again";
  Schema open = schema_of({"1", "2"}, "y");
  open.blocks[0].open_columns = true;
  EXPECT_NO_THROW(check_schema(open));
  const auto refuses = [&](auto damage) {
    Schema damaged = open;
    damage(damaged, damaged.blocks[0]);
    return failure([&] { check_schema(damaged); });
  };
  EXPECT_EQ(refuses([](Schema&, Block& b) { b.features = {"1", "3"}; }), refusal);
  EXPECT_EQ(refuses([](Schema& s, Block&) { s.weight = "w"; }), refusal);
  EXPECT_EQ(refuses([](Schema&, Block& b) { b.kind = Kind::categories; }), refusal);
  EXPECT_EQ(refuses([](Schema& s, Block&) { s.blocks.push_back(block_of({"3"})); }), refusal);
}

TEST(Schema, KindsMustAgree) {
  const Block numbers = block_of({"a"});
  const Block text = block_of({"a"}, Kind::text);
  EXPECT_EQ(failure([&] { match_features(numbers, text); }),
            "3 the features differ (the first has measurements, the second text)");
  Block other = text;
  EXPECT_EQ(match_features(text, other), std::vector<std::size_t>{0});
  other.text.stemmer = "english";
  other.text.hash_key = 1;
  EXPECT_EQ(failure([&] { match_features(text, other); }),
            "3 documents become terms in different ways, by the stemmer, the hash key");
  Block declared = block_of({"a"}, Kind::categories);
  declared.declared_values = {{"p"}};
  EXPECT_NO_THROW(match_features(block_of({"a"}, Kind::categories), declared));
}

TEST(SchemaCheck, KnowsDates) {
  Schema schema{.blocks = {{.features = {"when"}}, {.kind = Kind::categories, .features = {"when hour"}}},
                .target = "y"};
  schema.dates = {{"since", "%d.%m.%Y"}, {"when", "%Y-%m-%d %H:%M"}};
  EXPECT_NO_THROW(check_schema(schema));
  std::swap(schema.dates[0], schema.dates[1]);
  EXPECT_EQ(failure([&] { check_schema(schema); }),
            "4 the columns of dates are not in byte order, each once: fit the model again");
  schema.dates = {{"when hour", "%H:%M"}};
  EXPECT_EQ(failure([&] { check_schema(schema); }),
            "4 the column 'when hour' of dates is of the wrong kind: fit the model again");
  schema.dropped = {{"a", "as you said"}, {"b", ""}};
  schema.dates = {{"when", "%Q"}};
  EXPECT_EQ(failure([&] { check_schema(schema); }).substr(0, 2), "4 ");
}

TEST(Schema, NamesNoMoreDroppedColumnsThanAreRead) {
  Schema schema{.blocks = {{.kind = Kind::measurements, .features = {"x"}}}, .target = "label"};
  for (std::size_t k = 0; k < most_dropped_columns + 1; ++k) schema.dropped.push_back({std::to_string(k), "constant"});
  EXPECT_EQ(failure([&] { check_schema(schema); }), "4 100001 columns are dropped: no model names so many");
  schema.dropped = listed_columns(std::move(schema.dropped));
  EXPECT_NO_THROW(check_schema(schema));
}

}  // namespace
}  // namespace suffice
