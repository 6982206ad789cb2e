#include "summary/moment_chain.hpp"

#include <gtest/gtest.h>

#include "support/table.hpp"

namespace suffice {
namespace {

// Two passes over the rows, plainly.
MomentChain::Moments two_pass(const Table& table, std::size_t classes) {
  const std::size_t d = table.columns;
  MomentChain::Moments m{std::vector<double>(classes), std::vector<double>(classes * d), std::vector<double>(d * d)};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    m.weight[table.codes[i]] += table.batch().weight(i);
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = table.codes[i];
    for (std::size_t j = 0; j < d; ++j) {
      m.mean[c * d + j] += table.batch().weight(i) * table.values[i * d + j] / m.weight[c];
    }
  }
  for (std::size_t i = 0; i < table.rows(); ++i) {
    const std::size_t c = table.codes[i];
    for (std::size_t j = 0; j < d; ++j) {
      for (std::size_t k = 0; k < d; ++k) {
        m.scatter[j * d + k] += table.batch().weight(i) * (table.values[i * d + j] - m.mean[c * d + j]) *
                                (table.values[i * d + k] - m.mean[c * d + k]);
      }
    }
  }
  return m;
}

TEST(MomentChain, agrees_with_two_passes) {
  for (const bool weighted : {false, true}) {
    for (const std::size_t rows : {6U, 1023U, 1024U, 1025U, 5000U}) {
      const Table table = random_table(1, rows, 7, 3, weighted);
      MomentChain chain(7);
      chain.add(table.batch(), table.codes, 3, 2);
      const MomentChain::Moments moments = chain.moments();
      const MomentChain::Moments expected = two_pass(table, 3);
      EXPECT_EQ(moments.weight, expected.weight);
      EXPECT_LT(difference(moments.mean, expected.mean), 1e-12) << rows;
      EXPECT_LT(difference(moments.scatter, expected.scatter), 1e-12) << rows;
    }
  }
}

TEST(MomentChain, a_constant_column_has_exactly_no_scatter_and_its_own_mean) {
  Table table = random_table(2, 3000, 2, 3);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i] = 0.1;
  }
  MomentChain chain(2);
  chain.add(table.batch(), table.codes, 3, 1);
  const MomentChain::Moments moments = chain.moments();
  EXPECT_EQ(moments.scatter[0], 0);
  EXPECT_EQ(moments.scatter[1], 0);
  for (std::size_t c = 0; c < 3; ++c) {
    EXPECT_EQ(moments.mean[2 * c], 0.1);
  }
}

TEST(MomentChain, an_outlier_in_the_first_row_costs_no_more_than_its_own_share) {
  Table table = random_table(3, 4000, 1, 1);
  table.values[0] = 1e8;
  MomentChain chain(1);
  chain.add(table.batch(), table.codes, 1, 1);
  const double expected = two_pass(table, 1).scatter[0];
  EXPECT_NEAR(chain.moments().scatter[0] / expected, 1, 1e-12);
}

TEST(MomentChain, passes_over_rows_of_no_class_and_reads_any_stride) {
  const std::vector<double> by_column{1, 100, 3, 10, 200, 30};  // three rows of two columns
  const std::vector<double> weights{1, 0, 1};
  const std::vector<std::uint32_t> classes{0, no_class, 0};
  MomentChain chain(2);
  chain.add({by_column.data(), 3, 2, 1, 3, weights}, classes, 1, 1);
  const MomentChain::Moments moments = chain.moments();
  EXPECT_EQ(moments.mean, (std::vector<double>{2, 20}));
  EXPECT_EQ(moments.scatter, (std::vector<double>{2, 20, 20, 200}));
}

TEST(MomentChain, no_rows_have_no_moments) {
  const MomentChain::Moments moments = MomentChain(2).moments();
  EXPECT_TRUE(moments.weight.empty());
  EXPECT_EQ(moments.scatter, std::vector<double>(4));
}

}  // namespace
}  // namespace suffice
