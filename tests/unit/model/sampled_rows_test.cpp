#include "model/sampled_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

double number(const SampledRows& rows, std::size_t i, std::size_t j) {
  const auto matrix = std::get<NumberMatrix>(rows.table().columns[0]);
  return std::get<const double*>(matrix.values)[i * matrix.columns + j];
}

TEST(SampledRows, numbers_are_a_matrix) {
  SampledRows rows({{0, 1}, {Numbers{1, 3}, Numbers{2, 4}}}, schema_of(Kind::amounts, {"a", "b"}));
  EXPECT_EQ(number(rows, 1, 0), 3);
  SampledRows copy = rows;
  copy.lose(std::vector<std::size_t>{1});
  EXPECT_TRUE(std::isnan(number(copy, 0, 1)));
  EXPECT_EQ(number(rows, 0, 1), 2);
}

TEST(SampledRows, categories_have_a_dictionary_for_each_column) {
  SampledRows rows({{0, 1, 0}, {Names{"a", "b", "a"}, Names{"u", "", "u"}}}, schema_of(Kind::categories, {"p", "q"}));
  const auto code = [&](std::size_t i, std::size_t j) {
    const auto column = std::get<CategoryColumn>(rows.table().columns[j]);
    return std::get<const std::uint32_t*>(column.codes)[static_cast<std::ptrdiff_t>(i) * column.stride];
  };
  const Table table = rows.table();
  ASSERT_EQ(table.rows, 3U);
  EXPECT_EQ(std::get<CategoryColumn>(table.columns[0]).dictionary[code(1, 0)], "b");
  EXPECT_EQ(std::get<CategoryColumn>(table.columns[0]).dictionary[code(2, 0)], "a");
  EXPECT_EQ(code(1, 1), missing_category);
  rows.lose(std::vector<std::size_t>{0});
  EXPECT_EQ(code(1, 0), missing_category);
}

TEST(SampledRows, documents_outlive_the_sample) {
  const SampledRows rows = [] {
    const SampledRows first({{0}, {Names{"some words"}}}, schema_of(Kind::text, {"t"}));
    return SampledRows(first);
  }();
  EXPECT_EQ(std::get<TextColumn>(rows.table().columns[0]).documents[0], "some words");
}

TEST(SampledRows, columns_are_counted_over_all_blocks) {
  Schema schema = schema_of(Kind::text, {"t"});
  schema.blocks.push_back({.kind = Kind::amounts, .features = {"a"}});
  schema.blocks.push_back({.kind = Kind::categories, .features = {"p", "q"}});
  SampledRows rows({{0}, {Names{"some words"}, Numbers{7}, Names{"x"}, Names{"y"}}}, schema);
  rows.lose(std::vector<std::size_t>{1, 3});
  const Table table = rows.table();
  ASSERT_EQ(table.columns.size(), 4U);
  EXPECT_TRUE(std::isnan(*std::get<const double*>(std::get<NumberMatrix>(table.columns[1]).values)));
  EXPECT_EQ(*std::get<const std::uint32_t*>(std::get<CategoryColumn>(table.columns[2]).codes), 0U);
  EXPECT_EQ(*std::get<const std::uint32_t*>(std::get<CategoryColumn>(table.columns[3]).codes), missing_category);
}

}  // namespace
}  // namespace suffice
