#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "suffice/error.hpp"
#include "suffice/summary.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

const Schema schema = schema_of(Kind::measurements, {"x"});
const std::vector<std::string> names{"b", "a"};

TEST(Accumulator, counts_classes_and_sorts_labels) {
  const std::vector<double> values{1, 2, 3, 7};
  const std::vector<std::uint32_t> codes{0, 0, 1, 0};
  Accumulator accumulator(schema);
  EXPECT_EQ(accumulator.rows(), 0U);
  accumulator.add(Table::row_major(values.data(), 4, 1), {codes, names});
  EXPECT_EQ(accumulator.rows(), 4U);
  EXPECT_EQ(accumulator.classes(), 2U);
  const Summary summary = accumulator.summary();
  EXPECT_EQ(summary.classes.labels, (std::vector<std::string>{"a", "b"}));
  EXPECT_EQ(summary.classes.rows, (std::vector<std::uint64_t>{1, 3}));
  EXPECT_EQ(moments_of(summary).mean, (std::vector<double>{3, 10.0 / 3}));
  EXPECT_NEAR(moments_of(summary).scatter[0], 62.0 / 3, 1e-14);
}

TEST(Accumulator, batches_may_use_different_dictionaries) {
  const std::vector<double> value{5};
  const std::vector<std::uint32_t> code{0};
  Accumulator accumulator(schema);
  accumulator.add(Table::row_major(value.data(), 1, 1), {code, std::vector<std::string>{"a"}});
  accumulator.add(Table::row_major(value.data(), 1, 1), {code, std::vector<std::string>{"c", "a"}});
  EXPECT_EQ(accumulator.summary().classes.labels, (std::vector<std::string>{"a", "c"}));
}

TEST(Accumulator, one_dictionary_may_name_a_label_twice) {
  const std::vector<double> values{5, 6};
  const std::vector<std::uint32_t> codes{0, 1};
  Accumulator accumulator(schema);
  accumulator.add(Table::row_major(values.data(), 2, 1), {codes, std::vector<std::string>{"a", "a"}});
  EXPECT_EQ(accumulator.summary().classes.rows, std::vector<std::uint64_t>{2});
}

TEST(Accumulator, a_label_whose_rows_weigh_nothing_does_not_exist) {
  const std::vector<double> values{1, 2};
  const std::vector<double> weights{0, 2.5};
  const std::vector<std::uint32_t> codes{0, 1};
  const Summary summary = summarise(Table::row_major(values.data(), 2, 1, weights), {codes, names}, schema);
  EXPECT_EQ(summary.classes.labels, std::vector<std::string>{"a"});
  EXPECT_EQ(summary.classes.weight, std::vector<double>{2.5});
}

TEST(Accumulator, a_refused_batch_changes_nothing) {
  const std::vector<double> good{1, 2};
  const std::vector<double> bad{std::nan(""), INFINITY};
  const std::vector<std::uint32_t> codes{0, 1};
  Accumulator accumulator(schema);
  accumulator.add(Table::row_major(good.data(), 2, 1), {codes, names});
  const Summary before = accumulator.summary();
  const auto refuses = [&](const Table& batch, const Labels& labels) {
    EXPECT_THROW(accumulator.add(batch, labels), Error);
    EXPECT_EQ(accumulator.summary(), before);
  };
  refuses(Table::row_major(bad.data(), 2, 1), {codes, names});
  refuses(Table::row_major(good.data(), 1, 2), {std::span(codes).first(1), names});
  refuses(Table::row_major(good.data(), 2, 1), {std::span(codes).first(1), names});
  refuses(Table::row_major(good.data(), 2, 1), {codes, std::span(names).first(1)});
  refuses(Table::row_major(good.data(), 2, 1, std::span(good).first(1)), {codes, names});
  const std::vector<double> negative{1, -1};
  refuses(Table::row_major(good.data(), 2, 1, negative), {codes, names});
  const std::vector<double> infinite{1, INFINITY};
  refuses(Table::row_major(good.data(), 2, 1, infinite), {codes, names});
}

// Rows enough that they are checked while they are summed.
TEST(Accumulator, a_refused_large_batch_changes_nothing) {
  std::vector<double> values(20'000, 1.5);
  const std::vector<std::uint32_t> codes(values.size());
  for (const Keep keep : {Keep{.moments = MomentKind::diagonal}, Keep{.moments = MomentKind::pooled},
                          Keep{.moments = MomentKind::full, .fourth = true}}) {
    Accumulator accumulator(schema, {.threads = 2, .keep = {keep}});
    accumulator.add(Table::row_major(values.data(), 10, 1), {std::span(codes).first(10), std::span(names).first(1)});
    const Summary before = accumulator.summary();
    std::vector<double> bad = values;
    bad[12'345] = INFINITY;
    std::vector<std::uint32_t> with_new = codes;
    with_new[5] = 1;
    try {
      accumulator.add(Table::row_major(bad.data(), bad.size(), 1), {with_new, names});
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
  EXPECT_FALSE(std::isfinite(
      moments_of(summarise(Table::row_major(values.data(), 1000, 1), {codes, names}, schema)).scatter[0]));
}

TEST(Accumulator, keeps_the_kind_that_was_asked_for) {
  const std::vector<float> values{1, 2, 3, 7};
  const std::vector<std::uint32_t> codes{0, 0, 1, 0};
  for (const MomentKind kind :
       {MomentKind::pooled_diagonal, MomentKind::diagonal, MomentKind::pooled, MomentKind::full}) {
    const Summary summary =
        summarise(Table::row_major(values.data(), 4, 1), {codes, names}, schema, {.keep = {Keep{.moments = kind}}});
    EXPECT_EQ(moments_of(summary).kind, kind);
    EXPECT_EQ(moments_of(summary).mean, (std::vector<double>{3, 10.0 / 3}));
    check_summary(summary);
  }
  EXPECT_THROW(Accumulator(schema, {.keep = {Keep{.moments = MomentKind::pooled, .fourth = true}}}), Error);
}

TEST(Accumulator, checks_sizes_before_memory_is_taken) {
  Schema wide = schema_of(Kind::measurements, {});
  for (int j = 0; j < 10'001; ++j) {
    wide.blocks[0].features.push_back(std::to_string(j));
  }
  EXPECT_THROW(Accumulator{wide}, Error);

  wide.blocks[0].features.resize(1000);
  const std::size_t classes = 134'218;  // one more than 2²⁷ means allow
  std::vector<std::string> many;
  std::vector<std::uint32_t> codes;
  for (std::uint32_t c = 0; c < classes; ++c) {
    many.push_back(std::to_string(c));
    codes.push_back(c);
  }
  const std::vector<double> row(1000, 1.0);
  Accumulator accumulator(wide);
  const Table repeated{classes, {NumberMatrix{row.data(), 1000, 0, 1}}};  // a stride of 0: the same row again and again
  EXPECT_THROW(accumulator.add(repeated, {codes, many}), Error);
  EXPECT_EQ(accumulator.classes(), 0U);
}

TEST(Accumulator, keeps_sums_that_fit_the_blocks) {
  const Schema both{.blocks = {{.features = {"x"}}, {.kind = Kind::text, .features = {"t"}}}, .target = "y"};
  EXPECT_THROW(Accumulator(both, {.keep = {Keep{}}}), Error);
  EXPECT_NO_THROW(Accumulator(both, {.keep = {Keep{}, Keep{}}}));
  EXPECT_THROW(Accumulator(Schema{.blocks = {}, .target = "y"}), Error);
}

TEST(Accumulator, declared_labels_are_there_without_rows) {
  const std::vector<double> numbers{1, 2};
  const std::vector<std::uint32_t> codes{0, 0};
  for (const Kind kind : {Kind::measurements, Kind::counts, Kind::amounts}) {
    Schema declaring = schema_of(kind, {"x"});
    declaring.declared_labels = {"a", "c"};
    Accumulator accumulator(declaring);
    EXPECT_EQ(accumulator.classes(), 2U);
    accumulator.add(Table::row_major(numbers.data(), 2, 1), {codes, names});
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
  const std::vector<double> incomplete{3, std::nan("")};
  Accumulator variances(schema, {.keep = {Keep{.moments = MomentKind::pooled_diagonal}}});
  Accumulator matrices(schema);
  for (Accumulator* accumulator : {&variances, &matrices}) {
    accumulator->add(Table::row_major(complete.data(), 2, 1), {codes, names});
    EXPECT_TRUE(moments_of(accumulator->summary()).column_weight.empty());
    accumulator->add(Table::row_major(incomplete.data(), 2, 1), {codes, names});
    accumulator->add(Table::row_major(complete.data(), 2, 1), {codes, names});
    EXPECT_EQ(accumulator->rows(), 6U);
    check_summary(accumulator->summary());
  }
  EXPECT_EQ(moments_of(variances.summary()).kind, MomentKind::pooled_diagonal);
  EXPECT_EQ(moments_of(variances.summary()).column_weight.size(), 2U);
  EXPECT_EQ(moments_of(matrices.summary()).patterns.size(), 2U);
}

TEST(Accumulator, counts_take_missing_numbers_and_refuse_negative_ones) {
  const std::vector<std::uint32_t> codes{0};
  for (const Kind kind : {Kind::counts, Kind::amounts}) {
    Accumulator accumulator(schema_of(kind, {"x"}));
    double value = std::nan("");
    accumulator.add(Table::row_major(&value, 1, 1), {codes, names});
    value = -1;
    EXPECT_THROW(accumulator.add(Table::row_major(&value, 1, 1), {codes, names}), Error);
    EXPECT_EQ(accumulator.rows(), 1U);
    EXPECT_EQ(accumulator.invalid_bytes(), 0U);
  }
}

// So many columns that one matrix of moments would not fit in memory: counts have none.
TEST(Accumulator, counts_take_many_columns) {
  Schema wide = schema_of(Kind::counts, {});
  for (int j = 0; j < 100'000; ++j) {
    wide.blocks[0].features.push_back(std::to_string(j));
  }
  const std::vector<double> value{2};
  const std::vector<std::uint64_t> offsets{0, 1};
  const std::vector<std::uint32_t> indices{99'999};
  const std::vector<std::uint32_t> codes{0};
  const Table row = Table::sparse({value.data(), std::span<const std::uint64_t>(offsets), indices, 100'000});
  EXPECT_EQ(terms_of(summarise(row, {codes, names}, wide)).tokens, value);
  wide.blocks[0].kind = Kind::amounts;
  EXPECT_EQ(amounts_of(summarise(row, {codes, names}, wide)).sum.back(), 2);
  wide.blocks[0].kind = Kind::measurements;
  EXPECT_THROW(summarise(row, {codes, names}, wide), Error);
}

// Rows of five blocks: measurements m and n, amount e, counts k and l, category g, text t.
struct BlockTable {
  std::size_t rows;
  std::vector<double> numbers = {};  // m, n, e, k, l
  std::vector<std::uint32_t> values = {};
  std::vector<std::string> value_names{"red", "green", "blue"};
  std::vector<std::string> documents = {};
  std::vector<std::uint32_t> codes = {};
  std::vector<double> weights = {};

  explicit BlockTable(std::size_t count) : rows(count) {
    for (std::size_t i = 0; i < rows; ++i) {
      const auto x = static_cast<double>(i);
      numbers.insert(numbers.end(), {std::sin(x), i % 7 == 3 ? std::nan("") : std::cos(x), std::floor(x / 3) / 2,
                                     static_cast<double>(i % 3), static_cast<double>(i % 5)});
      values.push_back(i % 11 == 4 ? missing_category : static_cast<std::uint32_t>(i % 3));
      documents.push_back("word" + std::to_string(i % 13) + " and");
      codes.push_back(static_cast<std::uint32_t>((i * i / 3) % 2));
      weights.push_back(static_cast<double>(1 + i % 3));
    }
  }
  [[nodiscard]] Table table() const {
    return {rows,
            {NumberMatrix{numbers.data(), 5, 5, 1}, CategoryColumn{values.data(), value_names}, TextColumn{documents}},
            weights};
  }
  [[nodiscard]] Labels labels() const { return {codes, names}; }
  static Schema schema() {
    return {.blocks = {{.kind = Kind::measurements, .features = {"m", "n"}},
                       {.kind = Kind::amounts, .features = {"e"}},
                       {.kind = Kind::counts, .features = {"k", "l"}},
                       {.kind = Kind::categories, .features = {"g"}},
                       {.kind = Kind::text, .features = {"t"}}},
            .target = "y"};
  }
};

TEST(AccumulatorBlocks, have_the_sums_of_each_block_alone) {
  const BlockTable table(3000);
  const Summary all = summarise(table.table(), table.labels(), BlockTable::schema(), {.threads = 2});
  check_summary(all);
  ASSERT_EQ(all.sums.size(), 5U);
  const std::vector<Table> alone{
      {3000, {NumberMatrix{table.numbers.data(), 2, 5, 1}}, table.weights},
      {3000, {NumberMatrix{table.numbers.data() + 2, 1, 5, 1}}, table.weights},
      {3000, {NumberMatrix{table.numbers.data() + 3, 2, 5, 1}}, table.weights},
      {3000, {CategoryColumn{table.values.data(), table.value_names}}, table.weights},
      {3000, {TextColumn{table.documents}}, table.weights},
  };
  for (std::size_t b = 0; b < alone.size(); ++b) {
    const Summary one = summarise(alone[b], table.labels(), {.blocks = {all.schema.blocks[b]}, .target = "y"});
    EXPECT_EQ(one.classes, all.classes);
    EXPECT_EQ(one.sums[0], all.sums[b]) << b;
  }
  Accumulator accumulator(BlockTable::schema(), {.threads = 1});
  for (std::size_t first = 0; first < 3000; first += 750) {
    accumulator.add(table.table().slice(first, 750), {std::span(table.codes).subspan(first, 750), names});
  }
  EXPECT_EQ(accumulator.rows(), 3000U);
  EXPECT_EQ(accumulator.summary(), all);
}

TEST(AccumulatorBlocks, an_error_in_any_of_them_changes_none) {
  for (const std::size_t rows : {20U, 3000U}) {
    const BlockTable good(rows);
    Accumulator accumulator(BlockTable::schema(), {.threads = 2});
    accumulator.add(good.table(), good.labels());
    const Summary before = accumulator.summary();
    const auto refuses = [&](auto damage) {
      BlockTable bad(rows);
      damage(bad);
      EXPECT_THROW(accumulator.add(bad.table(), bad.labels()), Error);
      EXPECT_EQ(accumulator.rows(), rows);
      EXPECT_EQ(accumulator.summary(), before);
    };
    refuses([&](BlockTable& t) { t.numbers[5 * rows - 5] = INFINITY; });
    refuses([&](BlockTable& t) { t.numbers[5 * rows - 3] = -1; });
    refuses([&](BlockTable& t) { t.numbers[5 * rows - 1] = -1; });
    refuses([&](BlockTable& t) { t.values[rows - 1] = 3; });
    refuses([&](BlockTable& t) { t.weights[rows - 1] = INFINITY; });
    refuses([&](BlockTable& t) { t.codes[rows - 1] = 2; });
    accumulator.add(good.table(), good.labels());
    EXPECT_EQ(accumulator.rows(), 2 * rows);
    check_summary(accumulator.summary());
  }
}

// Too many patterns of missing values in one block, while the other is checked as it is summed.
TEST(AccumulatorBlocks, too_many_patterns_change_none) {
  const std::size_t rows = 300;
  std::vector<double> values;
  for (unsigned i = 0; i < rows; ++i) {
    for (unsigned j = 0; j < 9; ++j) {
      values.push_back(((i >> j) & 1U) != 0 ? std::nan("") : 1.0);
    }
    values.insert(values.end(), 10, 1.0);
  }
  Schema schema_of_two{.blocks = {{.features = {}}, {.kind = Kind::counts, .features = {}}}, .target = "y"};
  for (int j = 0; j < 19; ++j) {
    schema_of_two.blocks[j < 9 ? 0 : 1].features.push_back(std::to_string(j));
  }
  const std::vector<std::uint32_t> codes(rows);
  Accumulator accumulator(schema_of_two);
  EXPECT_THROW(accumulator.add(Table::row_major(values.data(), rows, 19), {codes, names}), Error);
  EXPECT_EQ(accumulator.rows(), 0U);
  EXPECT_EQ(terms_of({{}, {}, {accumulator.summary().sums[1]}}).tokens.size(), 0U);
  accumulator.add(Table::row_major(values.data(), 200, 19), {std::span(codes).first(200), names});
  EXPECT_EQ(accumulator.rows(), 200U);
}

// Columns that lie apart are written out in parts of some rows; bits stay the same, and so do errors.
TEST(AccumulatorBlocks, rows_that_are_written_out_in_parts_give_the_same_bits) {
  const std::size_t rows = 2500;
  const std::size_t d = 2000;
  std::vector<std::int8_t> small(rows * d);
  std::vector<double> values(rows * d);
  std::vector<std::uint32_t> codes(rows);
  for (std::size_t k = 0; k < small.size(); ++k) {
    small[k] = static_cast<std::int8_t>((k * k + k / 7) % 23);
    values[k] = small[k];
  }
  for (std::size_t i = 0; i < rows; ++i) {
    codes[i] = static_cast<std::uint32_t>(i % 2);
  }
  const auto half = static_cast<std::ptrdiff_t>(d);
  const auto in_halves = [&](const std::vector<double>& numbers) {
    return Table{rows,
                 {NumberMatrix{numbers.data(), d / 2, half, 1}, NumberMatrix{numbers.data() + d / 2, d / 2, half, 1}}};
  };
  for (const Kind kind : {Kind::measurements, Kind::amounts, Kind::counts}) {
    Schema wide = schema_of(kind, {});
    for (std::size_t j = 0; j < d; ++j) {
      wide.blocks[0].features.push_back(std::to_string(j));
    }
    const SummariseOptions options{.threads = 2, .keep = {Keep{.moments = MomentKind::diagonal}}};
    const Summary expected = summarise(Table::row_major(values.data(), rows, d), {codes, names}, wide, options);
    EXPECT_EQ(summarise(Table::row_major(small.data(), rows, d), {codes, names}, wide, options), expected);
    Accumulator accumulator(wide, options);
    accumulator.add(in_halves(values), {codes, names});
    EXPECT_EQ(accumulator.summary(), expected);
    std::vector<double> bad = values;
    bad[2400 * d + 1] = INFINITY;
    try {
      accumulator.add(in_halves(bad), {codes, names});
      FAIL() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find("2400"), std::string::npos) << error.what();
    }
    EXPECT_EQ(accumulator.summary(), expected);
  }
}

TEST(AccumulatorBlocks, take_summaries_as_merge_does) {
  const BlockTable table(400);
  const Table first = table.table().slice(0, 250);
  const Table second = table.table().slice(250, 150);
  const Labels first_labels{std::span(table.codes).first(250), names};
  const Labels second_labels{std::span(table.codes).subspan(250), names};
  const Summary a = summarise(first, first_labels, BlockTable::schema());
  const Summary b = summarise(second, second_labels, BlockTable::schema());
  Accumulator accumulator(BlockTable::schema());
  accumulator.add(b);
  EXPECT_EQ(accumulator.rows(), 150U);
  EXPECT_EQ(accumulator.classes(), 2U);
  EXPECT_EQ(accumulator.summary(), b);
  accumulator.add(first, first_labels);
  EXPECT_EQ(accumulator.rows(), 400U);
  EXPECT_EQ(accumulator.summary(), merge(a, b));
  Summary other = b;
  other.schema.target = "z";
  EXPECT_THROW(accumulator.add(other), Error);
  EXPECT_THROW(accumulator.add(compact(b, 4, {0})), Error);
  EXPECT_EQ(accumulator.summary(), merge(a, b));
  accumulator.add(b);
  EXPECT_EQ(accumulator.rows(), 550U);
  check_summary(accumulator.summary());
  Accumulator rows_first(BlockTable::schema());
  rows_first.add(first, first_labels);
  rows_first.add(b);
  EXPECT_EQ(rows_first.summary(), merge(a, b));
}

TEST(Accumulator, refuses_a_schema_without_features) {
  EXPECT_THROW(Accumulator(schema_of(Kind::measurements, {})), Error);
}

}  // namespace
}  // namespace suffice
