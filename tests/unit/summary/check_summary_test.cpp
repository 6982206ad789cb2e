#include "summary/check_summary.hpp"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "../support/change_terms.hpp"
#include "plain_patterns.hpp"
#include "small_sums.hpp"
#include "unit/paired_rows.hpp"

namespace suffice {
namespace {

using enum MomentKind;

constexpr const char* no_rows = "the scatter is that of no rows";

template <typename Damage>
void refuses(Summary summary, Damage damage, const std::string& text) {
  check_summary(summary);
  damage(summary);
  const std::string message = message_of([&] { check_summary(summary); });
  EXPECT_EQ(message.rfind(text, 0), 0U) << message;
}

TEST(CheckSummary, passes_sound_sums_and_refuses_each_kind_of_damage) {
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    check_summary(read_as(full_classes(), kind));
  }
  check_summary(full_classes());
  refuses(full_classes(), [](Summary& s) { s.sums.clear(); }, "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { s.schema.blocks.push_back(s.schema.blocks[0]); }, "the sums do not fit");
  refuses(full_classes(), [](Summary& s) { s.sums[0] = AmountSums{}; }, "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { moments_of(s).mean.pop_back(); }, "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { moments_of(s).scatter.pop_back(); }, "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { moments_of(s).kind = pooled; }, "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { moments_of(s).third.pop_back(); }, "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { moments_of(s).fourth.clear(); }, "the sums do not fit the schema");
  refuses(
      full_classes(), [](Summary& s) { s = read_as(s, pooled), moments_of(s).fourth = {1, 1}; },
      "the sums do not fit the schema");
  refuses(full_classes(), [](Summary& s) { s.classes.labels = {"b", "a"}; }, "the labels are not in order");
  refuses(full_classes(), [](Summary& s) { s.classes.labels = {"a", "a"}; }, "a label stands there twice");
  refuses(full_classes(), [](Summary& s) { s.classes.rows[0] = 0; }, "the row counts are impossible");
  refuses(full_classes(), [](Summary& s) { s.classes.rows[0] = UINT64_MAX; }, "the row counts are impossible");
  refuses(full_classes(), [](Summary& s) { s.classes.weight[1] = -1; }, "a class has no weight");
  refuses(full_classes(), [](Summary& s) { s.classes.weight[1] = std::nan(""); }, "a class has no weight");
  refuses(full_classes(), [](Summary& s) { moments_of(s).mean[0] = INFINITY; }, "a sum is not finite");
  refuses(full_classes(), [](Summary& s) { moments_of(s).scatter[0] = std::nan(""); }, "a sum is not finite");
  refuses(full_classes(), [](Summary& s) { moments_of(s).third[0] = std::nan(""); }, "a sum is not finite");
  refuses(full_classes(), [](Summary& s) { moments_of(s).fourth[0] = INFINITY; }, "a sum is not finite");
  refuses(full_classes(), [](Summary& s) { moments_of(s).scatter[5] = 5; }, "the scatter is not symmetric");
  for (const MomentKind kind : {pooled_diagonal, diagonal, pooled, full}) {
    refuses(read_as(full_classes(), kind), [](Summary& s) { moments_of(s).scatter[0] = -1e-9; }, no_rows);
  }
  for (const MomentKind kind : {pooled, full}) {
    const auto correlate = [](Summary& s) { moments_of(s).scatter[1] = moments_of(s).scatter[2] = 1e6; };
    refuses(read_as(full_classes(), kind), correlate, no_rows);
  }
  refuses(full_classes(), [](Summary& s) { moments_of(s).remainder = {0}; }, "the sums do not fit the schema");
  refuses(
      full_classes(), [](Summary& s) { moments_of(s).remainder.assign(moments_of(s).mean.size(), 1); },
      "what rounding took off a mean is too much");
}

TEST(CheckSums, sees_one_block_alone) {
  Summary summary = full_classes();
  const Block amounts{.kind = Kind::amounts, .features = {"p"}};
  AmountSums sums{.weight = {1, 1}, .sum = {1, 2}, .log_sum = {0, 0}, .zeros = {0, 0}, .fractional = {0, 0}};
  const auto outcome = [&] { return message_of([&] { check_sums(amounts, summary.classes, sums); }); };
  ASSERT_EQ(summary.classes.size(), 2U);
  EXPECT_EQ(outcome(), "no error");
  sums.sum = {1e308, 1e308};
  EXPECT_EQ(outcome().rfind("the sums of column 'p' overflow", 0), 0U) << outcome();
  sums.sum = {1, 0};
  EXPECT_EQ(outcome().rfind("numbers above 0 have a sum of 0", 0), 0U) << outcome();
  sums.zeros = {0, 1};
  EXPECT_EQ(outcome(), "no error");
  sums.zeros = {0, 0};
  sums.sum = {1, -2};
  EXPECT_EQ(outcome().rfind("a sum is negative", 0), 0U) << outcome();
  check_sums(summary.schema.blocks[0], summary.classes, summary.sums[0]);
  check_classes(summary.classes, summary.schema);
  summary.classes.labels = {"b", "a"};
  EXPECT_EQ(message_of([&] { check_classes(summary.classes, summary.schema); }).rfind("the labels are not", 0), 0U);
}

TEST(CheckSummary, refuses_what_adding_rows_and_merging_refuse) {
  constexpr double huge = 1e308;
  const auto heavy = [&](Summary& s) { std::ranges::fill(s.classes.weight, huge); };
  const Schema schema = schema_of(Kind::categories, {"p"});
  for (const Summary& sums :
       {full_classes(), text_sums({"a b", "b b"}, {"x", "y"}), value_sums({{"u"}, {"v"}}, {"x", "y"}, schema),
        number_sums({1, 0, 2, 2.5}, {"x", "y"}, Kind::amounts)}) {
    refuses(sums, heavy, "the sums of all classes overflow; the file is damaged");
  }
  refuses(
      number_sums({1, 0, 2, 2.5}, {"x", "y"}, Kind::amounts),
      [](Summary& s) { amounts_of(s).sum[0] = amounts_of(s).sum[2] = huge; }, "the sums of column 'p' overflow");
  refuses(
      text_sums({"a b", "b b"}, {"x", "y"}),
      [](Summary& s) { change_terms(s, [](TermCounts& t) { t.tokens[0] = t.tokens[1] = huge; }); },
      "the sums of all words overflow");
}

const std::string no_fit = "the sums do not fit the schema";
const double missing = std::nan("");

TEST(CheckSummary, of_columns_that_miss_values) {
  for (const MomentKind kind : {diagonal, pooled_diagonal}) {
    const Summary sums = plain_patterns({{1, missing}, {2, missing}, {3, 4}, {5, 7}}, {"a", "a", "b", "b"}, {}, kind);
    refuses(sums, [](Summary& s) { moments_of(s).column_weight.pop_back(); }, no_fit);
    refuses(sums, [](Summary& s) { moments_of(s).column_weight[0] = -1; }, "a count is impossible");
    refuses(sums, [](Summary& s) { moments_of(s).column_weight[0] = 3; }, "a count is impossible");
    refuses(sums, [](Summary& s) { moments_of(s).column_weight[0] = missing; }, "a count is impossible");
    refuses(sums, [](Summary& s) { moments_of(s).mean[1] = 1; }, "a sum has no rows");
  }
  refuses(full_classes(), [](Summary& s) { moments_of(s).column_weight = {3, 3, 1, 1}; }, no_fit);
}

TEST(CheckSummary, of_patterns) {
  for (const MomentKind kind : {full, pooled}) {
    const Summary sums =
        plain_patterns({{1, missing}, {2, missing}, {3, 4}, {5, 7}, {missing, 2}}, {"a", "a", "b", "b", "b"}, {}, kind);
    const auto pattern = [](Summary& s, std::size_t k) -> Pattern& { return moments_of(s).patterns[k]; };
    const auto patterns = [](Summary& s) -> std::vector<Pattern>& { return moments_of(s).patterns; };
    refuses(sums, [](Summary& s) { moments_of(s).kind = diagonal; }, no_fit);
    refuses(sums, [&](Summary& s) { patterns(s).clear(); }, no_fit);  // and no moments of all rows either
    refuses(sums, [&](Summary& s) { patterns(s).resize(257, pattern(s, 0)); }, no_fit);
    refuses(sums, [&](Summary& s) { pattern(s, 1).present.pop_back(); }, no_fit);
    refuses(sums, [&](Summary& s) { pattern(s, 1).rows.pop_back(); }, no_fit);
    refuses(sums, [&](Summary& s) { pattern(s, 1).weight.pop_back(); }, no_fit);
    refuses(sums, [&](Summary& s) { pattern(s, 1).scatter.pop_back(); }, no_fit);
    refuses(sums, [&](Summary& s) { pattern(s, 1).mean.pop_back(); }, no_fit);
    refuses(sums, [&](Summary& s) { moments_of(s).fourth = {1, 1}; }, no_fit);
    refuses(sums, [&](Summary& s) { moments_of(s).mean = {1, 1, 1, 1}; }, no_fit);
    refuses(sums, [&](Summary& s) { moments_of(s).column_weight = {2, 2, 3, 3}; }, no_fit);
    refuses(sums, [&](Summary& s) { pattern(s, 1).present[0] = 2; }, "a pattern of missing values is impossible");
    refuses(sums, [&](Summary& s) { std::swap(patterns(s)[0], patterns(s)[1]); }, "the patterns of missing values are");
    refuses(sums, [&](Summary& s) { pattern(s, 1).weight[0] = 0; }, "a class has no weight");
    refuses(sums, [&](Summary& s) { pattern(s, 1).weight[0] = 5; }, "a count is impossible");
    refuses(sums, [&](Summary& s) { pattern(s, 1).weight[0] = 1; }, "a count is impossible");
    refuses(sums, [&](Summary& s) { pattern(s, 1).rows[0] = 1; }, "the row counts are impossible");
    refuses(sums, [&](Summary& s) { pattern(s, 1).rows[0] = UINT64_MAX; }, "the row counts are impossible");
    refuses(
        sums, [&](Summary& s) { pattern(s, 1).rows = {0, 0}, pattern(s, 1).weight = {0, 0}; },
        "a pattern of missing values has no rows");
    refuses(sums, [&](Summary& s) { pattern(s, 1).mean[1] = 3; }, "a missing value has sums");
    refuses(sums, [&](Summary& s) { pattern(s, 1).scatter[3] = 3; }, "a missing value has sums");
    refuses(sums, [&](Summary& s) { pattern(s, 0).scatter[0] = INFINITY; }, "a sum is not finite");
    Summary complete = sums;
    complete.classes = {{"b"}, {2}, {2}};
    complete.sums = {Moments{pooled, {}, {}, {}, {}, {}, {{{1, 1}, {2}, {2}, {4, 5.5}, {2, 3, 3, 4.5}}}}};
    EXPECT_NE(message_of([&] { check_summary(complete); }).find("no value is missing"), std::string::npos);
  }
}

// A row may be without any value of the block.
TEST(CheckSummary, of_rows_that_miss_every_value) {
  for (const MomentKind kind : {full, pooled, diagonal, pooled_diagonal}) {
    check_summary(plain_patterns({{1, 2}, {missing, missing}}, {"a", "b"}, {}, kind));
    check_summary(plain_patterns({{missing, missing}, {missing, missing}}, {"a", "b"}, {}, kind));
  }
}

TEST(CheckSummary, classes_without_rows_are_declared) {
  const Summary sums = text_sums({"a b"}, {"x"});
  const auto empty_class = [](Summary& s) { s.classes = {{"x", "z"}, {1, 0}, {1, 0}}; };
  refuses(sums, empty_class, "the row counts are impossible");
  refuses(sums, [](Summary& s) { s.schema.declared_labels = {"z"}; }, "a label that was declared is not there");
  Summary declared = sums;
  empty_class(declared);
  declared.schema.declared_labels = {"z"};
  refuses(declared, [](Summary& s) { s.classes.weight[1] = 1; }, "a class has no weight");
}

TEST(CheckSummary, of_terms) {
  const Summary sums = text_sums({"a b", "b b"}, {"x", "y"});
  const auto changed = [](auto change) { return [change](Summary& s) { change_terms(s, change); }; };
  refuses(sums, [](Summary& s) { s.schema.blocks[0].kind = Kind::categories; }, no_fit);
  refuses(sums, [](Summary& s) { s.schema.blocks[0].text.hash_buckets = 2; }, no_fit);
  refuses(sums, changed([](TermCounts& t) { t.offsets.back() = 9; }), no_fit);
  refuses(sums, changed([](TermCounts& t) { t.offsets = {}; }), no_fit);
  refuses(sums, changed([](TermCounts& t) { t.tokens.pop_back(); }), no_fit);
  refuses(sums, changed([](TermCounts& t) { t.words.ends[0] = 2; }), "the words are not in order");
  refuses(sums, changed([](TermCounts& t) { t.words.ends.back() = 7; }), no_fit);
  refuses(sums, changed([](TermCounts& t) { t.words.bytes = "ba"; }), "the words are not in order");
  refuses(sums, changed([](TermCounts& t) { t.offsets[1] = 0; }), "a word occurs nowhere");
  refuses(sums, changed([](TermCounts& t) { t.classes[2] = 2; }), "the classes of a term are not in order");
  refuses(sums, changed([](TermCounts& t) { t.classes[2] = 0; }), "the classes of a term are not in order");
  for (const double count : {-1.0, 0.0, -0.0}) {
    refuses(sums, changed([&](TermCounts& t) { t.tokens[0] = count; }), "a count is impossible");
  }
  refuses(sums, changed([](TermCounts& t) { t.tokens[0] = std::nan(""); }), "a count is impossible");
  refuses(sums, changed([](TermCounts& t) { t.documents[0] = 0; }), "a count is impossible");
  refuses(sums, changed([](TermCounts& t) { t.documents[0] = 2; }), "a count is impossible");
  refuses(sums, changed([](TermCounts& t) { t.missing.resize(4); }), no_fit);
  const Summary numbers = number_sums({1, std::nan("")}, {"x"}, Kind::counts);
  refuses(numbers, changed([](TermCounts& t) { t.missing[0] = 2; }), "a count is impossible");
  refuses(numbers, changed([](TermCounts& t) { t.missing.pop_back(); }), no_fit);
  refuses(numbers, [&](Summary& s) { s.schema.blocks[0].features.pop_back(); }, no_fit);
}

TEST(CheckSummary, of_pairs_of_values) {
  const Summary sums = PairedRows(40, 3, 1).summary();
  check_summary(sums);
  const auto pairs = [](Summary& s) -> std::vector<double>& { return std::get<ValueCounts>(s.sums[0]).pairs; };
  refuses(sums, [&](Summary& s) { pairs(s).pop_back(); }, no_fit);
  refuses(sums, [&](Summary& s) { pairs(s)[0] = -1; }, "a count is impossible");
  refuses(sums, [&](Summary& s) { pairs(s)[0] = missing; }, "a count is impossible");
  refuses(sums, [&](Summary& s) { pairs(s)[0] += 20; }, "a count is impossible");
  Summary single = sums;
  pairs(single).clear();
  check_summary(single);
}

TEST(CheckSummary, of_values) {
  Schema schema = schema_of(Kind::categories, {"p", "q"});
  schema.blocks[0].declared_values = {{"c"}, {}};
  const Summary sums = value_sums({{"a", "1"}, {"b", "2"}}, {"x", "y"}, schema);
  const auto values = [](Summary& s) -> ValueCounts& { return values_of(s); };
  refuses(sums, [](Summary& s) { s.schema.blocks[0].kind = Kind::measurements; }, no_fit);
  refuses(sums, [&](Summary& s) { values(s).counts.pop_back(); }, no_fit);
  refuses(sums, [&](Summary& s) { values(s).values.pop_back(); }, no_fit);
  refuses(sums, [&](Summary& s) { values(s).values[0] = {"b", "a", "c"}; }, "the values are not in order");
  refuses(sums, [&](Summary& s) { values(s).values[0] = {"a", "a", "c"}; }, "a value stands there twice");
  refuses(sums, [&](Summary& s) { values(s).counts[0] = -1; }, "a count is impossible");
  refuses(sums, [&](Summary& s) { values(s).counts[2] = 1; }, "a count is impossible");  // two values of one row
  refuses(sums, [&](Summary& s) { values(s).counts[0] = 0; }, "a value occurs nowhere");
  refuses(
      sums, [&](Summary& s) { s.schema.blocks[0].declared_values[0] = {"c", "d"}; },
      "a value that was declared is not there");
}

// 0.1 added up 100,000,000 times, and 50,000,000 times for each of two values: together these are more than all rows.
TEST(CheckSummary, sums_of_many_weights_are_rounded) {
  const Schema schema = schema_of(Kind::categories, {"p"});
  Summary sums = value_sums({{"u"}, {"v"}}, {"x", "x"}, schema);
  sums.classes.rows = {100'000'000};
  sums.classes.weight = {9999999.9811294507};
  values_of(sums).counts = {4999999.9997559013, 4999999.9997559013};
  refuses(sums, [](Summary& s) { s.classes.rows = {2}; }, "a count is impossible");
  refuses(sums, [](Summary& s) { values_of(s).counts[0] += 1; }, "a count is impossible");
}

TEST(CheckSummary, of_amounts) {
  const Summary sums = number_sums({1, 0, 2, 2.5}, {"x", "y"}, Kind::amounts);
  const auto amounts = [](Summary& s) -> AmountSums& { return amounts_of(s); };
  refuses(sums, [&](Summary& s) { amounts(s).sum.pop_back(); }, no_fit);
  refuses(sums, [&](Summary& s) { amounts(s).log_sum[0] = INFINITY; }, "a sum is not finite");
  refuses(sums, [&](Summary& s) { amounts(s).sum[0] = -1; }, "a sum is negative");
  refuses(sums, [&](Summary& s) { amounts(s).weight[0] = 2; }, "a count is impossible");
  refuses(sums, [&](Summary& s) { amounts(s).zeros[0] = 2; }, "a count is impossible");
  refuses(sums, [&](Summary& s) { amounts(s).fractional[0] = 2; }, "a count is impossible");
  refuses(sums, [&](Summary& s) { amounts(s).sum[1] = 1; }, "a sum has no rows");
  refuses(sums, [&](Summary& s) { amounts(s).log_sum[0] = -1e300; }, "a sum of logs is that of no numbers");
  const Summary ends = number_sums({5e-324, 1.7e308, 5e-324, 1}, {"x", "y"}, Kind::amounts);
  EXPECT_NO_THROW(check_summary(ends));
}

}  // namespace
}  // namespace suffice
