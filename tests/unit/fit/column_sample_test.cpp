#include "fit/choice/column_sample.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Strings = std::vector<std::string>;

const Schema schema{.blocks = {{.features = {"size", "split", "same"}}, {Kind::categories, {"colour"}}},
                    .target = "label"};
const double none = std::nan("");
const std::vector<double> numbers{1, 5, 2, 2, 5, 2, none, 6, 2, 4, 6, 2};
const std::vector<std::uint32_t> codes{1, missing_category, 0, 1};
const Strings colours{"red", "blue", "green"};
const std::vector<std::uint32_t> classes{0, 0, 1, 1};
const Strings labels{"a", "b"};

ColumnSample sample() {
  return {schema, {4, {NumberMatrix{numbers.data(), 3, 3}, CategoryColumn{codes.data(), colours}}}, {classes, labels}};
}

TEST(ColumnSample, knows_numbers_and_values_and_what_is_missing) {
  EXPECT_EQ(sample().numbers("size"), (std::vector<double>{1, 2, 4}));
  EXPECT_DOUBLE_EQ(sample().mean("size"), 7.0 / 3);
  EXPECT_TRUE(sample().has_missing("size"));
  EXPECT_FALSE(sample().has_missing("split"));
  EXPECT_EQ(sample().values("colour"), (Strings{"blue", "red"}));
  EXPECT_TRUE(sample().has_missing("colour"));
}

TEST(ColumnSample, a_row_of_weight_two_counts_as_two) {
  const std::vector<double> weights{1, 2, 1, 3};
  const ColumnSample weighted(schema,
                              {4, {NumberMatrix{numbers.data(), 3, 3}, CategoryColumn{codes.data(), colours}}, weights},
                              {classes, labels});
  EXPECT_DOUBLE_EQ(weighted.mean("size"), (1 + 2 * 2 + 3 * 4) / 6.0);
  EXPECT_EQ(weighted.common_values("colour", 2), (Strings{"blue"}));
  EXPECT_EQ(weighted.missing_rows("colour"), 2);
  EXPECT_EQ(weighted.ranked("size").weight(), 6);
}

TEST(ColumnSample, a_column_separates_the_classes_where_it_varies_between_them_alone) {
  EXPECT_TRUE(sample().separates("split"));
  EXPECT_FALSE(sample().separates("same"));
  EXPECT_FALSE(sample().separates("size"));
}

// Five rows of class a and as many of b as have something else.
bool repeats_label(const std::vector<double>& numbers_of_rows) {
  std::vector<std::uint32_t> of_rows(numbers_of_rows.size(), 1);
  std::fill_n(of_rows.begin(), 5, 0U);
  return ColumnSample({.blocks = {{.features = {"x"}}}, .target = "label"},
                      {of_rows.size(), {NumberMatrix{numbers_of_rows.data(), 1, 1}}}, {of_rows, labels})
      .repeats_label("x");
}

TEST(ColumnSample, a_column_repeats_the_label_where_it_says_nothing_else) {
  EXPECT_TRUE(repeats_label({5, 5, 5, 5, 5, 6, 6, 6, 6, 6}));
  EXPECT_FALSE(repeats_label({5, 5, 5, 5, 5, 5, 5, 5, 5, 5}));
  EXPECT_FALSE(repeats_label({5, 5, 5, 5, 5, 6, 6, 6, 6, 7}));
  EXPECT_FALSE(repeats_label({5, 5, 5, 5, 5, 6, 6, 6, 6, none}));
}

TEST(ColumnSample, few_rows_may_agree_by_chance) {
  EXPECT_FALSE(repeats_label({5, 5, 5, 5, 5, 6, 6, 6, 6}));
  EXPECT_FALSE(sample().repeats_label("split"));
}

TEST(ColumnSample, a_category_repeats_the_label_alike) {
  const auto repeats = [](const std::vector<std::uint32_t>& values_of_rows) {
    const std::vector<std::uint32_t> of_rows{0, 0, 0, 0, 0, 1, 1, 1, 1, 1};
    return ColumnSample({.blocks = {{Kind::categories, {"colour"}}}, .target = "label"},
                        {10, {CategoryColumn{values_of_rows.data(), colours}}}, {of_rows, labels})
        .repeats_label("colour");
  };
  EXPECT_TRUE(repeats({2, 2, 2, 2, 2, 0, 0, 0, 0, 0}));
  EXPECT_FALSE(repeats({2, 2, 2, 2, 2, 2, 2, 2, 2, 2}));
  EXPECT_FALSE(repeats({2, 2, 2, 2, 2, 0, 0, 0, 0, 1}));
  EXPECT_FALSE(repeats({2, 2, 2, 2, 2, 0, 0, 0, 0, missing_category}));
}

TEST(ColumnSample, a_column_is_nearly_constant_where_few_rows_have_another_number) {
  const auto is_nearly_constant = [](std::size_t others, std::size_t rows) {
    std::vector<double> column(rows);
    std::fill_n(column.begin(), others, 1.0);
    const std::vector<std::uint32_t> of_rows(rows);
    return ColumnSample({.blocks = {{.features = {"x"}}}, .target = "label"},
                        {rows, {NumberMatrix{column.data(), 1, 1}}}, {of_rows, labels})
        .is_nearly_constant("x");
  };
  EXPECT_FALSE(is_nearly_constant(0, 400)) << "constant";
  EXPECT_TRUE(is_nearly_constant(1, 400));
  EXPECT_TRUE(is_nearly_constant(9, 400));
  EXPECT_FALSE(is_nearly_constant(10, 400));
  EXPECT_FALSE(is_nearly_constant(2, 40)) << "a twentieth of the rows";
}

TEST(ColumnSample, a_class_may_have_hardly_any_number) {
  EXPECT_EQ(sample().rows_without_mean("size"), 2U) << "class b has one";
  EXPECT_EQ(sample().rows_without_mean("split"), 0U);
}

TEST(ColumnSample, counts_patterns_of_missing_numbers) {
  EXPECT_EQ(sample().patterns(Strings{"size", "split"}), 2U);
  EXPECT_EQ(sample().patterns(Strings{"split"}), 1U);
}

}  // namespace
}  // namespace suffice
