#include "summary/moments/column_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "small_sums.hpp"
#include "summary/moments/moments.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using Rows = std::vector<Numbers>;
const double missing = std::nan("");
const Rows some{{1, 2}, {3, missing}, {5, 7}, {missing, missing}};
const Rows more{{2, missing}, {4, 9}, {1, 1}};

Rows both() {
  Rows rows = some;
  rows.insert(rows.end(), more.begin(), more.end());
  return rows;
}

void expect_close(const Summary& a, const Summary& b) {
  EXPECT_EQ(a.classes, b.classes);
  EXPECT_EQ(moments_of(a).kind, moments_of(b).kind);
  EXPECT_EQ(moments_of(a).column_weight, moments_of(b).column_weight);
  EXPECT_LT(difference(moments_of(a).mean, moments_of(b).mean), 1e-14);
  EXPECT_LT(scatter_difference(moments_of(a), moments_of(b), 2), 1e-13);
  check_summary(a);
}

TEST(ColumnMoments, cells_merge) {
  const ColumnCell sum = merge_cells({2, {1}, 3}, {1, {4}, 0});
  EXPECT_EQ(sum.weight, 3);
  EXPECT_EQ(sum.mean.rounded, 2);
  EXPECT_EQ(sum.scatter, 9);
  EXPECT_EQ(merge_cells({}, {1, {4}, 2}).mean.rounded, 4);
  EXPECT_EQ(merge_cells({1, {4}, 2}, {}).scatter, 2);
}

TEST(ColumnMoments, know_the_weight_of_a_column) {
  const Summary some_missing = plain_patterns(some, {"a", "a", "b", "b"}, {}, MomentKind::diagonal);
  EXPECT_EQ(column_weight(moment_block(some_missing, 0), 0, 1), 1);
  EXPECT_EQ(column_weight(moment_block(some_missing, 0), 1, 0), 1);
  EXPECT_EQ(column_weight(moment_block(full_classes(), 0), 0, 1), 3);
}

TEST(ColumnMoments, weights_of_columns_go_where_nothing_is_missing) {
  const ClassCounts classes{{"a"}, {3}, {0.3}};
  Moments moments{MomentKind::diagonal, {1, 1}, {1, 1}, {}, {}, {0.1 + 0.2, 0.1}};
  clear_complete_columns(moments, classes);
  EXPECT_EQ(moments.column_weight.size(), 2U);
  moments.column_weight[1] = 0.1 + 0.2;
  clear_complete_columns(moments, classes);
  EXPECT_TRUE(moments.column_weight.empty());
}

TEST(ColumnMoments, merge_and_remove_undo_each_other) {
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Summary a = plain_patterns(some, {"a", "a", "b", "b"}, {}, kind);
    const Summary b = plain_patterns(more, {"b", "c", "a"}, {}, kind);
    const Summary all = plain_patterns(both(), {"a", "a", "b", "b", "b", "c", "a"}, {}, kind);
    expect_close(merge(a, b), all);
    expect_close(merge(b, a), all);
    expect_close(remove(all, b).rest, a);
    expect_close(remove(all, a).rest, b);
  }
}

// Columns of the other sums in another order; complete sums have the weight of the class everywhere.
TEST(ColumnMoments, merge_by_name_and_with_sums_that_miss_nothing) {
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Summary a = plain_patterns(some, {"a", "a", "b", "b"}, {}, kind);
    Summary b = plain_patterns({{missing, 2}, {9, 4}, {1, 1}}, {"b", "c", "a"}, {}, kind);
    b.schema.blocks[0].features = {"q", "p"};
    expect_close(merge(a, b), plain_patterns(both(), {"a", "a", "b", "b", "b", "c", "a"}, {}, kind));
    const Summary plain = plain_patterns({{1, 2}, {4, 4}}, {"a", "b"}, {}, kind);
    Rows rows = some;
    rows.insert(rows.end(), {{1, 2}, {4, 4}});
    const Summary all = plain_patterns(rows, {"a", "a", "b", "b", "a", "b"}, {}, kind);
    expect_close(merge(plain, a), all);
    expect_close(remove(all, plain).rest, a);
    expect_close(remove(all, a).rest, plain);  // nothing is missing any more
    EXPECT_EQ(remove(all, all).rest.classes.size(), 0U);
  }
}

// Column q is left without any value, though rows are left.
TEST(ColumnMoments, a_column_of_which_nothing_is_left_is_zero) {
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Numbers weights{0.1, 0.7, 0.3, 1.1};
    const Rows rows{{1, 0.1}, {2, 0.7}, {4, missing}, {3, missing}};
    const Summary all = plain_patterns(rows, {"a", "a", "a", "a"}, weights, kind);
    const Summary part = plain_patterns({rows[0], rows[1]}, {"a", "a"}, {0.1, 0.7}, kind);
    const Removal removal = remove(all, part);
    EXPECT_EQ(moments_of(removal.rest).column_weight[1], 0);
    EXPECT_EQ(moments_of(removal.rest).mean[1], 0);
    EXPECT_EQ(moments_of(removal.rest).scatter[1], 0);
    EXPECT_LT(removal.relative_error, 1e-12);
    check_summary(removal.rest);
  }
}

// Without 1e15 of 1e15 + 0.43, 0.375 is left.
TEST(ColumnMoments, what_rounding_leaves_fits_the_rows_that_are_left) {
  const double missing = std::nan("");
  const std::vector<double> rows{missing, 1, 2, 3};
  const Summary all = number_sums(rows, {"a", "a"}, Kind::measurements, {1e15, 0.43});
  const Removal removal = remove(all, number_sums({missing, 1}, {"a"}, Kind::measurements, {1e15}));
  EXPECT_EQ(removal.rest.classes.weight, std::vector<double>{0.375});
  EXPECT_GT(removal.relative_error, 0.5);
  check_summary(removal.rest);
}

TEST(ColumnMoments, what_is_not_there_cannot_be_removed) {
  const Summary all = plain_patterns(some, {"a", "a", "a", "a"}, {}, MomentKind::diagonal);
  const auto message = [&](const Rows& rows) {
    const Summary part = plain_patterns(rows, Names(rows.size(), "a"), {}, MomentKind::diagonal);
    return message_of([&] { remove(all, part); });
  };
  EXPECT_EQ(message({{1, 2}, {5, 7}, {3, 3}}),
            "class a, column 'q': values of weight 3 cannot be forgotten: the model holds such of weight 2. Forget "
            "only rows that were fitted, each once. Nothing was changed");
  EXPECT_EQ(message({{missing, 2}, {missing, 7}}),
            "class a, column 'p': missing values of weight 2 cannot be forgotten: the model holds such of weight 1. "
            "Forget only rows that were fitted, each once. Nothing was changed");
  EXPECT_NE(message({{1, 2}, {9, missing}}).find("a variance would be negative"), std::string::npos);
}

}  // namespace
}  // namespace suffice
