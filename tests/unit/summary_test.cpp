#include "suffice/summary.hpp"

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

using enum MomentKind;

Summary two_classes() { return read_as(full_classes(), pooled); }
Summary one_row() { return read_as(full_row(), pooled); }

TEST(Summary, copies_share_counts_of_terms_until_one_is_given_others) {
  const Summary sums = text_sums({"a b", "b"}, {"x", "y"});
  ASSERT_EQ(sums.find_terms(), &sums.terms());
  Summary copy = sums;
  EXPECT_EQ(copy.find_terms(), sums.find_terms());
  TermCounts counts = copy.terms();
  copy.sums = counts;
  EXPECT_NE(copy.find_terms(), sums.find_terms());
  EXPECT_EQ(copy, sums);
  counts.tokens[0] = 7;
  copy.sums = counts;
  EXPECT_NE(copy, sums);
  EXPECT_EQ(sums.terms().tokens[0], 1);
  const Summary moved = std::move(copy);
  EXPECT_EQ(moved.terms(), counts);
  EXPECT_EQ(full_row().find_terms(), nullptr);
}

TEST(Merge, matches_columns_by_name_and_keeps_the_first_order) {
  Summary swapped = one_row();
  swapped.schema.features = {"q", "p"};
  swapped.moments().mean = {2, 4};
  EXPECT_EQ(merge(two_classes(), swapped), merge(two_classes(), one_row()));
}

TEST(Merge, has_what_both_contain) {
  const Summary merged = merge(read_as(full_classes(), diagonal), one_row());
  EXPECT_EQ(merged, merge(read_as(full_classes(), pooled_diagonal), read_as(full_row(), pooled_diagonal)));
  EXPECT_EQ(merge(full_classes(), one_row()).moments().kind, pooled);
  EXPECT_TRUE(merge(full_classes(), full_row()).moments().has_fourth());
}

TEST(Merge, says_which_columns_differ_and_what_to_do) {
  Summary other = one_row();
  other.schema.features = {"p", "r"};
  EXPECT_NE(message_of([&] { merge(two_classes(), other); }).find("'r'"), std::string::npos);
  other = one_row();
  other.schema.target = "z";
  EXPECT_EQ(message_of([&] { merge(two_classes(), other); }),
            "the target columns differ: 'y' and 'z'. Fit both with the same columns: fit --schema MODEL");
  other = one_row();
  other.schema.weight = "w";
  EXPECT_NE(message_of([&] { merge(two_classes(), other); }).find("weight columns differ"), std::string::npos);
}

TEST(Merge, refuses_sums_of_different_kinds) {
  const Summary amounts = number_sums({1, 2}, {"a"}, SumKind::amounts);
  EXPECT_EQ(
      message_of([&] { merge(amounts, one_row()); }),
      "the sums are of different kinds, as their models are of different families: fit both with the same family of "
      "models (--model)");
  EXPECT_THROW(remove(amounts, one_row()), Error);
  EXPECT_THROW(read_as(amounts, diagonal), Error);
}

TEST(Merge, unites_what_was_declared) {
  Schema schema = schema_of(Encoding::numbers, {"p", "q"});
  schema.declared_labels = {"a", "c"};
  const Summary declaring = number_sums({1, 2, 3, 5}, {"a", "a"}, SumKind::moments, {}, schema);
  EXPECT_EQ(declaring.classes.labels, (Names{"a", "c"}));
  schema.declared_labels = {"b"};
  const Summary other = number_sums({1, 2, 7, 5}, {"a", "b"}, SumKind::moments, {}, schema);
  const Summary merged = merge(declaring, other);
  EXPECT_EQ(merged.schema.declared_labels, (Names{"a", "b", "c"}));
  EXPECT_EQ(merged.classes.rows, (std::vector<std::uint64_t>{3, 1, 0}));
  EXPECT_EQ(merged.moments().mean, (std::vector<double>{5.0 / 3, 3, 7, 5, 0, 0}));
  check_summary(merged);
  const Removal removal = remove(merged, other);
  EXPECT_EQ(removal.rest.classes.rows, (std::vector<std::uint64_t>{2, 0, 0}));
  EXPECT_EQ(removal.rest.moments().mean[2], 0);
  check_summary(removal.rest);
}

TEST(Merge, unites_open_columns) {
  const auto rows = [](const std::vector<double>& values, std::size_t columns, const Names& labels, SumKind kind,
                       bool open) {
    Schema schema = schema_of(Encoding::numbers, {});
    for (std::size_t j = 1; j <= columns; ++j) {
      schema.features.push_back(std::to_string(j));
    }
    schema.open_columns = open;
    return summarise(Batch::row_major(values.data(), labels.size(), columns, {}), RowLabels(labels).view(), schema,
                     {.threads = 1, .keep = {.sums = kind, .moments = diagonal}});
  };
  for (const SumKind kind : {SumKind::terms, SumKind::amounts, SumKind::moments}) {
    const Summary narrow = rows({1, 2, 3, 2}, 2, {"a", "a"}, kind, true);
    const Summary wide = rows({0, 4, 8, 0, 0, 2}, 3, {"a", "b"}, kind, true);
    const Summary all = rows({1, 2, 0, 3, 2, 0, 0, 4, 8, 0, 0, 2}, 3, {"a", "a", "a", "b"}, kind, true);
    EXPECT_EQ(merge(wide, narrow).schema, all.schema);
    EXPECT_EQ(remove(merge(narrow, wide), narrow).rest.classes, wide.classes);
    if (kind != SumKind::moments) {
      EXPECT_EQ(merge(narrow, wide), all);
      EXPECT_EQ(merge(wide, narrow), all);
      EXPECT_EQ(remove(all, narrow).rest, wide);
    }
    EXPECT_NE(message_of([&] { remove(narrow, wide); }).find("only the second has '3'"), std::string::npos);
    const Summary closed = rows({1, 2, 3, 2}, 2, {"a", "a"}, kind, false);
    EXPECT_NE(message_of([&] { merge(closed, wide); }).find("only the second has '3'"), std::string::npos);
    EXPECT_FALSE(merge(narrow, closed).schema.open_columns);
  }
}

TEST(Remove, gives_the_rest_and_the_size_of_its_rounding_error) {
  const Removal removal = remove(two_classes(), one_row());
  EXPECT_EQ(removal.rest.classes.rows, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(removal.rest.moments().mean, (std::vector<double>{1, 2, 9, 9}));
  EXPECT_EQ(removal.rest.moments().scatter, (std::vector<double>{2, 4, 4, 8}));
  EXPECT_GT(removal.relative_error, 0);
  EXPECT_LT(removal.relative_error, 1e-14);
}

TEST(Remove, an_outlier_leaves_a_large_relative_error) {
  Summary all = two_classes();
  Summary outlier = one_row();
  outlier.moments().mean = {1e12, 2};
  all = merge(all, outlier);
  EXPECT_GT(remove(all, outlier).relative_error, 1e-6);
}

TEST(Remove, reads_the_part_as_the_kind_of_the_whole) {
  EXPECT_EQ(remove(two_classes(), full_row()).rest, remove(two_classes(), one_row()).rest);
  EXPECT_NE(message_of([&] { remove(full_classes(), one_row()); }).find("cannot be read off"), std::string::npos);
  EXPECT_TRUE(remove(full_classes(), full_row()).rest.moments().has_fourth());
}

TEST(Remove, everything_leaves_nothing) {
  const Removal removal = remove(two_classes(), two_classes());
  EXPECT_EQ(removal.rest.classes.size(), 0U);
  EXPECT_EQ(removal.rest.moments().scatter, std::vector<double>(4));
  EXPECT_EQ(removal.relative_error, 0);
}

}  // namespace
}  // namespace suffice
