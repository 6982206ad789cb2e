#include "summary/moments/dense_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "small_sums.hpp"
#include "summary/moments/missing_values.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

Numbers values_of(const Batch& batch) {
  Numbers values(batch.rows * batch.columns);
  for (std::size_t i = 0; i < batch.rows; ++i) {
    batch.copy_row(i, &values[i * batch.columns]);
  }
  return values;
}

TEST(GroupedRows, keep_the_order_within_a_group) {
  const Numbers values{1, 2, 3, std::nan(""), 5, 6, std::nan(""), 8, 9, std::nan("")};
  const Numbers weights{1, 2, 3, 0, 5};
  const std::vector<std::uint32_t> codes{4, 3, 2, 1, 0};
  const std::vector<std::uint32_t> class_of_code{0, 1, 2, 3, 4};
  const std::vector<std::uint32_t> groups{0, 2, 0, no_group, 2};
  GroupedRows grouped;
  for (const bool weighted : {true, false}) {
    const Batch batch =
        Batch::row_major(values.data(), 5, 2, weighted ? std::span(weights) : std::span<const double>());
    grouped.take({batch, codes, class_of_code}, groups, 4, true, 2);
    const LabelledRows complete = grouped.group(0);
    EXPECT_EQ(values_of(complete.batch), (Numbers{1, 2, 5, 6}));
    EXPECT_EQ(Numbers(complete.batch.weights.begin(), complete.batch.weights.end()),
              weighted ? (Numbers{1, 3}) : Numbers());
    EXPECT_EQ(complete.codes[1], 2U);
    EXPECT_EQ(complete.class_of_code.data(), class_of_code.data());
    EXPECT_EQ(grouped.group(1).batch.rows, 0U);
    EXPECT_EQ(values_of(grouped.group(2).batch), (Numbers{3, 0, 9, 0}));
    EXPECT_EQ(grouped.group(2).codes[1], 0U);
    EXPECT_EQ(grouped.group(3).batch.rows, 0U);
  }
  grouped.take({Batch::row_major(values.data(), 2, 2), codes, class_of_code}, std::span(groups).first(2), 3, false, 1);
  EXPECT_TRUE(std::isnan(grouped.group(2).batch.value(0, 1)));
}

// Many rows are copied by several threads; floats, and columns one after the other.
TEST(GroupedRows, copy_any_numbers) {
  constexpr std::size_t rows = 30'000;
  std::vector<float> values(3 * rows);
  std::vector<std::uint32_t> groups(rows);
  const std::vector<std::uint32_t> codes(rows);
  const std::vector<std::uint32_t> class_of_code{0};
  for (std::size_t i = 0; i < rows; ++i) {
    groups[i] = static_cast<std::uint32_t>(i % 3 == 0);
    for (std::size_t j = 0; j < 3; ++j) {
      values[j * rows + i] = static_cast<float>(i + j);
    }
  }
  GroupedRows grouped;
  grouped.take({{values.data(), rows, 3, 1, rows}, codes, class_of_code}, groups, 2, false, 3);
  EXPECT_EQ(grouped.group(0).batch.rows, 20'000U);
  EXPECT_EQ(grouped.group(0).batch.value(3, 2), 7);  // row 5
  EXPECT_EQ(grouped.group(1).batch.value(9'999, 1), 29'998);
}

TEST(GroupedRows, blocks_are_bounded) {
  EXPECT_EQ(GroupedRows::block_rows(1), std::size_t{1} << 20U);
  EXPECT_EQ(GroupedRows::block_rows(1'000'000), 128U);
}

const double missing = std::nan("");
const Schema schema = schema_of(Kind::measurements, {"p", "q"});
const Block& block = schema.blocks[0];
constexpr std::array kinds{MomentKind::pooled_diagonal, MomentKind::diagonal, MomentKind::pooled, MomentKind::full};

// The first rows, and many, are checked while they are summed, few before.
TEST(DenseMoments, an_infinite_value_changes_nothing) {
  const std::vector<std::string> names{"a"};
  for (const std::size_t rows : {2U, 20'000U}) {
    DenseMoments sums({{.moments = MomentKind::full}, 2}, 2);
    OpenLabels labels({});
    Numbers values(2 * rows, 1.5);
    const std::vector<std::uint32_t> codes(rows);
    const Batch batch = Batch::row_major(values.data(), rows, 2);
    const BatchClasses classes = labels.classes_of({}, {codes, names});
    values.back() = INFINITY;
    values.front() = missing;
    EXPECT_THROW(sums.add(batch, classes.rows(), block, 1), Error);
    EXPECT_EQ(sums.rows(), 0U);
    EXPECT_EQ(sums.sums().patterns.size(), 0U);
    values.back() = values.front() = 1.5;
    sums.add(batch, classes.rows(), block, 1);
    EXPECT_EQ(sums.rows(), rows);
    labels.add(classes);
    for (const std::size_t more : {std::size_t{2}, rows}) {
      values[2 * more - 1] = INFINITY;
      const Batch bad = Batch::row_major(values.data(), more, 2);
      const BatchClasses known = labels.classes_of({}, {std::span(codes).first(more), names});
      EXPECT_THROW(sums.add(bad, known.rows(), block, 1), Error);
      EXPECT_EQ(sums.rows(), rows);
      values[2 * more - 1] = 1.5;
    }
    EXPECT_EQ(std::move(sums).take().close(std::vector<std::size_t>{0}).mean, (Numbers{1.5, 1.5}));
  }
}

TEST(DenseMoments, agree_with_plain_arithmetic) {
  const std::vector<Numbers> rows{{1, 2}, {missing, missing}, {3, missing}, {5, 7}, {missing, 4}, {2, missing}, {8, 3}};
  const Names labels{"b", "b", "a", "a", "a", "a", "c"};
  const Numbers weights{1, 0.5, 2, 3, 0, 1, 0.25};
  Numbers values;
  for (const Numbers& row : rows) {
    values.insert(values.end(), row.begin(), row.end());
  }
  for (const MomentKind kind : kinds) {
    const Summary plain = plain_patterns(rows, labels, weights, kind);
    const Summary summary = summarise(Table::row_major(values.data(), 7, 2, weights), RowLabels(labels).view(), schema,
                                      {.keep = {Keep{.moments = kind}}});
    check_summary(summary);
    EXPECT_EQ(summary.classes, plain.classes);
    if (kind == MomentKind::diagonal || kind == MomentKind::pooled_diagonal) {
      EXPECT_EQ(moments_of(summary).column_weight, moments_of(plain).column_weight);
      EXPECT_LT(difference(moments_of(summary).mean, moments_of(plain).mean), 1e-15);
      EXPECT_LT(difference(moments_of(summary).scatter, moments_of(plain).scatter), 1e-15);
      continue;
    }
    ASSERT_EQ(moments_of(summary).patterns.size(), 3U);  // what weighs nothing makes no pattern
    for (std::size_t k = 0; k < 3; ++k) {
      const Pattern& pattern = moments_of(summary).patterns[k];
      const Pattern& expected = moments_of(plain).patterns[k];
      EXPECT_EQ(pattern.present, expected.present);
      EXPECT_EQ(pattern.rows, expected.rows);
      EXPECT_EQ(pattern.weight, expected.weight);
      EXPECT_LT(difference(pattern.mean, expected.mean), 1e-15);
      EXPECT_LT(difference(pattern.scatter, expected.scatter), 1e-15);
    }
  }
}

// Missing values in rows that weigh nothing leave no trace; complete rows go the same way as ever.
TEST(DenseMoments, rows_that_weigh_nothing_may_miss_values) {
  TestTable table = random_table(3, 5000, 6, 3, true);
  for (const MomentKind kind : kinds) {
    TestTable zeros = table;
    TestTable without = table.part(0, 0);
    for (std::size_t i = 0; i < table.rows(); ++i) {
      if (zeros.weights[i] == 0) {
        zeros.values[i * 6 + i % 6] = missing;
      } else {
        without.append(table, i);
      }
    }
    EXPECT_EQ(zeros.summary(2, {.moments = kind}), without.summary(1, {.moments = kind}));
  }
}

// Rows that come in parts, surveyed first, give the same bits as all rows at once.
TEST(DenseMoments, two_passes_over_parts_are_the_same) {
  TestTable table = random_table(7, 3000, 5, 3, true);
  for (std::size_t k = 0; k < table.values.size(); k += 31) {
    table.values[k] = missing;
  }
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled, MomentKind::full}) {
    OpenLabels labels({});
    const BatchClasses classes = labels.classes_of(table.weights, table.labels());
    const RowClasses rows = classes.rows();
    DenseMoments once({{.moments = kind}, 5}, 2);
    once.add(table.batch(), rows, table.block(), 3);
    DenseMoments parts({{.moments = kind}, 5}, 2);
    const std::vector<std::size_t> cuts{0, 1, 700, 1024, 2500, 3000};
    MissingSurvey found;
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      parts.survey(table.batch().slice(cuts[k], cuts[k + 1] - cuts[k]), table.block(), cuts[k], found);
    }
    parts.check(found, 3);
    EXPECT_EQ(parts.rows(), 0U);
    for (std::size_t k = 0; k + 1 < cuts.size(); ++k) {
      const std::size_t count = cuts[k + 1] - cuts[k];
      parts.add_checked(table.batch().slice(cuts[k], count), rows.slice(cuts[k], count), found);
    }
    const std::vector<std::size_t> order{0, 1, 2};
    EXPECT_EQ(std::move(parts).take().close(order), std::move(once).take().close(order));
  }
}

TEST(DenseMoments, more_patterns_than_there_may_be_change_nothing) {
  constexpr std::size_t columns = 9;
  Schema wide = schema_of(Kind::measurements, {});
  for (std::size_t j = 0; j < columns; ++j) {
    wide.blocks[0].features.push_back(std::to_string(j));
  }
  Numbers values;
  for (unsigned pattern = 0; pattern <= most_patterns; ++pattern) {  // the first has every value
    for (unsigned j = 0; j < columns; ++j) {
      values.push_back(((pattern >> j) & 1U) != 0 ? missing : 1.0);
    }
  }
  const std::vector<std::uint32_t> codes(most_patterns + 1);
  const Names names{"a"};
  const auto batch = [&](std::size_t first, std::size_t count) {
    return Table::row_major(&values[first * columns], count, columns);
  };
  const auto labels = [&](std::size_t count) { return Labels{std::span(codes).first(count), names}; };
  Accumulator accumulator(wide);
  accumulator.add(batch(1, most_patterns), labels(most_patterns));
  const Summary before = accumulator.summary();
  EXPECT_EQ(moments_of(before).patterns.size(), most_patterns);
  try {
    accumulator.add(batch(0, 1), labels(1));
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    ASSERT_EQ(error.remedies().size(), 3U);
    EXPECT_EQ(error.remedies()[0], (Remedy{"model", {"gaussian-nb"}}));
    EXPECT_EQ(error.remedies()[1], (Remedy{"model", {"diagonal-lda"}}));
  }
  EXPECT_EQ(accumulator.summary(), before);
  EXPECT_THROW(Accumulator(wide).add(batch(0, most_patterns + 1), labels(most_patterns + 1)), Error);
  Accumulator variances(wide, {.keep = {Keep{.moments = MomentKind::diagonal}}});
  EXPECT_NO_THROW(variances.add(batch(0, most_patterns + 1), labels(most_patterns + 1)));
}

TEST(DenseMoments, fourth_moments_go_with_the_first_missing_value) {
  const Numbers values{1, 2, missing, 4, 5, missing};
  const Numbers weights{1, 0, 1};
  const Names labels{"a", "a", "a"};
  Accumulator accumulator(schema, {.keep = {Keep{.moments = MomentKind::full, .fourth = true}}});
  accumulator.add(Table::row_major(values.data(), 2, 2, std::span(weights).first(2)), RowLabels({"a", "a"}).view());
  EXPECT_TRUE(moments_of(accumulator.summary()).has_fourth());
  accumulator.add(Table::row_major(&values[4], 1, 2), RowLabels({"a"}).view());
  const Summary sums = accumulator.summary();
  EXPECT_NO_THROW(check_summary(sums));
  ASSERT_EQ(moments_of(sums).patterns.size(), 2U);
  EXPECT_FALSE(moments_of(sums).has_fourth());
  EXPECT_EQ(sums, summarise(Table::row_major(values.data(), 3, 2, weights), RowLabels(labels).view(), schema,
                            {.keep = {Keep{.moments = MomentKind::full}}}));
}

}  // namespace
}  // namespace suffice
