#include "evaluate/resemblance/checked_rows.hpp"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace suffice {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(CheckedRows, are_columns_in_groups_with_missing_values_unfilled) {
  const Schema schema = {.blocks = {{.kind = Kind::measurements, .features = {"x", "z"}, .fills = {7, nan}},
                                    {.kind = Kind::categories, .features = {"b"}, .edges = {{1.5}}}},
                         .target = "y"};
  const std::vector<double> values = {1, 2, 1, nan, 4, 2};
  Table table = Table::row_major(values.data(), 2, 3);
  const std::vector<std::uint32_t> groups = {1, 0};
  const CheckedRows found = checked_rows(schema, table, groups, 2, {0, 0});
  ASSERT_EQ(found.columns.size(), 3U);
  EXPECT_EQ(found.columns[0].numbers[0], 1);
  EXPECT_TRUE(std::isnan(found.columns[0].numbers[1]));
  EXPECT_EQ(found.columns[1].place, 1U);
  EXPECT_EQ(found.columns[2].values[found.columns[2].codes[1]], ">= 1.5");
  EXPECT_EQ(found.groups[0], std::vector<std::size_t>{1});
  EXPECT_EQ(found.rows(), 2U);
}

TEST(CheckedRows, share_the_terms_that_either_has) {
  const Schema schema = {.blocks = {{.kind = Kind::text, .features = {"note"}}}, .target = "y"};
  const std::vector<std::string> first = {"now cheap cheap", "hello"};
  const std::vector<std::string> second = {"cheap", "now dear"};
  const std::vector<std::uint32_t> groups = {0, 1};
  const CheckedRows a = checked_rows(schema, Table::documents(first), groups, 2, {0});
  const CheckedRows b = checked_rows(schema, Table::documents(second), groups, 2, {0});
  const SharedTerms all = shared_terms(a.columns[0], b.columns[0], every_group, true);
  EXPECT_EQ(all.names, (std::vector<std::string>{"cheap", "dear", "hello", "now"}));
  EXPECT_EQ(all.first, (std::vector<double>{2, 0, 1, 1}));
  EXPECT_EQ(all.second, (std::vector<double>{1, 1, 0, 1}));
  EXPECT_EQ(shared_terms(a.columns[0], b.columns[0], 1).first, (std::vector<double>{0, 0, 1, 0}));
  const CheckedRows once = checked_rows(schema, Table::documents(first), groups, 2, {1});
  EXPECT_EQ(shared_terms(once.columns[0], once.columns[0], every_group).first, (std::vector<double>{1, 1, 1}));
}

}  // namespace
}  // namespace suffice
