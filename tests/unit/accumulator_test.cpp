#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/summary.hpp"

namespace suffice {
namespace {

const Schema schema{{"x"}, "y", ""};
const std::vector<std::string> names{"b", "a"};

TEST(Accumulator, counts_classes_and_sorts_labels) {
  const std::vector<double> values{1, 2, 3, 7};
  const std::vector<std::uint32_t> codes{0, 0, 1, 0};
  Accumulator accumulator(schema);
  EXPECT_EQ(accumulator.rows(), 0U);
  accumulator.add(Batch::row_major(values.data(), 4, 1), {codes, names});
  EXPECT_EQ(accumulator.rows(), 4U);
  EXPECT_EQ(accumulator.classes(), 2U);
  const Summary summary = accumulator.summary();
  EXPECT_EQ(summary.classes.labels, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(summary.classes.rows, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(summary.moments().mean, (std::vector<double>{3, 10.0 / 3}));
  EXPECT_NEAR(summary.moments().scatter[0], 62.0 / 3, 1e-14);
}

TEST(Accumulator, batches_may_use_different_dictionaries) {
  const std::vector<double> value{5};
  const std::vector<std::uint32_t> code{0};
  Accumulator accumulator(schema);
  accumulator.add(Batch::row_major(value.data(), 1, 1), {code, std::vector<std::string>{"a"}});
  accumulator.add(Batch::row_major(value.data(), 1, 1), {code, std::vector<std::string>{"c", "a"}});
  EXPECT_EQ(accumulator.summary().classes.labels, (std::vector<std::string>{"a", "c"}));
}

TEST(Accumulator, one_dictionary_may_name_a_label_twice) {
  const std::vector<double> values{5, 6};
  const std::vector<std::uint32_t> codes{0, 1};
  Accumulator accumulator(schema);
  accumulator.add(Batch::row_major(values.data(), 2, 1), {codes, std::vector<std::string>{"a", "a"}});
  EXPECT_EQ(accumulator.summary().classes.rows, std::vector<std::uint64_t>{2});
}

TEST(Accumulator, a_label_whose_rows_weigh_nothing_does_not_exist) {
  const std::vector<double> values{1, 2};
  const std::vector<double> weights{0, 2.5};
  const std::vector<std::uint32_t> codes{0, 1};
  const Summary summary = summarise(Batch::row_major(values.data(), 2, 1, weights), {codes, names}, schema);
  EXPECT_EQ(summary.classes.labels, std::vector<std::string>{"a"});
  EXPECT_EQ(summary.classes.weight, std::vector<double>{2.5});
}

TEST(Accumulator, a_refused_batch_changes_nothing) {
  const std::vector<double> good{1, 2};
  const std::vector<double> bad{std::nan(""), INFINITY};
  const std::vector<std::uint32_t> codes{0, 1};
  Accumulator accumulator(schema);
  accumulator.add(Batch::row_major(good.data(), 2, 1), {codes, names});
  const Summary before = accumulator.summary();
  const auto refuses = [&](const Batch& batch, const Labels& labels) {
    EXPECT_THROW(accumulator.add(batch, labels), Error);
    EXPECT_EQ(accumulator.summary(), before);
  };
  refuses(Batch::row_major(bad.data(), 2, 1), {codes, names});
  refuses(Batch::row_major(good.data(), 1, 2), {std::span(codes).first(1), names});
  refuses(Batch::row_major(good.data(), 2, 1), {std::span(codes).first(1), names});
  refuses(Batch::row_major(good.data(), 2, 1), {codes, std::span(names).first(1)});
  refuses(Batch::row_major(good.data(), 2, 1, std::span(good).first(1)), {codes, names});
  const std::vector<double> negative{1, -1};
  refuses(Batch::row_major(good.data(), 2, 1, negative), {codes, names});
  const std::vector<double> infinite{1, INFINITY};
  refuses(Batch::row_major(good.data(), 2, 1, infinite), {codes, names});
}

// Rows enough that they are checked while they are summed.
TEST(Accumulator, a_refused_large_batch_changes_nothing) {
  std::vector<double> values(20'000, 1.5);
  const std::vector<std::uint32_t> codes(values.size());
  for (const Keep keep : {Keep{.moments = MomentKind::diagonal}, Keep{.moments = MomentKind::pooled},
                          Keep{.moments = MomentKind::full, .fourth = true}}) {
    Accumulator accumulator(schema, {.threads = 2, .keep = keep});
    accumulator.add(Batch::row_major(values.data(), 10, 1), {std::span(codes).first(10), std::span(names).first(1)});
    const Summary before = accumulator.summary();
    std::vector<double> bad = values;
    bad[12'345] = INFINITY;
    std::vector<std::uint32_t> with_new = codes;
    with_new[5] = 1;
    try {
      accumulator.add(Batch::row_major(bad.data(), bad.size(), 1), {with_new, names});
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_data);
      EXPECT_NE(std::string(error.what()).find("12345"), std::string::npos) << error.what();
    }
    EXPECT_EQ(accumulator.summary(), before);
    EXPECT_EQ(accumulator.classes(), 1U);
    EXPECT_EQ(accumulator.rows(), 10U);
  }
}

TEST(Accumulator, finite_rows_may_overflow_the_sums) {
  std::vector<double> values(1000, 1.7e308);
  values[0] = -1.7e308;
  const std::vector<std::uint32_t> codes(1000);
  EXPECT_FALSE(
      std::isfinite(summarise(Batch::row_major(values.data(), 1000, 1), {codes, names}, schema).moments().scatter[0]));
}

TEST(Accumulator, keeps_the_kind_that_was_asked_for) {
  const std::vector<float> values{1, 2, 3, 7};
  const std::vector<std::uint32_t> codes{0, 0, 1, 0};
  for (const MomentKind kind :
       {MomentKind::pooled_diagonal, MomentKind::diagonal, MomentKind::pooled, MomentKind::full}) {
    const Summary summary =
        summarise(Batch::row_major(values.data(), 4, 1), {codes, names}, schema, {.keep = {.moments = kind}});
    EXPECT_EQ(summary.moments().kind, kind);
    EXPECT_EQ(summary.moments().mean, (std::vector<double>{3, 10.0 / 3}));
    check_summary(summary);
  }
  EXPECT_THROW(Accumulator(schema, {.keep = {.moments = MomentKind::pooled, .fourth = true}}), Error);
}

TEST(Accumulator, checks_sizes_before_memory_is_taken) {
  Schema wide{{}, "y", ""};
  for (int j = 0; j < 10'001; ++j) {
    wide.features.push_back(std::to_string(j));
  }
  EXPECT_THROW(Accumulator{wide}, Error);

  wide.features.resize(1000);
  const std::size_t classes = 134'218;  // one more than 2²⁷ means allow
  std::vector<std::string> many;
  std::vector<std::uint32_t> codes;
  for (std::uint32_t c = 0; c < classes; ++c) {
    many.push_back(std::to_string(c));
    codes.push_back(c);
  }
  const std::vector<double> row(1000, 1.0);
  Accumulator accumulator(wide);
  const Batch repeated{row.data(), classes, 1000, 0, 1, {}};  // a stride of 0: the same row again and again
  EXPECT_THROW(accumulator.add(repeated, {codes, many}), Error);
  EXPECT_EQ(accumulator.classes(), 0U);
}

TEST(Accumulator, keeps_sums_that_fit_the_features) {
  const auto refuses = [](Encoding encoding, SumKind sums) {
    const Schema features{.features = {"x"}, .target = "y", .encoding = encoding};
    try {
      Accumulator(features, {.keep = {.sums = sums}});
    } catch (const Error& error) {
      return error.code() == ErrorCode::usage;
    }
    return false;
  };
  using enum SumKind;
  for (const SumKind sums : {moments, terms, values, amounts}) {
    EXPECT_EQ(refuses(Encoding::numbers, sums), sums == values);
    EXPECT_EQ(refuses(Encoding::text, sums), sums != terms);
    EXPECT_EQ(refuses(Encoding::categories, sums), sums != values);
  }
}

TEST(Accumulator, declared_labels_are_there_without_rows) {
  const std::vector<double> numbers{1, 2};
  const std::vector<std::uint32_t> codes{0, 0};
  const Schema declaring{.features = {"x"}, .target = "y", .declared_labels = {"a", "c"}};
  for (const SumKind sums : {SumKind::moments, SumKind::terms, SumKind::amounts}) {
    Accumulator accumulator(declaring, {.keep = {.sums = sums}});
    EXPECT_EQ(accumulator.classes(), 2U);
    accumulator.add(Batch::row_major(numbers.data(), 2, 1), {codes, names});
    EXPECT_EQ(accumulator.classes(), 3U);
    EXPECT_EQ(accumulator.rows(), 2U);
    const Summary summary = accumulator.summary();
    EXPECT_EQ(summary.classes.labels, (std::vector<std::string>{"a", "b", "c"}));
    EXPECT_EQ(summary.classes.weight, (std::vector<double>{0, 2, 0}));
    check_summary(summary);
  }
}

TEST(Accumulator, moments_take_missing_numbers) {
  const std::vector<std::uint32_t> codes{0, 1};
  const std::vector<double> complete{1, 2};
  const std::vector<double> gap{3, std::nan("")};
  Accumulator variances(schema, {.keep = {.moments = MomentKind::pooled_diagonal}});
  Accumulator matrices(schema);
  for (Accumulator* accumulator : {&variances, &matrices}) {
    accumulator->add(Batch::row_major(complete.data(), 2, 1), {codes, names});
    EXPECT_TRUE(accumulator->summary().moments().column_weight.empty());
    accumulator->add(Batch::row_major(gap.data(), 2, 1), {codes, names});
    accumulator->add(Batch::row_major(complete.data(), 2, 1), {codes, names});
    EXPECT_EQ(accumulator->rows(), 6U);
    check_summary(accumulator->summary());
  }
  EXPECT_EQ(variances.summary().moments().kind, MomentKind::pooled_diagonal);
  EXPECT_EQ(variances.summary().moments().column_weight.size(), 2U);
  EXPECT_EQ(matrices.summary().patterns().patterns.size(), 2U);
}

TEST(Accumulator, patterns_are_not_asked_for) {
  EXPECT_THROW(Accumulator(schema, {.keep = {.sums = SumKind::patterns}}), Error);
}

TEST(Accumulator, counts_take_missing_numbers_and_refuse_negative_ones) {
  const std::vector<std::uint32_t> codes{0};
  for (const SumKind sums : {SumKind::terms, SumKind::amounts}) {
    Accumulator accumulator(schema, {.keep = {.sums = sums}});
    double value = std::nan("");
    accumulator.add(Batch::row_major(&value, 1, 1), {codes, names});
    value = -1;
    EXPECT_THROW(accumulator.add(Batch::row_major(&value, 1, 1), {codes, names}), Error);
    EXPECT_EQ(accumulator.rows(), 1U);
    EXPECT_EQ(accumulator.invalid_bytes(), 0U);
  }
}

// So many columns that one matrix of moments would not fit in memory: counts have none.
TEST(Accumulator, counts_take_many_columns) {
  Schema wide{{}, "y", ""};
  for (int j = 0; j < 100'000; ++j) {
    wide.features.push_back(std::to_string(j));
  }
  const std::vector<double> value{2};
  const std::vector<std::uint64_t> offsets{0, 1};
  const std::vector<std::uint32_t> indices{99'999};
  const std::vector<std::uint32_t> codes{0};
  const SparseBatch row{value.data(), offsets, indices, 100'000};
  EXPECT_EQ(summarise(row, {codes, names}, wide, {.keep = {.sums = SumKind::terms}}).terms().tokens, value);
  EXPECT_EQ(summarise(row, {codes, names}, wide, {.keep = {.sums = SumKind::amounts}}).amounts().sum.back(), 2);
  EXPECT_THROW(summarise(row, {codes, names}, wide), Error);
}

TEST(Accumulator, refuses_a_schema_without_features) { EXPECT_THROW(Accumulator({{}, "y", ""}), Error); }

}  // namespace
}  // namespace suffice
