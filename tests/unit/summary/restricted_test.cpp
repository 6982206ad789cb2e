// Restricted sums against those of rows that never had the other columns.
#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "summary/block_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using enum MomentKind;

const double missing = std::nan("");
const std::vector<MomentKind> all_kinds{pooled_diagonal, diagonal, pooled, full};

// The table with some of its columns; names of columns stay.
struct FewerColumns {
  TestTable table;
  Schema schema;

  FewerColumns(const TestTable& all, const std::vector<std::size_t>& places, Kind kind)
      : table{places.size(), {}, all.codes, all.names, all.weights}, schema(schema_of(kind, {})) {
    for (std::size_t i = 0; i < all.rows(); ++i) {
      for (const std::size_t j : places) {
        table.values.push_back(all.values[i * all.columns + j]);
      }
    }
    for (const std::size_t j : places) {
      schema.blocks[0].features.push_back(all.block().features[j]);
    }
  }
  [[nodiscard]] Summary summary(const Keep& keep) const {
    return summarise(table.table(), table.labels(), schema, {.threads = 1, .keep = {keep}});
  }
};

Summary restricted_to(const Summary& all, const Schema& fewer) {
  const Block block = restricted(all.schema.blocks[0], fewer.blocks[0].features);
  return {fewer, all.classes, {restricted(all.schema.blocks[0], all.classes, all.sums[0], block)}};
}

void expect_close(const Summary& a, const Summary& b, double tolerance) {
  check_summary(a);
  EXPECT_EQ(a.classes, b.classes);
  const std::size_t d = a.schema.blocks[0].features.size();
  const Moments& one = moments_of(a);
  const Moments& other = moments_of(b);
  EXPECT_LT(difference(one.mean, other.mean), tolerance);
  EXPECT_LT(scatter_difference(one, other, d), tolerance);
  EXPECT_EQ(one.column_weight, other.column_weight);
  ASSERT_EQ(one.patterns.size(), other.patterns.size());
  for (std::size_t k = 0; k < one.patterns.size(); ++k) {
    EXPECT_EQ(one.patterns[k].present, other.patterns[k].present);
    EXPECT_EQ(one.patterns[k].rows, other.patterns[k].rows);
    EXPECT_EQ(one.patterns[k].weight, other.patterns[k].weight);
    EXPECT_LT(difference(one.patterns[k].mean, other.patterns[k].mean), tolerance);
    EXPECT_LT(difference(one.patterns[k].scatter, other.patterns[k].scatter), tolerance);
  }
}

// Every element of a sum is a chain of its own: nothing changes in its bits when other columns go.
TEST(Restricted, moments_are_sub_matrices_to_the_bit) {
  const TestTable table = random_table(1, 5000, 9, 3, true);
  for (const MomentKind kind : all_kinds) {
    for (const std::vector<std::size_t>& places :
         {std::vector<std::size_t>{1, 4, 8}, std::vector<std::size_t>{0, 1, 2, 3, 4, 5, 6, 7},
          std::vector<std::size_t>{5}}) {
      const FewerColumns fewer(table, places, Kind::measurements);
      EXPECT_EQ(restricted_to(table.summary(1, {.moments = kind}), fewer.schema), fewer.summary({.moments = kind}));
    }
  }
}

// Wide moments are summed in another order than narrow ones.
TEST(Restricted, wide_moments_become_narrow_to_rounding) {
  const TestTable table = random_table(2, 1500, 70, 2);
  std::vector<std::size_t> places;
  for (std::size_t j = 3; j < 60; ++j) {
    places.push_back(j);
  }
  const FewerColumns fewer(table, places, Kind::measurements);
  expect_close(restricted_to(table.summary(1, {.moments = full}), fewer.schema), fewer.summary({.moments = full}),
               1e-12);
}

TEST(Restricted, third_and_fourth_moments_go_with_a_column) {
  const TestTable table = random_table(3, 100, 3, 2);
  const Summary all = table.summary(1, {.moments = full, .fourth = true});
  EXPECT_EQ(restricted_to(all, all.schema), all);
  const FewerColumns fewer(table, {0, 2}, Kind::measurements);
  EXPECT_EQ(restricted_to(all, fewer.schema), fewer.summary({.moments = full}));
}

// Rows that differ in the dropped columns alone come together; rows may be left without any value.
TEST(Restricted, patterns_that_coincide_are_merged) {
  TestTable table = random_table(4, 400, 4, 3, true);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    for (std::size_t j = 0; j < 4; ++j) {
      if ((i * 7 + j * 5) % 11 < 3 || i % 17 == 0) {
        table.values[i * 4 + j] = missing;
      }
    }
  }
  for (const MomentKind kind : all_kinds) {
    for (const std::vector<std::size_t>& places : {std::vector<std::size_t>{0, 2}, std::vector<std::size_t>{3}}) {
      const FewerColumns fewer(table, places, Kind::measurements);
      expect_close(restricted_to(table.summary(1, {.moments = kind}), fewer.schema), fewer.summary({.moments = kind}),
                   1e-11);
    }
  }
}

TEST(Restricted, moments_are_plain_where_nothing_is_missing_any_more) {
  TestTable table = random_table(5, 200, 3, 2);
  for (std::size_t i = 10; i < table.rows(); i += 3) {
    table.values[i * 3 + 1] = missing;
  }
  for (const MomentKind kind : all_kinds) {
    const FewerColumns fewer(table, {0, 2}, Kind::measurements);
    const Summary rest = restricted_to(table.summary(1, {.moments = kind}), fewer.schema);
    EXPECT_FALSE(moments_of(rest).has_patterns());
    EXPECT_TRUE(moments_of(rest).column_weight.empty());
    expect_close(rest, fewer.summary({.moments = kind}), 1e-12);
  }
}

TEST(Restricted, counts_and_amounts_are_those_of_the_columns) {
  TestTable table = random_table(6, 300, 4, 3, true);
  for (std::size_t k = 0; k < table.values.size(); ++k) {
    table.values[k] = k % 4 == 1 && k % 7 == 0 ? missing : std::floor(std::abs(table.values[k]));
  }
  for (const Kind kind : {Kind::counts, Kind::amounts}) {
    const Summary all = summarise(table.table(), table.labels(), table.schema(kind));
    for (const std::vector<std::size_t>& places : {std::vector<std::size_t>{1, 3}, std::vector<std::size_t>{0, 2}}) {
      const FewerColumns fewer(table, places, kind);
      EXPECT_EQ(restricted_to(all, fewer.schema), fewer.summary({}));
    }
  }
}

TEST(Restricted, values_are_those_of_the_columns) {
  Schema schema = schema_of(Kind::categories, {"p", "q", "r"});
  schema.blocks[0].declared_values = {{"z"}, {}, {"u", "v"}};
  const Summary all =
      value_sums({{"a", "x", "u"}, {"b", "", "w"}, {"a", "y", ""}}, {"k", "l", "k"}, schema, {1, 2, 0.5});
  Schema fewer = schema_of(Kind::categories, {"p", "r"});
  fewer.blocks[0].declared_values = {{"z"}, {"u", "v"}};
  EXPECT_EQ(restricted_to(all, fewer),
            value_sums({{"a", "u"}, {"b", "w"}, {"a", ""}}, {"k", "l", "k"}, fewer, {1, 2, 0.5}));
}

TEST(Restricted, text_stays_whole) {
  const Summary all = text_sums({"a b", "c"}, {"x", "y"});
  EXPECT_EQ(restricted_to(all, all.schema), all);
  EXPECT_THROW(
      (void)restricted(all.schema.blocks[0], all.classes, all.sums[0], {.kind = Kind::text, .features = {"u"}}), Error);
}

}  // namespace
}  // namespace suffice
