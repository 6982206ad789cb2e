#include "summary/sparse_moments.hpp"

#include <random>

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

// Dense values, of which most are zero, and the same rows stored sparsely.
struct SparseTable {
  Table dense;
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
  [[nodiscard]] SparseBatch batch() const { return {values.data(), offsets, indices, dense.columns, dense.weights}; }
};

TEST(SparseMoments, agree_with_dense_ones) {
  const SparseTable table(1);
  for (const MomentKind kind : {MomentKind::diagonal, MomentKind::pooled_diagonal}) {
    const Summary dense = table.dense.summary(1, {.moments = kind});
    const Summary sparse =
        summarise(table.batch(), table.dense.labels(), table.dense.schema(), {.keep = {.moments = kind}});
    EXPECT_EQ(sparse.classes, dense.classes);
    EXPECT_LT(difference(sparse.moments().mean, dense.moments().mean), 1e-12);
    EXPECT_LT(scatter_difference(sparse.moments(), dense.moments(), 9), 1e-12);
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
  const Moments moments = sums.moments(std::vector<std::size_t>{2, 1, 0});  // class 2: declared
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
    Accumulator accumulator(table.dense.schema(), {.threads = 2, .keep = {.moments = kind}});
    for (const std::size_t first : {std::size_t{0}, half}) {
      accumulator.add(SparseBatch{table.values.data(), std::span(table.offsets).subspan(first, half + 1), table.indices,
                                  9, std::span(table.dense.weights).subspan(first, half)},
                      {std::span(table.dense.codes).subspan(first, half), table.dense.names});
    }
    const Summary sparse = accumulator.summary();
    check_summary(sparse);
    EXPECT_EQ(sparse.classes, dense.classes);
    EXPECT_EQ(sparse.moments().column_weight, dense.moments().column_weight);
    EXPECT_LT(difference(sparse.moments().mean, dense.moments().mean), 1e-12);
    EXPECT_LT(scatter_difference(sparse.moments(), dense.moments(), 9), 1e-12);
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
  const Moments moments = sums.moments(std::vector<std::size_t>{0});
  EXPECT_EQ(moments.column_weight, (std::vector<double>{0.1 + 0.7, 0}));
  EXPECT_EQ(moments.mean, (std::vector<double>{0, 0}));
  EXPECT_EQ(moments.scatter, (std::vector<double>{0, 0}));
}

TEST(SparseMoments, dense_and_sparse_rows_do_not_mix) {
  const SparseTable table(2);
  Accumulator accumulator(table.dense.schema(), {.keep = {.moments = MomentKind::diagonal}});
  accumulator.add(table.batch(), table.dense.labels());
  const Summary before = accumulator.summary();
  EXPECT_NE(message_of([&] { accumulator.add(table.dense.batch(), table.dense.labels()); }).find("merge the summaries"),
            std::string::npos);
  EXPECT_EQ(accumulator.summary(), before);
  Accumulator matrices(table.dense.schema());
  EXPECT_NE(message_of([&] { matrices.add(table.batch(), table.dense.labels()); }).find("no covariance"),
            std::string::npos);
  EXPECT_NO_THROW(matrices.add(table.dense.batch(), table.dense.labels()));
}

}  // namespace
}  // namespace suffice
