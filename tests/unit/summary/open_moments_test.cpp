#include "summary/moments/open_moments.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "small_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
const double missing = std::nan("");

TEST(ColumnSums, join_those_of_complete_rows) {
  const std::vector<std::vector<double>> rows{{1, 2, 3}, {4, missing, 5}, {7, missing, 0}, {missing, 1, 8}};
  const Numbers values{4, missing, 5, 7, missing, 0, missing, 1, 8};
  const Numbers weights{2, 1, 0.5};
  const std::vector<std::uint32_t> codes{1, 1, 0};
  const std::vector<std::uint32_t> class_of_code{1, 0};
  ColumnSums sums(3);
  for (std::size_t i = 0; i < 3; ++i) {
    sums.add({Batch::row_major(&values[3 * i], 1, 3, std::span(weights).subspan(i, 1)), std::span(codes).subspan(i, 1),
              class_of_code},
             2);
  }
  EXPECT_EQ(sums.rows(), 3U);

  // The first row is complete, of class 0; class 2 has no rows.
  ClassChain::Closed closed{
      {1, 0, 0}, {1, 0, 0}, {MomentKind::diagonal, {1, 2, 3, 0, 0, 0, 0, 0, 0}, Numbers(9), {}, {}}};
  sums.join(closed, std::vector<std::size_t>{0, 1, 2});
  const Moments expected = moments_of(plain_patterns(rows, {"a", "a", "a", "b"}, {1, 2, 1, 0.5}, MomentKind::diagonal));
  const auto first = [](const Numbers& numbers) { return Numbers(numbers.begin(), numbers.begin() + 6); };
  EXPECT_EQ(first(closed.moments.column_weight), expected.column_weight);
  EXPECT_LT(difference(first(closed.moments.mean), expected.mean), 1e-15);
  EXPECT_LT(difference(first(closed.moments.scatter), expected.scatter), 1e-15);
  for (const Numbers* numbers : {&closed.moments.column_weight, &closed.moments.mean, &closed.moments.scatter}) {
    EXPECT_EQ(Numbers(numbers->begin() + 6, numbers->end()), Numbers(3));
  }
}

TEST(ColumnSums, a_column_without_values_has_none) {
  const Numbers values{missing, 1, missing, 3};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> class_of_code{0};
  ColumnSums sums(2);
  sums.add({Batch::row_major(values.data(), 2, 2), codes, class_of_code}, 1);
  ClassChain::Closed closed{{0}, {0}, {MomentKind::diagonal, {0, 0}, {0, 0}, {}, {}}};
  sums.join(closed, std::vector<std::size_t>{0});
  EXPECT_EQ(closed.moments, (Moments{MomentKind::diagonal, {0, 2}, {0, 2}, {}, {}, {0, 2}}));
}

TEST(PatternSums, keep_a_chain_for_each_pattern) {
  PatternSums sums({{.moments = MomentKind::full}, 2});
  MomentChain::Workspace workspace;
  const std::vector<Presence> fresh{{1, 0}, {0, 1}};
  sums.open(fresh);
  EXPECT_EQ(sums.size(), 2U);
  EXPECT_EQ(sums.table()[1], fresh[1]);
  sums.open(fresh);  // once for all
  EXPECT_EQ(sums.size(), 2U);
  const Numbers first{1, 0, 3, 0};
  const Numbers second{0, 7};
  const std::vector<std::uint32_t> codes{1, 1};
  const std::vector<std::uint32_t> class_of_code{0, 1};
  sums.add(0, {Batch::row_major(first.data(), 2, 2), codes, class_of_code}, 2, workspace);
  sums.add(1, {Batch::row_major(second.data(), 1, 2), std::span(codes).first(1), class_of_code}, 2, workspace);
  sums.add(1, {Batch::row_major(second.data(), 0, 2), std::span(codes).first(0), class_of_code}, 2, workspace);
  EXPECT_EQ(sums.rows(), 3U);

  const std::vector<Pattern> patterns = std::move(sums).close(std::vector<std::size_t>{0, 1});
  ASSERT_EQ(patterns.size(), 2U);
  EXPECT_EQ(patterns[0], (Pattern{{1, 0}, {0, 2}, {0, 2}, {0, 0, 2, 0}, {0, 0, 0, 0, 2, 0, 0, 0}}));
  EXPECT_EQ(patterns[1], (Pattern{{0, 1}, {0, 1}, {0, 1}, {0, 0, 0, 7}, Numbers(8)}));
}

// Dense values, of which most are zero, and the same rows stored sparsely.
struct SparseTable {
  TestTable dense;
  std::vector<double> values = {};
  std::vector<std::uint64_t> offsets{0};
  std::vector<std::uint32_t> indices = {};

  explicit SparseTable(std::uint32_t seed) : dense(random_table(seed, 400, 9, 3, true)) {
    std::mt19937 bits(seed);
    for (std::size_t i = 0; i < dense.rows(); ++i) {
      for (std::uint32_t j = 0; j < dense.columns; ++j) {
        double& value = dense.values[i * dense.columns + j];
        value = bits() % 4 == 0 ? value + 1000 : 0;
        if (value != 0) {
          values.push_back(value);
          indices.push_back(j);
        }
      }
      offsets.push_back(values.size());
    }
  }
  [[nodiscard]] Table table() const { return part(0, dense.rows()); }
  [[nodiscard]] Table part(std::size_t first, std::size_t rows) const {
    const std::span<const std::uint64_t> of_rows = std::span(offsets).subspan(first, rows + 1);
    return Table::sparse({values.data(), of_rows, indices, dense.columns},
                         std::span(dense.weights).subspan(first, rows));
  }
};

TEST(SparseMoments, agree_with_dense_ones) {
  const SparseTable table(1);
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Summary dense = table.dense.summary(1, {.moments = kind});
    const Summary sparse =
        summarise(table.table(), table.dense.labels(), table.dense.schema(), {.keep = {Keep{.moments = kind}}});
    EXPECT_EQ(sparse.classes, dense.classes);
    EXPECT_LT(difference(moments_of(sparse).mean, moments_of(dense).mean), 1e-12);
    EXPECT_LT(scatter_difference(moments_of(sparse), moments_of(dense), 9), 1e-12);
    check_summary(sparse);
  }
}

TEST(SparseMoments, zeros_alone_have_no_variance) {
  const std::vector<std::uint64_t> offsets{0, 0, 1};
  const std::vector<std::uint32_t> indices{0};
  const std::vector<double> values{3};
  const std::vector<std::uint32_t> codes{0, 1};
  const std::vector<std::uint32_t> classes{0, 1};
  SparseMoments sums(1, 1);
  sums.add({values.data(), offsets, indices, 1}, {codes, classes, 2});
  ClassTally tally;
  tally.add({codes, classes, 2}, {}, 1);
  const Moments moments = sums.moments(std::vector<std::size_t>{2, 1, 0}, tally);  // class 2: declared
  EXPECT_EQ(moments.mean, (std::vector<double>{0, 3, 0}));
  EXPECT_EQ(moments.scatter, (std::vector<double>{0, 0, 0}));
}

TEST(SparseMoments, know_missing_values_from_zeros) {
  SparseTable table(3);
  for (std::size_t i = 0; i < table.dense.rows(); ++i) {
    for (std::size_t k = table.offsets[i]; k < table.offsets[i + 1]; ++k) {
      if (i % 5 == 0 || table.indices[k] == 8) {
        table.values[k] = table.dense.values[i * 9 + table.indices[k]] = std::nan("");
      }
    }
  }
  const auto half = static_cast<std::size_t>(table.dense.rows() / 2);
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Summary dense = table.dense.summary(1, {.moments = kind});
    Accumulator accumulator(table.dense.schema(), {.threads = 2, .keep = {Keep{.moments = kind}}});
    for (const std::size_t first : {std::size_t{0}, half}) {
      accumulator.add(table.part(first, half), {std::span(table.dense.codes).subspan(first, half), table.dense.names});
    }
    const Summary sparse = accumulator.summary();
    check_summary(sparse);
    EXPECT_EQ(sparse.classes, dense.classes);
    EXPECT_EQ(moments_of(sparse).column_weight, moments_of(dense).column_weight);
    EXPECT_LT(difference(moments_of(sparse).mean, moments_of(dense).mean), 1e-12);
    EXPECT_LT(scatter_difference(moments_of(sparse), moments_of(dense), 9), 1e-12);
  }
}

// A column of nothing but missing values, in rows whose weights are not whole; the last row weighs nothing.
TEST(SparseMoments, may_be_without_any_value) {
  const std::vector<double> values{std::nan(""), std::nan(""), std::nan("")};
  const std::vector<double> weights{0.1, 0.7, 0};
  const std::vector<std::uint64_t> offsets{0, 1, 2, 3};
  const std::vector<std::uint32_t> indices{1, 1, 0};
  const std::vector<std::uint32_t> codes{0, 0, 0};
  const std::vector<std::uint32_t> classes{0};
  SparseMoments sums(2, 1);
  sums.add({values.data(), offsets, indices, 2, weights}, {codes, classes, 1});
  ClassTally tally;
  tally.add({codes, classes, 1}, weights, 1);
  const Moments moments = sums.moments(std::vector<std::size_t>{0}, tally);
  EXPECT_EQ(moments.column_weight, (std::vector<double>{0.1 + 0.7, 0}));
  EXPECT_EQ(moments.mean, (std::vector<double>{0, 0}));
  EXPECT_EQ(moments.scatter, (std::vector<double>{0, 0}));
}

TEST(SparseMoments, dense_and_sparse_rows_do_not_mix) {
  const SparseTable table(2);
  Accumulator accumulator(table.dense.schema(), {.keep = {Keep{.moments = MomentKind::diagonal}}});
  accumulator.add(table.table(), table.dense.labels());
  const Summary before = accumulator.summary();
  EXPECT_NE(message_of([&] { accumulator.add(table.dense.table(), table.dense.labels()); }).find("merge the summaries"),
            std::string::npos);
  EXPECT_EQ(accumulator.summary(), before);
  Accumulator matrices(table.dense.schema());
  EXPECT_NE(message_of([&] { matrices.add(table.table(), table.dense.labels()); }).find("no covariance"),
            std::string::npos);
  EXPECT_NO_THROW(matrices.add(table.dense.table(), table.dense.labels()));
}

const std::vector<std::uint32_t> codes{0, 0};
const std::vector<std::uint32_t> class_of_code{0};
const std::vector<std::size_t> order{0};

LabelledRows rows_of(const Numbers& values) {
  return {Batch::row_major(values.data(), values.size() / 2, 2), std::span(codes).first(values.size() / 2),
          class_of_code};
}

TEST(OpenMoments, without_missing_values_are_those_of_the_chain) {
  OpenMoments sums({{.moments = MomentKind::pooled}, 2});
  MomentChain::Workspace workspace;
  const Numbers complete{1, 2, 3, 6};
  sums.complete.add(rows_of(complete), 1, workspace);
  EXPECT_EQ(sums.rows(), 2U);
  EXPECT_EQ(sums.incomplete_rows(), 0U);
  const Moments closed = std::move(sums).close(order);
  EXPECT_EQ(closed, (Moments{MomentKind::pooled, {2, 4}, {2, 4, 4, 8}, {}, {}}));
}

TEST(OpenMoments, patterns_come_in_order_and_add_up) {
  for (const bool some_complete : {true, false}) {
    OpenMoments sums({{.moments = MomentKind::pooled}, 2});
    MomentChain::Workspace workspace;
    const Numbers complete{1, 2};
    const Numbers lacks_first{0, 3};
    const Numbers lacks_second{4, 0, 6, 0};
    if (some_complete) {
      sums.complete.add(rows_of(complete), 1, workspace);
    }
    sums.patterns.open(std::vector<Presence>{{0, 1}, {1, 0}});
    sums.patterns.add(0, rows_of(lacks_first), 1, workspace);
    sums.patterns.add(1, rows_of(lacks_second), 1, workspace);
    EXPECT_EQ(sums.incomplete_rows(), 3U);
    const Moments closed = std::move(sums).close(order);
    const std::vector<Pattern>& patterns = closed.patterns;
    std::uint64_t rows = 0;
    double weight = 0;
    for (const Pattern& pattern : patterns) {
      rows += pattern.rows[0];
      weight += pattern.weight[0];
    }
    EXPECT_EQ(rows, some_complete ? 4U : 3U);
    EXPECT_EQ(weight, some_complete ? 4.0 : 3.0);
    std::vector<Presence> present;
    std::ranges::transform(patterns, std::back_inserter(present), &Pattern::present);
    EXPECT_EQ(present, some_complete ? (std::vector<Presence>{{1, 1}, {1, 0}, {0, 1}})
                                     : (std::vector<Presence>{{1, 0}, {0, 1}}));
    EXPECT_EQ(patterns.back().mean, (Numbers{0, 3}));
  }
}

TEST(OpenMoments, columns_join_the_chain) {
  OpenMoments sums({{.moments = MomentKind::diagonal}, 2});
  MomentChain::Workspace workspace;
  const Numbers complete{1, 2};
  const Numbers incomplete{3, std::nan("")};
  sums.complete.add(rows_of(complete), 1, workspace);
  sums.columns.add(rows_of(incomplete), 1);
  const Moments closed = std::move(sums).close(order);
  EXPECT_EQ(closed, (Moments{MomentKind::diagonal, {2, 2}, {2, 0}, {}, {}, {2, 1}}));
}

}  // namespace
}  // namespace suffice
