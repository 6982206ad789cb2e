#include "summary/values/value_counts.hpp"

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

const Schema schema = schema_of(Kind::categories, {"colour", "size"});
const std::vector<Names> rows{{"red", "10"}, {"blue", "9"}, {"red", ""}, {"green", "9"}};
const Names labels{"a", "b", "a", "c"};

TEST(MergeValues, unites_values_and_classes) {
  const Summary a = value_sums({rows[0], rows[1]}, {"a", "b"}, schema);
  const Summary b = value_sums({rows[2], rows[3]}, {"a", "c"}, schema);
  const Summary both = value_sums(rows, labels, schema);
  EXPECT_EQ(merge(a, b), both);
  EXPECT_EQ(merge(b, a), both);
  EXPECT_EQ(values_of(both).values[1], (Names{"9", "10"}));  // numbers: in their order
  EXPECT_EQ(values_of(both).counts, (std::vector<double>{0, 1, 0, 0, 0, 1, 2, 0, 0, 0, 1, 1, 1, 0, 0}));
}

TEST(MergeValues, columns_are_matched_by_name_and_declared_values_united) {
  Schema first = schema;
  first.blocks[0].declared_values = {{"pink"}, {}};
  Schema second = schema_of(Kind::categories, {"size", "colour"});
  second.blocks[0].declared_values = {{"11"}, {"black"}};
  const Summary merged = merge(value_sums({rows[0]}, {"a"}, first), value_sums({{"9", "blue"}}, {"b"}, second));
  EXPECT_EQ(merged.schema.blocks[0].declared_values, (std::vector<Names>{{"black", "pink"}, {"11"}}));
  EXPECT_EQ(values_of(merged).values, (std::vector<Names>{{"black", "blue", "pink", "red"}, {"9", "10", "11"}}));
  check_summary(merged);
}

TEST(RemoveValues, what_reaches_zero_is_gone_unless_declared) {
  const Summary all = value_sums(rows, labels, schema);
  EXPECT_EQ(remove(all, value_sums({rows[1], rows[3]}, {"b", "c"}, schema)).rest,
            value_sums({rows[0], rows[2]}, {"a", "a"}, schema));
  Schema declaring = schema;
  declaring.blocks[0].declared_values = {{"blue"}, {}};
  const Removal removal =
      remove(value_sums(rows, labels, declaring), value_sums({rows[1], rows[3]}, {"b", "c"}, schema));
  EXPECT_EQ(removal.rest, value_sums({rows[0], rows[2]}, {"a", "a"}, declaring));
  EXPECT_EQ(removal.relative_error, 0);
  check_summary(removal.rest);
}

TEST(RemoveValues, names_the_value_that_there_is_too_little_of) {
  const Summary all = value_sums(rows, labels, schema);
  EXPECT_EQ(
      message_of([&] { remove(all, value_sums({{"pink", "9"}}, {"a"}, schema)); }),
      "column 'colour', value 'pink': the model does not have this value, so it cannot forget rows with it. Forget "
      "only rows that were fitted, each once. Nothing was changed");
  EXPECT_EQ(
      message_of([&] { remove(all, value_sums({{"blue", "9"}}, {"a"}, schema)); }),
      "class a, column 'colour', value 'blue': 1 cannot be forgotten: the model holds 0. Forget only rows that were "
      "fitted, each once. Nothing was changed");
  EXPECT_NE(message_of([&] { remove(all, value_sums({{"", "9"}}, {"b"}, schema)); }).find("would be left in rows of "),
            std::string::npos);
}

TEST(RemoveValues, weights_that_are_not_whole_vanish_to_rounding) {
  const Summary all = value_sums(rows, {"a", "a", "a", "a"}, schema, {0.1, 0.2, 0.7, 0.3});
  const Removal removal = remove(all, value_sums({rows[3], rows[1]}, {"a", "a"}, schema, {0.3, 0.2}));
  EXPECT_EQ(values_of(removal.rest).values, (std::vector<Names>{{"red"}, {"10"}}));
  EXPECT_NEAR(values_of(removal.rest).counts[0], 0.8, 1e-15);
}

}  // namespace
}  // namespace suffice
