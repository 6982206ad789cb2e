// Schema: roles chosen from a header; labels counted.
#include "suffice/schema.hpp"

#include <gtest/gtest.h>

#include "data/schema/binding.hpp"
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
    EXPECT_EQ(schema, (schema_of({"a", "b"}, name)));
  }
}

TEST(Schema, TakesTheColumnsThatAreNamed) {
  const Names columns = {"id", "x", "w", "kind", "y"};
  const Schema schema = choose_schema(columns, {.target = "kind", .weight = "w", .drop = {"id", "id"}});
  EXPECT_EQ(schema, (schema_of({"x", "y"}, "kind", "w")));
  EXPECT_EQ(choose_schema(Names{"y", "label", "x"}, {.weight = "y"}).target, "label");
  EXPECT_EQ(choose_schema(Names{"y", "label", "x"}, {.drop = {"label"}}), (schema_of({"x"}, "y")));
}

TEST(Schema, OpenColumnsAreAllOfThem) {
  const Names columns = {"label", "1", "2", "3"};
  EXPECT_TRUE(choose_schema(columns, {.open_columns = true}).blocks[0].open_columns);
  EXPECT_FALSE(choose_schema(columns, {}).blocks[0].open_columns);
  EXPECT_FALSE(choose_schema(columns, {.drop = {"2"}, .open_columns = true}).blocks[0].open_columns);
  EXPECT_FALSE(choose_schema(columns, {.weight = "3", .open_columns = true}).blocks[0].open_columns);
  EXPECT_FALSE(choose_schema(Names{"label", "x"}, {.open_columns = true}).blocks[0].open_columns);
  EXPECT_FALSE(choose_schema(columns, {.role = Role::categorical, .open_columns = true}).blocks[0].open_columns);
}

TEST(Schema, OpenColumnsCanBeWidened) {
  const Block open = choose_schema(Names{"label", "1", "2"}, {.open_columns = true}).blocks[0];
  EXPECT_EQ(widened(open, 4).features, (Names{"1", "2", "3", "4"}));
  EXPECT_TRUE(widened(open, 4).open_columns);
  EXPECT_EQ(widened(open, 1), open);
  EXPECT_EQ(widened(schema_of({"1", "2"}, "label").blocks[0], 4).features.size(), 2U);
}

TEST(Schema, AsksWhenTheTargetCannotBeTold) {
  EXPECT_EQ(choice_failure({"a", "b"}, {}),
            "3 no column is called label, target, class or y, so that the one that holds the label must be named; the "
            "columns are 'a' and 'b'");
  EXPECT_EQ(choice_failure({"Label", "x", "y"}, {}),
            "3 'Label' and 'y' could each hold the label; the columns are 'Label', 'x' and 'y'");
  EXPECT_EQ(choice_failure({"a;b;label"}, {}),
            "3 no column is called label, target, class or y, so that the one that holds the label must be named; the "
            "columns are 'a;b;label'; the columns seem to be delimited by ';'");
  EXPECT_EQ(remedies([] { choose_schema(Names{"a;b;label"}, {}); }), "give delimiter ;; give target COL");
  EXPECT_EQ(remedies([] { choose_schema(Names{"Label", "x", "y"}, {}); }), "give target COL");
}

TEST(Schema, SuggestsColumnsForMistypedOnes) {
  const Names columns = {"species", "length"};
  EXPECT_EQ(choice_failure(columns, {.target = "specie"}),
            "3 has no column 'specie' (did you mean 'species'?); it has 'species' and 'length'");
  EXPECT_EQ(choice_failure(columns, {.target = "species", .weight = "zz", .drop = {"lenght", "zz"}}),
            "3 has no columns 'zz' and 'lenght' (did you mean 'length'?); it has 'species' and 'length'");
}

TEST(Schema, RefusesRolesThatContradictEachOther) {
  const Names columns = {"a", "b", "y"};
  EXPECT_EQ(choice_failure(columns, {.target = "y", .weight = "y"}),
            "2 'y' cannot be both the target and the weight: choose another column for one");
  EXPECT_EQ(choice_failure(columns, {.target = "y", .drop = {"y"}}),
            "2 'y' is the target and cannot be dropped: choose one of the two");
  EXPECT_EQ(choice_failure(columns, {.weight = "b", .drop = {"b"}}),
            "2 'b' is the weight and cannot be dropped: choose one of the two");
}

TEST(Schema, NeedsAFeature) {
  EXPECT_EQ(choice_failure({"a", "y"}, {.drop = {"a"}}),
            "3 no feature is left besides the target 'y'; the columns are 'a' and 'y'");
}

TEST(Schema, FindsTheColumnOfDocuments) {
  const Names columns = {"id", "message", "label"};
  const Schema schema = choose_schema(columns, {.role = Role::text, .text = "message"});
  EXPECT_EQ(schema, schema_of({"message"}, "label", "", Kind::text));
  EXPECT_EQ(choose_schema(columns, {.text = "message"}), schema);
  EXPECT_EQ(choose_schema(columns, {.drop = {"id"}, .role = Role::text}), schema);
  EXPECT_EQ(choose_schema(Names{"y", "label"}, {.role = Role::text, .text = "y"}).target, "label");
  EXPECT_EQ(choice_failure(columns, {.role = Role::text}),
            "3 'id' and 'message' could each hold the documents; the columns are 'id', 'message' and 'label'");
  EXPECT_EQ(remedies([&] { choose_schema(columns, {.role = Role::text}); }), "give text COL");
  EXPECT_EQ(choice_failure(columns, {.role = Role::text, .text = "label"}),
            "2 'label' would be the target, by its name, but is the text: choose another column as the target");
  EXPECT_EQ(choice_failure(columns, {.target = "id", .role = Role::text, .text = "id"}),
            "2 'id' holds the documents and can be nothing else: choose another column for one");
  EXPECT_EQ(choice_failure(columns, {.role = Role::text, .text = "massage"}),
            "3 has no column 'massage' (did you mean 'message'?); it has 'id', 'message' and 'label'");
}

TEST(Schema, RolesMakeBlocks) {
  const Names columns = {"t", "c", "b", "x", "k", "g", "u", "n", "e", "y", "z"};
  const Schema schema = choose_schema(columns, {.target = "y",
                                                .roles = {{"t", Role::text},
                                                          {"u", Role::text},
                                                          {"c", Role::categorical},
                                                          {"b", Role::bernoulli},
                                                          {"k", Role::poisson},
                                                          {"e", Role::gamma},
                                                          {"g", Role::gaussian},
                                                          {"n", Role::term}}});
  const auto block = [](Kind kind, Names features) { return Block{.kind = kind, .features = std::move(features)}; };
  const std::vector<Block> blocks = {block(Kind::measurements, {"x", "z"}),
                                     block(Kind::measurements, {"g"}),
                                     block(Kind::amounts, {"k", "e"}),
                                     block(Kind::counts, {"n"}),
                                     block(Kind::categories, {"c", "b"}),
                                     block(Kind::text, {"t"}),
                                     block(Kind::text, {"u"})};
  EXPECT_EQ(schema.blocks, blocks);
  EXPECT_EQ(columns_of(schema), (Names{"x", "z", "g", "k", "e", "n", "c", "b", "t", "u"}));
  EXPECT_EQ(choose_schema(columns, {.target = "y", .roles = {{"c", Role::categorical}}, .text = "t"}).blocks,
            (std::vector<Block>{block(Kind::categories, {"c"}), block(Kind::text, {"t"})}));
  EXPECT_EQ(choose_schema(Names{"y", "class", "x"}, {.roles = {{"y", Role::categorical}}}).target, "class");
}

TEST(Schema, ColumnsOfBlocksComeOnce) {
  Schema schema = schema_of({"b", "a"}, "y");
  EXPECT_EQ(columns_of(schema), (Names{"b", "a"}));
  schema.blocks.push_back({.kind = Kind::categories, .features = {"c", "a"}});
  schema.blocks.push_back({.kind = Kind::text, .features = {"d"}});
  EXPECT_EQ(columns_of(schema), (Names{"b", "a", "c", "d"}));
  EXPECT_TRUE(columns_of(Schema{}).empty());
}

TEST(Schema, AColumnHasOneRole) {
  const Names columns = {"a", "b", "y"};
  EXPECT_EQ(choice_failure(columns, {.roles = {{"a", Role::text}, {"a", Role::poisson}}}),
            "2 'a' is given two roles, text and poisson: choose one of the two");
  EXPECT_EQ(choice_failure(columns, {.roles = {{"a", Role::poisson}, {"a", Role::poisson}}}),
            "2 'a' is given the role poisson twice: give it once");
  for (const std::string target : {"", "y"}) {
    EXPECT_EQ(choice_failure(columns, {.target = target, .roles = {{"y", Role::number}}}),
              "2 'y' is the target, which is no feature and has no role: do not give it the role number, or choose "
              "another column as the target");
  }
  for (const std::string target : {"", "y"}) {
    const ColumnChoice said = resolved(columns, {.target = target, .roles = {{"y", Role::categorical}}});
    EXPECT_TRUE(said.many_labels) << "the target is categorical: it holds labels, however many";
    EXPECT_TRUE(said.roles.empty());
    EXPECT_EQ(said.target, "y");
  }
  EXPECT_EQ(resolved(std::vector<std::string>{"gro\u0308\u00dfe", "y"}, {.drop = {"gr\u00f6\u00dfe"}}).drop,
            std::vector<std::string>{"gro\u0308\u00dfe"})
      << "an accent of its own";
  EXPECT_EQ(choice_failure(columns, {.drop = {"y"}}),
            "2 'y' would be the target, by its name, but is dropped: choose another column as the target");
  EXPECT_EQ(choice_failure(columns, {.drop = {"a"}, .roles = {{"a", Role::number}}}),
            "2 'a' has the role number and is dropped: choose one of the two");
  EXPECT_EQ(choice_failure(columns, {.roles = {{"a", Role::number}}, .text = "a"}),
            "2 'a' holds the documents and can be nothing else: choose another column for one");
  EXPECT_EQ(choice_failure(columns, {.roles = {{"aa", Role::number}}}),
            "3 has no column 'aa' (did you mean 'a'?); it has 'a', 'b' and 'y'");
  EXPECT_EQ(choice_failure(columns, {.roles = {{"a", Role::bernoulli, {"p", "q", "r"}}}}),
            "2 3 values are declared for 'a', which is bernoulli and has two: make it categorical");
}

TEST(Schema, RolesHaveNames) {
  for (const char* name : {"number", "gaussian", "poisson", "exponential", "geometric", "gamma", "categorical",
                           "bernoulli", "text", "normal-score", "mdl", "equal-width", "equal-frequency"}) {
    EXPECT_EQ(to_text(parse_role(name)), name);
  }
  EXPECT_EQ(parse_role("count"), Role::poisson);
  EXPECT_EQ(to_text(Role::term), "term");
  EXPECT_EQ(failure([] { parse_role("categoric"); }),
            "2 'categoric' is no role of a column (did you mean 'categorical'?): the roles are number, gaussian, "
            "poisson, count, exponential, geometric, gamma, categorical, flag, bernoulli, text, normal-score, mdl, "
            "equal-width, equal-frequency, indicators");
  for (const Kind kind : {Kind::measurements, Kind::amounts, Kind::counts, Kind::text, Kind::categories}) {
    EXPECT_EQ(is_numeric(kind), kind != Kind::text && kind != Kind::categories);
    EXPECT_STRNE(kind_name(kind), "unknown");
  }
}

TEST(Schema, BlocksCanBeRestricted) {
  Block block{.kind = Kind::categories, .features = {"a", "b", "c"}};
  block.declared_values = {{}, {"p"}, {}};
  EXPECT_EQ(restricted(block, Names{"c", "b"}).features, (Names{"b", "c"}));
  EXPECT_EQ(restricted(block, Names{"c", "b"}).declared_values, (std::vector<Names>{{"p"}, {}}));
  EXPECT_TRUE(restricted(block, Names{"a"}).declared_values.empty());
  EXPECT_EQ(restricted(block, block.features), block);
  EXPECT_EQ(failure([&] { restricted(block, Names{"a", "x"}); }),
            "2 'x' is no feature: the features are 'a', 'b' and 'c'");
  EXPECT_EQ(failure([&] { restricted(block, Names{}); }), "2 no feature is left of 'a', 'b' and 'c'");
  const Block open{.features = {"1", "2"}, .open_columns = true};
  EXPECT_TRUE(restricted(open, open.features).open_columns);
  EXPECT_FALSE(restricted(open, Names{"1"}).open_columns);
}

TEST(Schema, WhatIsDeclaredIsSorted) {
  const Names columns = {"colour", "size", "y"};
  const Schema schema = choose_schema(columns, {.role = Role::categorical,
                                                .roles = {{"size", Role::categorical, {"s", "l", "m", "s"}}},
                                                .declared_labels = {"b", "a", "b"}});
  EXPECT_EQ(schema.declared_labels, (Names{"a", "b"}));
  ASSERT_EQ(schema.blocks.size(), 1U);
  EXPECT_EQ(schema.blocks[0].declared_values, (std::vector<Names>{{}, {"l", "m", "s"}}));
  EXPECT_TRUE(choose_schema(columns, {.role = Role::categorical}).blocks[0].declared_values.empty());
  EXPECT_EQ(choice_failure(columns, {.declared_labels = {""}}),
            "2 a label that is declared needs a name: leave out the empty one");
  EXPECT_EQ(choice_failure(columns, {.declared_labels = {"\xFF"}}),
            "2 a label that is declared, '\\xFF', is not UTF-8: convert it");
  EXPECT_EQ(choice_failure(columns, {.roles = {{"size", Role::number, {"s"}}}}),
            "2 values are declared for 'size', which is number, not categorical");
}

TEST(Schema, TooManyLabelsLookLikeNumbers) {
  EXPECT_NO_THROW(check_label_count(99, 99, "y"));
  EXPECT_NO_THROW(check_label_count(50, 100, "y"));
  EXPECT_NO_THROW(check_label_count(10'000, 1'000'000, "y"));
  const std::string advice =
      "; is it a number or a text to be predicted? Labels name classes that rows share: choose another column";
  const std::string or_say = advice + ", or say that each is a label";
  EXPECT_EQ(failure([] { check_label_count(51, 100, "y"); }),
            "3 the target 'y' has 51 different labels in 100 rows" + or_say);
  EXPECT_EQ(failure([] { check_label_count(51, 101, "y"); }),
            "3 the target 'y' has 51 different labels in 101 rows" + or_say);
  EXPECT_EQ(failure([] { check_label_count(101, 101, "y"); }),
            "3 the target 'y' has 101 different labels in 101 rows" + advice);
  EXPECT_EQ(failure([] { check_label_count(10'001, 1'000'000, "y"); }),
            "3 the target 'y' has more than 10,000 different labels" + advice);
  EXPECT_EQ(remedies([] { check_label_count(51, 100, "y"); }), "give target COL; give column y=categorical");
}

}  // namespace
}  // namespace suffice
