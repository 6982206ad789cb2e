#include "summary/moments/pattern_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "small_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
using Rows = std::vector<Numbers>;
const double missing = std::nan("");
const Rows some{{1, 2}, {3, missing}, {5, 7}, {missing, missing}, {2, missing}};
const Rows more{{2, missing}, {4, 9}, {missing, 1}};
const Names some_labels{"a", "a", "b", "b", "a"};
const Names more_labels{"b", "c", "a"};
constexpr std::array matrices{MomentKind::pooled, MomentKind::full};

template <typename Value>
std::vector<Value> joined(std::vector<Value> a, const std::vector<Value>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

void expect_close(const Summary& a, const Summary& b) {
  EXPECT_EQ(a.classes, b.classes);
  check_summary(a);
  const auto expect_moments = [](const Moments& one, const Moments& other) {
    EXPECT_EQ(one.column_weight, other.column_weight);
    EXPECT_LT(difference(one.mean, other.mean), 1e-14);
    EXPECT_LT(scatter_difference(one, other, 2), 1e-13);
  };
  const MomentKind kind = moments_of(a).kind;
  EXPECT_EQ(kind, moments_of(b).kind);
  const std::vector<Pattern>& patterns = moments_of(a).patterns;
  ASSERT_EQ(patterns.size(), moments_of(b).patterns.size());
  if (patterns.empty()) {
    expect_moments(moments_of(a), moments_of(b));
  }
  for (std::size_t k = 0; k < patterns.size(); ++k) {
    const Pattern& one = patterns[k];
    const Pattern& other = moments_of(b).patterns[k];
    EXPECT_EQ(one.present, other.present);
    EXPECT_EQ(one.rows, other.rows);
    EXPECT_EQ(one.weight, other.weight);
    expect_moments({kind, one.mean, one.scatter, {}, {}}, {kind, other.mean, other.scatter, {}, {}});
  }
}

TEST(PatternMoments, complete_rows_are_one_pattern) {
  const Summary plain = full_classes();
  const std::vector<Pattern> lifted = patterns_of(moment_block(plain, 0));
  ASSERT_EQ(lifted.size(), 1U);
  EXPECT_EQ(lifted[0].present, (std::vector<std::uint8_t>{1, 1}));
  EXPECT_EQ(lifted[0].rows, plain.classes.rows);
  const PatternRows rows(moment_block(plain, 0), lifted[0]);
  EXPECT_EQ(rows.block().classes, plain.classes);
  EXPECT_EQ(rows.block().sums, moments_of(read_as(plain, MomentKind::full)));
  EXPECT_EQ(moments_from(MomentKind::full, lifted, 2, 2), moments_of(read_as(plain, MomentKind::full)));
  const Summary incomplete = plain_patterns(some, some_labels, {}, MomentKind::full);
  EXPECT_EQ(patterns_of(moment_block(incomplete, 0)), moments_of(incomplete).patterns);
  EXPECT_EQ(moments_from(MomentKind::full, moments_of(incomplete).patterns, 2, 2), moments_of(incomplete));
  Summary none = plain;
  none.classes.rows = {0, 0};
  EXPECT_TRUE(patterns_of(moment_block(none, 0)).empty());
}

TEST(PatternMoments, merge_and_remove_undo_each_other) {
  for (const MomentKind kind : matrices) {
    const Summary a = plain_patterns(some, some_labels, {}, kind);
    const Summary b = plain_patterns(more, more_labels, {}, kind);
    const Summary all = plain_patterns(joined(some, more), joined(some_labels, more_labels), {}, kind);
    expect_close(merge(a, b), all);
    expect_close(merge(b, a), all);
    expect_close(remove(all, b).rest, a);
    expect_close(remove(all, a).rest, b);
    EXPECT_EQ(moments_of(remove(all, all).rest).scatter, Numbers(kind == MomentKind::pooled ? 4 : 0));
  }
}

TEST(PatternMoments, merge_with_sums_that_miss_nothing) {
  const Rows complete{{1, 2}, {4, 4}, {6, 5}};
  const Names labels{"a", "b", "b"};
  for (const MomentKind kind : matrices) {
    const Summary a = plain_patterns(some, some_labels, {}, kind);
    const Summary plain = plain_patterns(complete, labels, {}, kind);
    const Summary all = plain_patterns(joined(some, complete), joined(some_labels, labels), {}, kind);
    expect_close(merge(a, plain), all);
    expect_close(merge(plain, a), all);
    expect_close(remove(all, plain).rest, a);
    expect_close(remove(all, a).rest, plain);  // moments as before
  }
  EXPECT_NO_THROW(check_summary(merge(full_classes(), plain_patterns(some, some_labels, {}, MomentKind::full))));
}

TEST(PatternMoments, match_features_by_name) {
  for (const MomentKind kind : matrices) {
    Summary b = plain_patterns({{missing, 2}, {9, 4}, {1, missing}}, more_labels, {}, kind);
    b.schema.blocks[0].features = {"q", "p"};
    const Summary all = plain_patterns(joined(some, more), joined(some_labels, more_labels), {}, kind);
    expect_close(merge(plain_patterns(some, some_labels, {}, kind), b), all);
    expect_close(remove(all, b).rest, plain_patterns(some, some_labels, {}, kind));
  }
}

TEST(PatternMoments, are_read_as_kinds_they_contain) {
  const Rows rows = joined(some, more);
  const Names labels = joined(some_labels, more_labels);
  const Numbers weights{1, 0.5, 2, 1, 3, 1, 2, 0.25};
  const Summary full = plain_patterns(rows, labels, weights, MomentKind::full);
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    Summary read = full;
    read.sums[0] = read_patterns_as(moment_block(full, 0), kind);
    expect_close(read, plain_patterns(rows, labels, weights, kind));
    expect_close(read_as(full, kind), plain_patterns(rows, labels, weights, kind));
  }
  const Summary pooled = plain_patterns(rows, labels, weights, MomentKind::pooled);
  expect_close(read_as(pooled, MomentKind::pooled_diagonal),
               plain_patterns(rows, labels, weights, MomentKind::pooled_diagonal));
  EXPECT_NE(message_of([&] { read_as(pooled, MomentKind::diagonal); }).find("cannot be read off"), std::string::npos);
}

// Kinds that differ become what both contain, whatever is missing where.
TEST(PatternMoments, merge_kinds_that_differ) {
  const Summary all =
      plain_patterns(joined(some, more), joined(some_labels, more_labels), {}, MomentKind::pooled_diagonal);
  const Summary a = plain_patterns(some, some_labels, {}, MomentKind::pooled);
  expect_close(merge(a, plain_patterns(more, more_labels, {}, MomentKind::diagonal)), all);
  expect_close(remove(all, a).rest, plain_patterns(more, more_labels, {}, MomentKind::pooled_diagonal));
}

TEST(PatternMoments, what_is_not_there_cannot_be_removed) {
  const Summary all = plain_patterns(some, some_labels, {}, MomentKind::full);
  const auto message = [&](const Rows& rows, const Names& labels) {
    return message_of([&] { remove(all, plain_patterns(rows, labels, {}, MomentKind::full)); });
  };
  const std::string rest = ". Forget only rows that were fitted, each once. Nothing was changed";
  EXPECT_EQ(message({{missing, 2}}, {"a"}),
            "class a: the model holds 0 rows without a value in 'p', so 1 cannot be forgotten" + rest);
  EXPECT_EQ(message({{1, 2}, {5, 7}}, {"a", "a"}),
            "class a: the model holds 1 rows without missing values, so 2 cannot be forgotten" + rest);
  EXPECT_NE(message({{30, missing}}, {"a"}).find("a variance would be negative"), std::string::npos);
  const Summary plain = full_classes();
  EXPECT_NE(message_of([&] {
              remove(plain, plain_patterns({{missing, 2}}, {"a"}, {}, MomentKind::full));
            }).find("the model holds 0"),
            std::string::npos);
}

// Without 1e15 of 1e15 + 0.43, 0.375 is left; rows that leave a pattern take their weight with them.
TEST(PatternMoments, what_rounding_leaves_fits_the_rows_that_are_left) {
  const Rows rows{{1, 2}, {3, missing}};
  for (const MomentKind kind : matrices) {
    const Summary all = plain_patterns(rows, {"a", "a"}, {1e15, 0.43}, kind);
    const Removal removal = remove(all, plain_patterns({rows[0]}, {"a"}, {1e15}, kind));
    EXPECT_EQ(moments_of(removal.rest).patterns.at(0).weight, Numbers{0.375});
    EXPECT_GT(removal.relative_error, 0.5);
    check_summary(removal.rest);
    const Summary heavy = plain_patterns(rows, {"a", "a"}, {1, 3}, kind);
    EXPECT_NE(
        message_of([&] { remove(heavy, plain_patterns({rows[1]}, {"a"}, {1}, kind)); }).find("1 rows of weight 1"),
        std::string::npos);
  }
}

// The one incomplete row that is left has no scatter; that of its class is what rounding is compared with.
TEST(PatternMoments, rounding_is_relative_to_all_rows_of_a_class) {
  const Rows rows{{1, 2}, {2, 1}, {3, 4}, {5, missing}, {6, missing}};
  const Names labels(rows.size(), "a");
  for (const MomentKind kind : matrices) {
    const Removal removal =
        remove(plain_patterns(rows, labels, {}, kind), plain_patterns({rows.back()}, {"a"}, {}, kind));
    EXPECT_GT(removal.relative_error, 0);
    EXPECT_LT(removal.relative_error, 1e-13);
  }
}

// A block may be missing in every row: of one side, of both, of one class.
TEST(PatternMoments, rows_without_any_value_merge_and_are_removed) {
  const Rows none{{missing, missing}, {missing, missing}};
  for (const MomentKind kind :
       {MomentKind::full, MomentKind::pooled, MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Summary a = plain_patterns(some, some_labels, {}, kind);
    const Summary b = plain_patterns(none, {"a", "c"}, {}, kind);
    const Summary all = plain_patterns(joined(some, none), joined(some_labels, {"a", "c"}), {}, kind);
    expect_close(merge(a, b), all);
    expect_close(merge(b, a), all);
    expect_close(remove(all, b).rest, a);
    expect_close(remove(all, a).rest, b);
    expect_close(merge(b, b), plain_patterns(joined(none, none), {"a", "c", "a", "c"}, {}, kind));
    EXPECT_EQ(remove(b, b).rest.classes.size(), 0U);
  }
}

TEST(PatternMoments, too_many_patterns_cannot_be_merged) {
  Rows a;
  Rows b;
  for (unsigned pattern = 0; pattern < 260; ++pattern) {
    Numbers row;
    for (unsigned j = 0; j < 9; ++j) {
      row.push_back(((pattern >> j) & 1U) != 0 ? missing : 1.5);
    }
    (pattern < 130 ? a : b).push_back(row);
  }
  const auto sums = [](const Rows& rows) {
    return plain_patterns(rows, Names(rows.size(), "a"), {}, MomentKind::pooled);
  };
  EXPECT_EQ(moments_of(merge(sums(a), sums(Rows(b.begin(), b.begin() + 126)))).patterns.size(), most_patterns);
  EXPECT_NE(message_of([&] { merge(sums(a), sums(b)); }).find("256 sets are the most"), std::string::npos);
}

}  // namespace
}  // namespace suffice
