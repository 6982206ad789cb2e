#include "summary/moments/moment_chain.hpp"

#include <cmath>
#include <numeric>

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace suffice {
namespace {

using enum MomentKind;
const std::vector<Keep> every_keep{
    {.moments = diagonal}, {.moments = pooled}, {.moments = full}, {.moments = full, .fourth = true}};

struct Result {
  std::vector<double> weight;
  Moments moments;
};

Result close(MomentChain chain) {
  MomentState state = std::move(chain).close();
  std::vector<std::size_t> order(state.classes());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const std::vector<double> weight = state.weight;
  return {weight, std::move(state).take(order)};
}

// The first rows of random_table() take the classes in turn.
Result sums_of(const TestTable& table, Keep keep, unsigned threads) {
  const std::size_t classes = table.names.size();
  std::vector<std::uint32_t> identity(classes);
  std::iota(identity.begin(), identity.end(), 0U);
  std::vector<std::size_t> first_rows(classes);
  std::iota(first_rows.begin(), first_rows.end(), std::size_t{0});
  MomentChain chain({keep, table.columns});
  MomentChain::Workspace workspace;
  EXPECT_TRUE(chain.add({table.batch(), table.codes, identity}, first_rows, threads, workspace));
  return close(std::move(chain));
}

// Two passes over the rows, plainly.
Result two_pass(const TestTable& table, Keep keep) {
  const std::size_t d = table.columns;
  const std::size_t classes = table.names.size();
  const bool matrix = keep.moments == pooled || keep.moments == full;
  const bool one = keep.moments == pooled || keep.moments == pooled_diagonal;
  const std::size_t size = matrix ? d * d : d;
  Result r{std::vector<double>(classes), {keep.moments, std::vector<double>(classes * d), {}, {}, {}}};
  r.moments.scatter.resize((one ? 1 : classes) * size);
  r.moments.third.resize(keep.fourth ? classes * d : 0);
  r.moments.fourth.resize(keep.fourth ? classes : 0);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    r.weight[table.codes[i]] += table.batch().weight(i);
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = table.codes[i];
    for (std::size_t j = 0; j < d; ++j) {
      r.moments.mean[c * d + j] += table.batch().weight(i) * table.values[i * d + j] / r.weight[c];
    }
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = table.codes[i];
    const double w = table.batch().weight(i);
    double* scatter = &r.moments.scatter[one ? 0 : c * size];
    const auto u = [&](std::size_t j) { return table.values[i * d + j] - r.moments.mean[c * d + j]; };
    double square = 0;
    for (std::size_t j = 0; j < d; ++j) {
      square += u(j) * u(j);
      for (std::size_t k = matrix ? 0 : j; k < (matrix ? d : j + 1); ++k) {
        scatter[matrix ? j * d + k : j] += w * u(j) * u(k);
      }
    }
    for (std::size_t j = 0; keep.fourth && j < d; ++j) {
      r.moments.third[c * d + j] += w * square * u(j);
    }
    if (keep.fourth) {
      r.moments.fourth[c] += w * square * square;
    }
  }
  return r;
}

void expect_close(const Result& a, const Result& b, std::size_t d, double tolerance) {
  EXPECT_EQ(a.weight, b.weight);
  EXPECT_LT(difference(a.moments.mean, b.moments.mean), tolerance);
  EXPECT_LT(scatter_difference(a.moments, b.moments, d), tolerance);
  EXPECT_LT(difference(a.moments.fourth, b.moments.fourth), tolerance);
  for (std::size_t k = 0; k < b.moments.third.size(); ++k) {
    EXPECT_LT(std::abs(a.moments.third[k] - b.moments.third[k]) / b.moments.fourth[k / d], tolerance);
  }
}

TEST(MomentChain, agrees_with_two_passes) {
  for (const Keep keep : every_keep) {
    for (const bool weighted : {false, true}) {
      for (const std::size_t rows : {6U, 1023U, 1024U, 1025U, 9000U}) {
        const TestTable table = random_table(1, rows, 7, 3, weighted);
        expect_close(sums_of(table, keep, 2), two_pass(table, keep), 7, 1e-12);
      }
    }
  }
}

TEST(MomentChain, agrees_with_two_passes_where_threads_divide_columns) {
  for (const Keep keep : every_keep) {
    std::size_t d = 1;
    while (MomentShape{keep, d}.is_narrow()) {
      ++d;
    }
    const TestTable table = random_table(1, 1100, d + 3, 3, true);
    expect_close(sums_of(table, keep, 2), two_pass(table, keep), d + 3, 1e-11);
  }
}

TEST(MomentChain, a_constant_column_has_exactly_no_scatter_and_its_own_mean) {
  TestTable table = random_table(2, 3000, 2, 3);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i] = 0.1;
  }
  for (const Keep keep : every_keep) {
    const Moments moments = sums_of(table, keep, 1).moments;
    EXPECT_EQ(moments.scatter[0], 0);
    for (std::size_t c = 0; c < 3; ++c) {
      EXPECT_EQ(moments.mean[2 * c], 0.1);
    }
  }
}

TEST(MomentChain, an_outlier_in_the_first_row_costs_no_more_than_its_own_share) {
  TestTable table = random_table(3, 4000, 1, 1);
  table.values[0] = 1e8;
  for (const Keep keep : every_keep) {
    EXPECT_NEAR(sums_of(table, keep, 1).moments.scatter[0] / two_pass(table, keep).moments.scatter[0], 1, 1e-12);
  }
}

TEST(MomentChain, passes_over_rows_of_weight_0_and_reads_any_stride) {
  const std::vector<double> by_column{1, 100, 3, 10, 200, 30};  // three rows of two columns
  const std::vector<double> weights{1, 0, 1};
  const std::vector<std::uint32_t> codes{0, 1, 0};
  const std::vector<std::uint32_t> class_of_code{0, no_class};
  MomentChain chain({{.moments = pooled}, 2});
  MomentChain::Workspace workspace;
  chain.add({{by_column.data(), 3, 2, 1, 3, weights}, codes, class_of_code}, std::vector<std::size_t>{0}, 1, workspace);
  EXPECT_EQ(chain.rows(), 2U);
  const Moments moments = close(chain).moments;
  EXPECT_EQ(moments.mean, (std::vector<double>{2, 20}));
  EXPECT_EQ(moments.scatter, (std::vector<double>{2, 20, 20, 200}));
}

TEST(MomentChain, no_rows_have_no_moments) {
  const Result result = close(MomentChain({{.moments = pooled}, 2}));
  EXPECT_TRUE(result.weight.empty());
  EXPECT_EQ(result.moments.scatter, std::vector<double>(4));
}

using Numbers = std::vector<double>;
using Counts = std::vector<std::uint64_t>;

// Class 2 comes first, class 0 weighs nothing, and class 1 is known under two labels.
TEST(ClassChain, numbers_the_classes_it_meets) {
  ClassChain chain({{.moments = MomentKind::full}, 1});
  MomentChain::Workspace workspace;
  const Numbers values{5, 1, 3, 9};
  const Numbers weights{1, 1, 1, 0};
  const std::vector<std::uint32_t> codes{0, 1, 2, 3};
  const std::vector<std::uint32_t> class_of_code{2, 1, 1, 0};
  EXPECT_TRUE(chain.add({Batch::row_major(values.data(), 4, 1, weights), codes, class_of_code}, 2, workspace));
  EXPECT_EQ(chain.rows(), 3U);
  const ClassChain before = chain;
  EXPECT_TRUE(chain.add({Batch::row_major(values.data(), 4, 1), codes, class_of_code}, 2, workspace));

  const std::vector<std::size_t> order{3, 0, 1, 2};  // class 3 was only declared
  const ClassChain::Closed closed = ClassChain(before).close(order);
  EXPECT_EQ(closed.rows, (Counts{0, 0, 2, 1}));
  EXPECT_EQ(closed.weight, (Numbers{0, 0, 2, 1}));
  EXPECT_EQ(closed.moments.mean, (Numbers{0, 0, 2, 5}));
  EXPECT_EQ(closed.moments.scatter, (Numbers{0, 0, 2, 0}));

  const ClassChain::Closed twice = std::move(chain).close(order);
  EXPECT_EQ(twice.rows, (Counts{0, 1, 4, 2}));
  EXPECT_EQ(twice.moments.mean, (Numbers{0, 9, 2, 5}));
}

TEST(ClassChain, without_rows_has_none) {
  EXPECT_EQ(ClassChain({{.moments = MomentKind::pooled}, 2}).close(std::vector<std::size_t>{}).moments.scatter,
            Numbers(4));
}

TEST(ClassChain, tells_of_a_value_that_is_not_finite) {
  ClassChain chain({{.moments = MomentKind::pooled}, 1});
  MomentChain::Workspace workspace;
  const Numbers values{1, INFINITY};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> class_of_code{0};
  EXPECT_FALSE(chain.add({Batch::row_major(values.data(), 2, 1), codes, class_of_code}, 1, workspace));
}

}  // namespace
}  // namespace suffice
