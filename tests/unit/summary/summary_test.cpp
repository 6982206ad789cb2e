#include "suffice/summary.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"

namespace suffice {
namespace {

using enum MomentKind;

Summary two_classes() { return read_as(full_classes(), pooled); }
Summary one_row() { return read_as(full_row(), pooled); }

TEST(Summary, copies_share_counts_of_terms_until_one_is_given_others) {
  const Summary sums = text_sums({"a b", "b"}, {"x", "y"});
  Summary copy = sums;
  EXPECT_EQ(&terms_of(copy), &terms_of(sums));
  TermCounts counts = terms_of(copy);
  copy.sums[0] = counts;
  EXPECT_NE(&terms_of(copy), &terms_of(sums));
  EXPECT_EQ(copy, sums);
  counts.tokens[0] = 7;
  copy.sums[0] = counts;
  EXPECT_NE(copy, sums);
  EXPECT_EQ(terms_of(sums).tokens[0], 1);
  const Summary moved = std::move(copy);
  EXPECT_EQ(terms_of(moved), counts);
}

TEST(Merge, matches_columns_by_name_and_keeps_the_first_order) {
  Summary swapped = one_row();
  swapped.schema.blocks[0].features = {"q", "p"};
  moments_of(swapped).mean = {2, 4};
  EXPECT_EQ(merge(two_classes(), swapped), merge(two_classes(), one_row()));
}

TEST(Merge, has_what_both_contain) {
  const Summary merged = merge(read_as(full_classes(), diagonal), one_row());
  EXPECT_EQ(merged, merge(read_as(full_classes(), pooled_diagonal), read_as(full_row(), pooled_diagonal)));
  EXPECT_EQ(moments_of(merge(full_classes(), one_row())).kind, pooled);
  EXPECT_TRUE(moments_of(merge(full_classes(), full_row())).has_fourth());
}

TEST(Merge, says_which_columns_differ_and_what_to_do) {
  Summary other = one_row();
  other.schema.blocks[0].features = {"p", "r"};
  EXPECT_NE(message_of([&] { merge(two_classes(), other); }).find("'r'"), std::string::npos);
  other = one_row();
  other.schema.target = "z";
  EXPECT_EQ(message_of([&] { merge(two_classes(), other); }), "the target columns differ: 'y' and 'z'");
  other = one_row();
  other.schema.weight = "w";
  EXPECT_NE(message_of([&] { merge(two_classes(), other); }).find("weight columns differ"), std::string::npos);
}

TEST(Merge, refuses_sums_of_different_kinds) {
  const Summary amounts = number_sums({1, 2}, {"a"}, Kind::amounts);
  EXPECT_THROW(merge(amounts, one_row()), Error);
  EXPECT_THROW(remove(amounts, one_row()), Error);
  EXPECT_THROW(read_as(amounts, diagonal), Error);
}

TEST(Merge, unites_what_was_declared) {
  Schema schema = schema_of(Kind::measurements, {"p", "q"});
  schema.declared_labels = {"a", "c"};
  const auto sums_of = [&](const std::vector<double>& values, const Names& labels) {
    return summarise(Table::row_major(values.data(), 2, 2), RowLabels(labels).view(), schema,
                     {.threads = 1, .keep = {Keep{.moments = diagonal}}});
  };
  const Summary declaring = sums_of({1, 2, 3, 5}, {"a", "a"});
  EXPECT_EQ(declaring.classes.labels, (Names{"a", "c"}));
  schema.declared_labels = {"b"};
  const Summary other = sums_of({1, 2, 7, 5}, {"a", "b"});
  const Summary merged = merge(declaring, other);
  EXPECT_EQ(merged.schema.declared_labels, (Names{"a", "b", "c"}));
  EXPECT_EQ(merged.classes.rows, (std::vector<std::uint64_t>{3, 1, 0}));
  EXPECT_EQ(moments_of(merged).mean, (std::vector<double>{5.0 / 3, 3, 7, 5, 0, 0}));
  check_summary(merged);
  const Removal removal = remove(merged, other);
  EXPECT_EQ(removal.rest.classes.rows, (std::vector<std::uint64_t>{2, 0, 0}));
  EXPECT_EQ(moments_of(removal.rest).mean[2], 0);
  check_summary(removal.rest);
}

TEST(Merge, unites_open_columns) {
  const auto rows = [](const std::vector<double>& values, std::size_t columns, const Names& labels, Kind kind,
                       bool open) {
    Schema schema = schema_of(kind, {});
    for (std::size_t j = 1; j <= columns; ++j) {
      schema.blocks[0].features.push_back(std::to_string(j));
    }
    schema.blocks[0].open_columns = open;
    return summarise(Table::row_major(values.data(), labels.size(), columns), RowLabels(labels).view(), schema,
                     {.threads = 1, .keep = {Keep{.moments = diagonal}}});
  };
  for (const Kind kind : {Kind::counts, Kind::amounts, Kind::measurements}) {
    const Summary narrow = rows({1, 2, 3, 2}, 2, {"a", "a"}, kind, true);
    const Summary wide = rows({0, 4, 8, 0, 0, 2}, 3, {"a", "b"}, kind, true);
    const Summary all = rows({1, 2, 0, 3, 2, 0, 0, 4, 8, 0, 0, 2}, 3, {"a", "a", "a", "b"}, kind, true);
    EXPECT_EQ(merge(wide, narrow).schema, all.schema);
    EXPECT_EQ(remove(merge(narrow, wide), narrow).rest.classes, wide.classes);
    if (kind != Kind::measurements) {
      EXPECT_EQ(merge(narrow, wide), all);
      EXPECT_EQ(merge(wide, narrow), all);
      EXPECT_EQ(remove(all, narrow).rest, wide);
    }
    EXPECT_NE(message_of([&] { remove(narrow, wide); }).find("only the second has '3'"), std::string::npos);
    const Summary closed = rows({1, 2, 3, 2}, 2, {"a", "a"}, kind, false);
    EXPECT_NE(message_of([&] { merge(closed, wide); }).find("only the second has '3'"), std::string::npos);
    EXPECT_FALSE(merge(narrow, closed).schema.blocks[0].open_columns);
  }
}

// Measurements p and q, amounts e, categories g: values of a row, "" or NaN where one is missing.
struct MixedRow {
  std::vector<double> numbers;  // p, q, e
  std::string value;
  std::string label;
};

const Schema mixed{.blocks = {{.kind = Kind::measurements, .features = {"p", "q"}},
                              {.kind = Kind::amounts, .features = {"e"}},
                              {.kind = Kind::categories, .features = {"g"}}},
                   .target = "y"};

Summary mixed_sums(const std::vector<MixedRow>& rows, const Schema& schema = mixed) {
  std::vector<double> numbers;
  std::vector<std::string> values;
  std::vector<std::uint32_t> codes;
  Names labels;
  for (const MixedRow& row : rows) {
    numbers.insert(numbers.end(), row.numbers.begin(), row.numbers.end());
    codes.push_back(row.value.empty() ? missing_category : static_cast<std::uint32_t>(values.size()));
    values.push_back(row.value);
    labels.push_back(row.label);
  }
  std::vector<Column> columns;
  for (const std::string& name : columns_of(schema)) {
    const std::size_t j = std::string("pqe").find(name);
    columns.push_back(name == "g" ? Column(CategoryColumn{codes.data(), values})
                                  : Column(NumberColumn{numbers.data() + j, 3}));
  }
  return summarise({rows.size(), columns}, RowLabels(labels).view(), schema, {.threads = 1});
}

const double missing = std::nan("");
const std::vector<MixedRow> mixed_rows{{{1, 2, 3}, "red", "a"},
                                       {{2, 5, 0}, "blue", "b"},
                                       {{4, 4, 1}, "", "a"},
                                       {{7, 1, missing}, "red", "b"},
                                       {{3, 3, 2.5}, "green", "a"}};
const std::vector<MixedRow> unseen_rows{{{missing, missing, missing}, "", "c"},
                                        {{missing, missing, missing}, "pink", "a"}};

void expect_alike(const Summary& a, const Summary& b) {
  check_summary(a);
  EXPECT_EQ(a.schema, b.schema);
  EXPECT_EQ(a.classes, b.classes);
  EXPECT_EQ(a.sums[2], b.sums[2]);
  EXPECT_LT(difference(std::get<AmountSums>(a.sums[1]).log_sum, std::get<AmountSums>(b.sums[1]).log_sum), 1e-14);
  EXPECT_EQ(std::get<AmountSums>(a.sums[1]).weight, std::get<AmountSums>(b.sums[1]).weight);
  EXPECT_EQ(moments_of(a).patterns.size(), moments_of(b).patterns.size());
  EXPECT_LT(difference(moments_of(a).mean, moments_of(b).mean), 1e-14);
  EXPECT_LT(scatter_difference(moments_of(a), moments_of(b), 2), 1e-13);
}

TEST(Blocks, merge_and_remove_undo_each_other) {
  const Summary a = mixed_sums({mixed_rows[0], mixed_rows[1]});
  const Summary b = mixed_sums({mixed_rows[2], mixed_rows[3], mixed_rows[4]});
  const Summary all = mixed_sums(mixed_rows);
  expect_alike(merge(a, b), all);
  expect_alike(remove(all, b).rest, a);
  expect_alike(remove(all, a).rest, b);
  expect_alike(remove(all, all).rest, mixed_sums({}));
  expect_alike(merge(all, mixed_sums({})), all);
  expect_alike(merge(mixed_sums({}), all), all);
}

TEST(Blocks, may_be_missing_in_every_row) {
  const Summary none = mixed_sums(unseen_rows);
  std::vector<MixedRow> rows = mixed_rows;
  rows.insert(rows.end(), unseen_rows.begin(), unseen_rows.end());
  expect_alike(merge(mixed_sums(mixed_rows), none), mixed_sums(rows));
  expect_alike(remove(mixed_sums(rows), none).rest, mixed_sums(mixed_rows));
  expect_alike(remove(mixed_sums(rows), mixed_sums(mixed_rows)).rest, none);
}

TEST(Blocks, are_matched_by_kind_and_columns) {
  const Schema other{.blocks = {mixed.blocks[2], {.kind = Kind::measurements, .features = {"q", "p"}}, mixed.blocks[1]},
                     .target = "y"};
  const std::vector<MixedRow> some{mixed_rows[0], mixed_rows[1]};
  const std::vector<MixedRow> more{mixed_rows[2], mixed_rows[3], mixed_rows[4]};
  EXPECT_EQ(merge(mixed_sums(some), mixed_sums(more, other)), merge(mixed_sums(some), mixed_sums(more)));
  EXPECT_EQ(remove(mixed_sums(mixed_rows), mixed_sums(more, other)).rest,
            remove(mixed_sums(mixed_rows), mixed_sums(more)).rest);
  Schema counts = mixed;
  counts.blocks[1].kind = Kind::counts;
  try {
    merge(mixed_sums(some), mixed_sums({mixed_rows[0]}, counts));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_EQ(error.message(),
              "the blocks of columns differ: only the first has amounts of 'e', only the second has counts of 'e'");
    EXPECT_EQ(error.remedies(), (std::vector<Remedy>{{"schema", {"MODEL"}, Remedy::Act::refit}}));
  }
  const Summary fewer = number_sums({1, 2}, {"a"}, Kind::measurements);
  EXPECT_EQ(message_of([&] { remove(mixed_sums(some), fewer); }),
            "the blocks of columns differ: only the first has amounts of 'e' and categories of 'g'");
}

TEST(Remove, gives_the_rest_and_the_size_of_its_rounding_error) {
  const Removal removal = remove(two_classes(), one_row());
  EXPECT_EQ(removal.rest.classes.rows, (std::vector<std::uint64_t>{2, 1}));
  EXPECT_EQ(moments_of(removal.rest).mean, (std::vector<double>{1, 2, 9, 9}));
  EXPECT_EQ(moments_of(removal.rest).scatter, (std::vector<double>{2, 4, 4, 8}));
  EXPECT_GT(removal.relative_error, 0);
  EXPECT_LT(removal.relative_error, 1e-14);
}

TEST(Remove, an_outlier_leaves_a_large_relative_error) {
  Summary all = two_classes();
  Summary outlier = one_row();
  moments_of(outlier).mean = {1e12, 2};
  all = merge(all, outlier);
  EXPECT_GT(remove(all, outlier).relative_error, 1e-6);
}

TEST(Remove, reads_the_part_as_the_kind_of_the_whole) {
  EXPECT_EQ(remove(two_classes(), full_row()).rest, remove(two_classes(), one_row()).rest);
  EXPECT_NE(message_of([&] { remove(full_classes(), one_row()); }).find("cannot be read off"), std::string::npos);
  EXPECT_TRUE(moments_of(remove(full_classes(), full_row()).rest).has_fourth());
}

TEST(Remove, everything_leaves_nothing) {
  const Removal removal = remove(two_classes(), two_classes());
  EXPECT_EQ(removal.rest.classes.size(), 0U);
  EXPECT_EQ(moments_of(removal.rest).scatter, std::vector<double>(4));
  EXPECT_EQ(removal.relative_error, 0);
}

}  // namespace
}  // namespace suffice
