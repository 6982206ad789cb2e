#include "summary/moments/sparse_moments.hpp"

#include <random>

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

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

}  // namespace
}  // namespace suffice
