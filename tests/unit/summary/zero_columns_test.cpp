// Zero columns: what rounding leaves of open columns is 0, what rows hold stays.
#include "summary/zero_columns.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "data/schema/binding.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

using enum MomentKind;

// Rows of three columns.
Summary sums_of(const std::vector<double>& values, const Names& labels, const Keep& keep, bool open = true) {
  return summarise(Table::row_major(values.data(), labels.size(), 3), RowLabels(labels).view(),
                   {.blocks = {{.features = numbered_columns(3), .open_columns = open}}, .target = "y"},
                   {.threads = 1, .keep = {keep}});
}

// Tenths of whole numbers, which are rounded.
std::vector<double> tenths(std::vector<double> values) {
  for (double& value : values) {
    value /= 10;
  }
  return values;
}

const std::vector<double> kept_values = tenths({1, 0, 0, 4, 3, 0, 7, 0, 0, 2, 5, 0});
const Names kept_labels = {"a", "b", "a", "b"};
const std::vector<double> other_values = tenths({3, 7, 31, 1, 9, 0, 13, 1, 17, 2, 1, 3});
const Names other_labels = {"a", "b", "b", "a"};

Summary rest_of(const Keep& keep, bool open) {
  const Summary others = sums_of(other_values, other_labels, keep, open);
  return remove(merge(sums_of(kept_values, kept_labels, keep, open), others), others).rest;
}

TEST(ZeroColumns, AreGoneWithTheirRows) {
  for (const Keep& keep : std::vector<Keep>{{.moments = pooled_diagonal},
                                            {.moments = diagonal},
                                            {.moments = pooled},
                                            {.moments = full},
                                            {.moments = full, .fourth = true}}) {
    const Summary rest = rest_of(keep, true);
    EXPECT_EQ(rest.schema.blocks[0].features, (Names{"1", "2"}));
    check_summary(rest);
    const Summary closed = rest_of(keep, false);
    EXPECT_EQ(closed.schema.blocks[0].features.size(), 3U);
    check_summary(closed);  // rounding had left a variance below 0
  }
}

TEST(ZeroColumns, IndicatorsAreGoneWithTheRowsOfTheirValue) {
  const Block block = {.features = {"x", "k=a", "k=b"}, .indicators = {{.column = "k", .values = {"a", "b"}}}};
  EXPECT_FALSE(may_become_zero(block, 0));
  EXPECT_TRUE(may_become_zero(block, 1));
  const auto as_indicators = [&](Summary sums) {
    sums.schema.blocks[0] = block;
    return sums;
  };
  const double missing = std::nan("");
  for (const double first : {0.3, missing}) {  // by patterns too
    const Summary kept = sums_of({first, 1, 0, 0.7, 1, 0, 0.1, 1, 0}, {"a", "b", "b"}, {.moments = pooled}, false);
    const Summary others = sums_of({0.9, 0, 1, 0.2, 0, 1, 0.4, 1, 0}, {"a", "b", "b"}, {.moments = pooled}, false);
    const Summary rest = remove(as_indicators(merge(kept, others)), as_indicators(others)).rest;
    const Moments& moments = moments_of(rest);
    for (std::size_t c = 0; c < 2; ++c) {
      EXPECT_TRUE(moments.patterns.empty() ? is_zero_column(moments, c, 3, 2)
                                           : is_zero_column(moments.patterns[0], pooled, c, 3, 2));
    }
    const auto met = without_zero_indicators({rest.schema.blocks[0], rest.classes, moments});
    ASSERT_TRUE(met);
    EXPECT_EQ(met->features, (Names{"x", "k=a"}));
    EXPECT_EQ(met->indicators, (std::vector<Indicators>{{.column = "k", .values = {"a"}}}));
    EXPECT_FALSE(without_zero_indicators({rest.schema.blocks[0], rest.classes, moments_of(as_indicators(others))}));
  }
}

TEST(ZeroColumns, OfIndicatorsOneStays) {
  const Block block = {.features = {"x", "k=a", "k=b"},
                       .indicators = {{.column = "k", .values = {"a", "b"}, .without = {"c"}}}};
  const Summary none = sums_of({0.3, 0, 0, 0.7, 0, 0, 0.1, 0, 0}, {"a", "b", "b"}, {.moments = pooled}, false);
  const auto met = without_zero_indicators({block, none.classes, moments_of(none)});
  ASSERT_TRUE(met);
  EXPECT_EQ(met->features, (Names{"x", "k=a"}));
  EXPECT_EQ(met->indicators, (std::vector<Indicators>{{.column = "k", .values = {"a"}, .without = {"c"}}}));
}

TEST(ZeroColumns, AreToldInEachClass) {
  const Summary rest = rest_of({.moments = diagonal}, true);
  EXPECT_TRUE(is_zero_column(moments_of(rest), 0, 2, 1));
  EXPECT_FALSE(is_zero_column(moments_of(rest), 1, 2, 1));
  EXPECT_EQ(moments_of(rest).scatter[1], 0);
}

TEST(ZeroColumns, HaveNoRoundingError) {
  const Summary others = sums_of(other_values, other_labels, {.moments = diagonal});
  const Summary all = merge(sums_of(kept_values, kept_labels, {.moments = diagonal}), others);
  EXPECT_LT(remove(all, others).relative_error, 1e-12);
}

TEST(ZeroColumns, WhatIsSmallIsNotNothing) {
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    const Summary small = sums_of({1, 0, 0.5, 2, 0, 0.5, 3, 0, 0, 4, 1, 0}, kept_labels, {.moments = kind});
    const Summary large = sums_of({1, 0, 1e7}, {"a"}, {.moments = kind});
    const Removal removal = remove(merge(small, large), large);
    EXPECT_EQ(removal.rest.schema.blocks[0].features.size(), 3U);
    EXPECT_GT(removal.relative_error, 1e-6);
  }
}

TEST(ZeroColumns, SquaresThatOverflowDoNotTell) {
  for (const MomentKind kind : {pooled_diagonal, diagonal}) {
    const Summary huge = sums_of({1, 0, 1e200, 2, 0, 1e200, 3, 1, 0}, {"a", "a", "b"}, {.moments = kind});
    const Summary other = sums_of({5, 0, 1e200}, {"a"}, {.moments = kind});
    EXPECT_EQ(remove(merge(huge, other), other).rest.schema.blocks[0].features.size(), 3U);
  }
}

TEST(ZeroColumns, NumbersThatCancelAreNotNothing) {
  const Summary both_signs = sums_of({1, 0, 2, 2, 0, -2, 3, 0, 0}, {"a", "a", "b"}, {.moments = pooled_diagonal});
  const Summary other = sums_of({5, 1, 0, 4, 0, 0}, {"a", "b"}, {.moments = pooled_diagonal});
  EXPECT_EQ(remove(merge(both_signs, other), other).rest.schema.blocks[0].features.size(), 3U);
}

TEST(ZeroColumns, AClassThatLosesNoRowsIsAsItWas) {
  const Summary tiny = sums_of({1, 1, 1e-30, 2, 0, 0}, {"a", "b"}, {.moments = pooled_diagonal});
  const Summary other = sums_of({3, 0, 1e3}, {"b"}, {.moments = pooled_diagonal});
  EXPECT_EQ(moments_of(remove(merge(tiny, other), other).rest).mean[2], 1e-30);
}

}  // namespace
}  // namespace suffice
