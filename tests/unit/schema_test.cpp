// Schema: roles chosen from a header; labels counted.
#include "suffice/schema.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Names = std::vector<std::string>;

std::string choice_failure(const Names& columns, const ColumnChoice& choice) {
  return failure([&] { choose_schema(columns, choice); });
}

TEST(Schema, FindsTheTargetByItsUsualNames) {
  for (const char* name : {"label", "Target", "CLASS", "y"}) {
    const Schema schema = choose_schema(Names{"a", name, "b"}, {});
    EXPECT_EQ(schema, (Schema{{"a", "b"}, name, ""}));
  }
}

TEST(Schema, TakesTheColumnsThatAreNamed) {
  const Names columns = {"id", "x", "w", "kind", "y"};
  const Schema schema = choose_schema(columns, {.target = "kind", .weight = "w", .drop = {"id", "id"}});
  EXPECT_EQ(schema, (Schema{{"x", "y"}, "kind", "w"}));
  EXPECT_EQ(choose_schema(Names{"y", "label", "x"}, {.weight = "y"}).target, "label");
  EXPECT_EQ(choose_schema(Names{"y", "label", "x"}, {.drop = {"label"}}), (Schema{{"x"}, "y", ""}));
}

TEST(Schema, OpenColumnsAreAllOfThem) {
  const Names columns = {"label", "1", "2", "3"};
  EXPECT_TRUE(choose_schema(columns, {.open_columns = true}).open_columns);
  EXPECT_FALSE(choose_schema(columns, {}).open_columns);
  EXPECT_FALSE(choose_schema(columns, {.drop = {"2"}, .open_columns = true}).open_columns);
  EXPECT_FALSE(choose_schema(columns, {.weight = "3", .open_columns = true}).open_columns);
  EXPECT_FALSE(choose_schema(Names{"label", "x"}, {.open_columns = true}).open_columns);
  EXPECT_FALSE(choose_schema(columns, {.encoding = Encoding::categories, .open_columns = true}).open_columns);
}

TEST(Schema, OpenColumnsCanBeWidened) {
  const Schema open = choose_schema(Names{"label", "1", "2"}, {.open_columns = true});
  EXPECT_EQ(widened(open, 4).features, (Names{"1", "2", "3", "4"}));
  EXPECT_TRUE(widened(open, 4).open_columns);
  EXPECT_EQ(widened(open, 1), open);
  EXPECT_EQ(widened(Schema{{"1", "2"}, "label", ""}, 4).features.size(), 2U);
}

TEST(Schema, AsksWhenTheTargetCannotBeTold) {
  EXPECT_EQ(choice_failure({"a", "b"}, {}),
            "3 no column is called label, target, class or y: say which one holds the label with --target COL; "
            "the columns are 'a' and 'b'");
  EXPECT_EQ(choice_failure({"Label", "x", "y"}, {}),
            "3 'Label' and 'y' could each hold the label: say which one does with --target COL; the columns are "
            "'Label', 'x' and 'y'");
  EXPECT_EQ(choice_failure({"a;b;label"}, {}),
            "3 no column is called label, target, class or y: say which one holds the label with --target COL; "
            "the columns are 'a;b;label'; if the columns are parted by ';', say --delimiter ';'");
}

TEST(Schema, SuggestsColumnsForMistypedOnes) {
  const Names columns = {"species", "length"};
  EXPECT_EQ(choice_failure(columns, {.target = "specie"}),
            "3 has no column 'specie' (did you mean 'species'?); it has 'species' and 'length'");
  EXPECT_EQ(choice_failure(columns, {.target = "species", .weight = "zz", .drop = {"lenght", "zz"}}),
            "3 has no column 'zz' and 'lenght' (did you mean 'length'?); it has 'species' and 'length'");
}

TEST(Schema, RefusesRolesThatContradictEachOther) {
  const Names columns = {"a", "b", "y"};
  EXPECT_EQ(choice_failure(columns, {.target = "y", .weight = "y"}),
            "2 'y' cannot be both the target and the weight: choose another column for one");
  EXPECT_EQ(choice_failure(columns, {.target = "y", .drop = {"y"}}),
            "2 'y' is the target and cannot be dropped: leave out one of the two options");
  EXPECT_EQ(choice_failure(columns, {.weight = "b", .drop = {"b"}}),
            "2 'b' is the weight and cannot be dropped: leave out one of the two options");
}

TEST(Schema, NeedsAFeature) {
  EXPECT_EQ(choice_failure({"a", "y"}, {.drop = {"a"}}),
            "3 no feature is left besides the target 'y': drop fewer columns, or give a table with a numeric column; "
            "the columns are 'a' and 'y'");
}

TEST(Schema, FindsTheColumnOfDocuments) {
  const Names columns = {"id", "message", "label"};
  const Schema schema = choose_schema(columns, {.encoding = Encoding::text, .text = "message"});
  EXPECT_EQ(schema.features, (Names{"message"}));
  EXPECT_EQ(schema.encoding, Encoding::text);
  EXPECT_EQ(choose_schema(columns, {.drop = {"id"}, .encoding = Encoding::text}).features, (Names{"message"}));
  EXPECT_EQ(choose_schema(Names{"y", "label"}, {.encoding = Encoding::text, .text = "y"}).target, "label");
  EXPECT_EQ(choice_failure(columns, {.encoding = Encoding::text}),
            "3 'id' and 'message' could each hold the documents: say which one does with --text COL; the columns are "
            "'id', 'message' and 'label'");
  EXPECT_EQ(choice_failure(columns, {.encoding = Encoding::text, .text = "label"}),
            "3 no column is called label, target, class or y: say which one holds the label with --target COL; the "
            "columns are 'id', 'message' and 'label'");
  EXPECT_EQ(choice_failure(columns, {.target = "id", .encoding = Encoding::text, .text = "id"}),
            "2 'id' holds the documents and can be nothing else: choose another column for one");
  EXPECT_EQ(
      choice_failure(columns, {.text = "message"}),
      "2 'message' is named as the column of documents, but the features are not text: choose a model of text, or "
      "leave out the option");
  EXPECT_EQ(choice_failure(columns, {.encoding = Encoding::text, .text = "massage"}),
            "3 has no column 'massage' (did you mean 'message'?); it has 'id', 'message' and 'label'");
}

TEST(Schema, WhatIsDeclaredIsSorted) {
  const Names columns = {"colour", "size", "y"};
  const Schema schema = choose_schema(columns, {.encoding = Encoding::categories,
                                                .declared_labels = {"b", "a", "b"},
                                                .declared_values = {{"size", {"s", "l"}}, {"size", {"m"}}}});
  EXPECT_EQ(schema.declared_labels, (Names{"a", "b"}));
  EXPECT_EQ(schema.declared_values, (std::vector<Names>{{}, {"l", "m", "s"}}));
  EXPECT_TRUE(choose_schema(columns, {.encoding = Encoding::categories}).declared_values.empty());
  EXPECT_EQ(choice_failure(columns, {.declared_labels = {""}}),
            "2 a label that is declared needs a name: leave out the empty one");
  EXPECT_EQ(choice_failure(columns, {.declared_labels = {"\xFF"}}),
            "2 a label that is declared, '\\xFF', is not UTF-8: convert it");
  EXPECT_EQ(choice_failure(columns, {.declared_values = {{"size", {"s"}}}}),
            "2 values are declared for 'size', but the features are not categories: choose a model of categories "
            "(--model categorical-nb), or leave out the option");
  EXPECT_EQ(choice_failure(columns, {.encoding = Encoding::categories, .declared_values = {{"y", {"s"}}}}),
            "2 values are declared for 'y', which is no feature: the features are 'colour' and 'size'");
}

TEST(Schema, TooManyLabelsLookLikeNumbers) {
  EXPECT_NO_THROW(check_label_count(99, 99, "y"));
  EXPECT_NO_THROW(check_label_count(50, 100, "y"));
  EXPECT_NO_THROW(check_label_count(10'000, 1'000'000, "y"));
  const std::string advice =
      ": is it a number to be predicted (regression)? Labels name classes; choose another column with --target COL";
  EXPECT_EQ(failure([] { check_label_count(51, 100, "y"); }),
            "3 the target 'y' has 51 different labels in 100 rows" + advice);
  EXPECT_EQ(failure([] { check_label_count(51, 101, "y"); }),
            "3 the target 'y' has 51 different labels in 101 rows" + advice);
  EXPECT_EQ(failure([] { check_label_count(10'001, 1'000'000, "y"); }),
            "3 the target 'y' has more than 10,000 different labels" + advice);
}

}  // namespace
}  // namespace suffice
