// Schema: roles chosen from a header, checked, matched; labels counted.
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

TEST(Schema, IsCheckedWhenItComesFromAFile) {
  EXPECT_NO_THROW(check_schema({{"a", "b"}, "y", "w"}));
  EXPECT_NO_THROW(check_schema({{"a"}, "y", ""}));
  EXPECT_EQ(failure([] { check_schema({{}, "y", ""}); }), "4 the schema has no feature: fit the model again");
  EXPECT_EQ(failure([] { check_schema({{"a", "b", "a"}, "y", ""}); }),
            "4 the schema names the column 'a' twice: fit the model again");
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
