// Pair counts: merging and removing, by name whatever the order.
#include "summary/values/pair_counts.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "summary/values/pair_layout.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

PairedRows part(const PairedRows& rows, std::size_t first, std::size_t count) {
  PairedRows some(0, rows.columns, 0);
  const auto begin = static_cast<std::ptrdiff_t>(first);
  const auto end = static_cast<std::ptrdiff_t>(first + count);
  const auto d = static_cast<std::ptrdiff_t>(rows.columns);
  some.cells.assign(rows.cells.begin() + begin * d, rows.cells.begin() + end * d);
  some.codes.assign(rows.codes.begin() + begin, rows.codes.begin() + end);
  if (!rows.weights.empty()) some.weights.assign(rows.weights.begin() + begin, rows.weights.begin() + end);
  return some;
}

TEST(PairCounts, merged_parts_are_the_whole_and_what_is_removed_is_gone) {
  for (const bool weighted : {false, true}) {
    const PairedRows rows(120, 4, 5, weighted);
    for (const std::size_t cut : {0U, 3U, 60U, 119U}) {
      const Summary a = part(rows, 0, cut).summary();
      const Summary b = part(rows, cut, rows.rows() - cut).summary();
      EXPECT_EQ(merge(a, b), rows.summary());
      EXPECT_EQ(remove(rows.summary(), b).rest, a);
      check_summary(merge(a, b));
    }
  }
}

TEST(PairCounts, columns_are_matched_by_name) {
  const PairedRows rows(60, 3, 6);
  const Summary summary = rows.summary();
  const auto& counts = std::get<ValueCounts>(summary.sums[0]);
  PairedRows other = rows;
  for (std::size_t i = 0; i < rows.rows(); ++i) std::swap(other.cells[3 * i], other.cells[3 * i + 2]);
  std::swap(other.values[0], other.values[2]);
  Schema schema = rows.schema();
  std::swap(schema.blocks[0].features[0], schema.blocks[0].features[2]);
  const Summary turned = summarise(other.table(), other.labels(), schema, {.threads = 1, .keep = {{.pairs = true}}});
  const Summary merged = merge(summary, turned);
  const auto& twice = std::get<ValueCounts>(merged.sums[0]);
  ASSERT_EQ(twice.pairs.size(), counts.pairs.size());
  for (std::size_t k = 0; k < counts.pairs.size(); ++k) EXPECT_EQ(twice.pairs[k], 2 * counts.pairs[k]);
  EXPECT_EQ(remove(merged, turned).rest.sums, summary.sums);
}

TEST(PairCounts, are_dropped_where_one_side_has_none_and_cannot_be_removed_then) {
  const PairedRows rows(60, 3, 7);
  EXPECT_EQ(merge(rows.summary(), rows.summary(false)), merge(rows.summary(false), rows.summary(false)));
  EXPECT_THROW(remove(rows.summary(), rows.summary(false)), Error);
  EXPECT_EQ(remove(rows.summary(false), rows.summary()).rest.classes.size(), 0U);
}

TEST(PairCounts, more_pairs_than_there_are_cannot_be_removed) {
  PairedRows rows(2, 2, 8, false, false);
  rows.codes = {0, 0};
  rows.cells = {0, 0, 1, 1};
  PairedRows crossed = rows;
  crossed.cells = {0, 1, 1, 0};
  EXPECT_THROW(remove(merge(rows.summary(), rows.summary()), crossed.summary()), Error);
}

TEST(PairCounts, a_row_has_one_pair_of_two_columns) {
  PairedRows rows(2, 2, 8, false, false);
  rows.codes = {0, 0};
  rows.cells = {0, 0, 0, 1};
  PairedRows row = part(rows, 0, 1);
  row.cells = {0, missing_category};
  EXPECT_THROW(remove(rows.summary(), row.summary()), Error);
}

// Without 1e9 of 1e9 + 0.01 + 0.01, a millionth less than 0.02 is left.
TEST(PairCounts, what_rounding_leaves_fits_the_values_that_are_left) {
  PairedRows rows(3, 2, 8, true, false);
  rows.codes = {0, 0, 0};
  rows.weights = {1e9, 0.01, 0.01};
  rows.cells = {0, 2, 0, 0, 0, 1};
  const Summary rest = remove(rows.summary(), part(rows, 0, 1).summary()).rest;
  const auto& counts = std::get<ValueCounts>(rest.sums[0]);
  ASSERT_EQ(counts.pairs.size(), 2U);
  EXPECT_LT(counts.counts[0], 0.02 * (1 - 5e-7));
  EXPECT_NEAR(counts.pairs[0] + counts.pairs[1], counts.counts[0], 1e-16);
  check_summary(rest);
}

TEST(PairCounts, those_of_fewer_columns_are_a_part) {
  const PairedRows rows(100, 4, 9);
  const Summary all = rows.summary();
  Block fewer = all.schema.blocks[0];
  fewer.features = {"x0", "x3"};
  const auto some = std::get<ValueCounts>(restricted(all.schema.blocks[0], all.classes, all.sums[0], fewer));
  const PairLayout layout(some.values, 3);
  ASSERT_EQ(some.pairs.size(), layout.total());
  EXPECT_EQ(some.pairs[layout.place(0, 1, 1, 2) + 1], rows.count(1, 0, 1, 3, 2));
}

}  // namespace
}  // namespace suffice
