#include "summary/dense_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "small_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
const double missing = std::nan("");
const Schema schema{{"p", "q"}, "y", ""};
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
    const BatchClasses classes = labels.classes_of(batch, {codes, names});
    values.back() = INFINITY;
    values.front() = missing;
    EXPECT_THROW(sums.add(batch, classes, schema, 1), Error);
    EXPECT_EQ(sums.rows(), 0U);
    EXPECT_EQ(sums.sums().patterns.size(), 0U);
    values.back() = values.front() = 1.5;
    sums.add(batch, classes, schema, 1);
    EXPECT_EQ(sums.rows(), rows);
    labels.add(classes);
    for (const std::size_t more : {std::size_t{2}, rows}) {
      values[2 * more - 1] = INFINITY;
      const Batch bad = Batch::row_major(values.data(), more, 2);
      EXPECT_THROW(sums.add(bad, labels.classes_of(bad, {std::span(codes).first(more), names}), schema, 1), Error);
      EXPECT_EQ(sums.rows(), rows);
      values[2 * more - 1] = 1.5;
    }
    const OpenMoments::Closed closed = std::move(sums).take().close(std::vector<std::size_t>{0});
    EXPECT_EQ(std::get<Moments>(closed.sums).mean, (Numbers{1.5, 1.5}));
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
    const Summary summary = summarise(Batch::row_major(values.data(), 7, 2, weights), RowLabels(labels).view(), schema,
                                      {.keep = {.moments = kind}});
    check_summary(summary);
    EXPECT_EQ(summary.classes, plain.classes);
    ASSERT_EQ(summary.sums.index(), plain.sums.index());
    if (kind == MomentKind::diagonal || kind == MomentKind::pooled_diagonal) {
      EXPECT_EQ(summary.moments().column_weight, plain.moments().column_weight);
      EXPECT_LT(difference(summary.moments().mean, plain.moments().mean), 1e-15);
      EXPECT_LT(difference(summary.moments().scatter, plain.moments().scatter), 1e-15);
      continue;
    }
    ASSERT_EQ(summary.patterns().patterns.size(), 3U);  // what weighs nothing makes no pattern
    for (std::size_t k = 0; k < 3; ++k) {
      const Pattern& pattern = summary.patterns().patterns[k];
      const Pattern& expected = plain.patterns().patterns[k];
      EXPECT_EQ(pattern.present, expected.present);
      EXPECT_EQ(pattern.rows, expected.rows);
      EXPECT_EQ(pattern.weight, expected.weight);
      EXPECT_LT(difference(pattern.moments.mean, expected.moments.mean), 1e-15);
      EXPECT_LT(difference(pattern.moments.scatter, expected.moments.scatter), 1e-15);
    }
  }
}

// Gaps in rows that weigh nothing leave no trace; complete rows go the same way as ever.
TEST(DenseMoments, rows_that_weigh_nothing_may_miss_values) {
  Table table = random_table(3, 5000, 6, 3, true);
  for (const MomentKind kind : kinds) {
    Table zeros = table;
    Table without = table.part(0, 0);
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

TEST(DenseMoments, more_patterns_than_there_may_be_change_nothing) {
  constexpr std::size_t columns = 9;
  Schema wide{{}, "y", ""};
  for (std::size_t j = 0; j < columns; ++j) {
    wide.features.push_back(std::to_string(j));
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
    return Batch::row_major(&values[first * columns], count, columns);
  };
  const auto labels = [&](std::size_t count) { return Labels{std::span(codes).first(count), names}; };
  Accumulator accumulator(wide);
  accumulator.add(batch(1, most_patterns), labels(most_patterns));
  const Summary before = accumulator.summary();
  EXPECT_EQ(before.patterns().patterns.size(), most_patterns);
  const std::string message = message_of([&] { accumulator.add(batch(0, 1), labels(1)); });
  EXPECT_NE(message.find("--model gaussian-nb or diagonal-lda"), std::string::npos) << message;
  EXPECT_EQ(accumulator.summary(), before);
  EXPECT_THROW(Accumulator(wide).add(batch(0, most_patterns + 1), labels(most_patterns + 1)), Error);
  Accumulator variances(wide, {.keep = {.moments = MomentKind::diagonal}});
  EXPECT_NO_THROW(variances.add(batch(0, most_patterns + 1), labels(most_patterns + 1)));
}

TEST(DenseMoments, fourth_moments_go_with_the_first_missing_value) {
  const Numbers values{1, 2, missing, 4, 5, missing};
  const Numbers weights{1, 0, 1};
  const Names labels{"a", "a", "a"};
  Accumulator accumulator(schema, {.keep = {.moments = MomentKind::full, .fourth = true}});
  accumulator.add(Batch::row_major(values.data(), 2, 2, std::span(weights).first(2)), RowLabels({"a", "a"}).view());
  EXPECT_TRUE(accumulator.summary().moments().has_fourth());
  accumulator.add(Batch::row_major(&values[4], 1, 2), RowLabels({"a"}).view());
  const Summary sums = accumulator.summary();
  EXPECT_NO_THROW(check_summary(sums));
  ASSERT_EQ(sums.patterns().patterns.size(), 2U);
  EXPECT_FALSE(sums.patterns().patterns[0].moments.has_fourth());
  EXPECT_EQ(sums, summarise(Batch::row_major(values.data(), 3, 2, weights), RowLabels(labels).view(), schema,
                            {.keep = {.moments = MomentKind::full}}));
}

}  // namespace
}  // namespace suffice
