#include "evaluate/checks/covariances.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"

namespace suffice {
namespace {

TEST(BoxM, of_equal_covariances_is_0) {
  const std::vector<double> scatters{9, 0, 0, 9, 19, 0, 0, 19};  // identity times n_c − 1
  const std::vector<double> rows{10, 20};
  const TestResult found = box_m(scatters, rows, 2);
  EXPECT_NEAR(found.statistic, 0, 1e-12);
  EXPECT_EQ(found.degrees, 3);
  EXPECT_EQ(found.p_value, 1);
}

TEST(BoxM, needs_more_rows_than_columns_in_each_class) {
  const std::vector<double> scatters{1, 0, 0, 1, 9, 0, 0, 9};
  EXPECT_TRUE(std::isnan(box_m(scatters, std::vector<double>{2, 20}, 2).p_value));
}

/// The scatter of n rows of d standard normal numbers about their mean.
std::vector<double> normal_scatter(std::size_t n, std::size_t d, Random& random) {
  std::vector<double> rows(n * d);
  std::vector<double> mean(d);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    rows[k] = random.normal();
    mean[k % d] += rows[k] / static_cast<double>(n);
  }
  std::vector<double> scatter(d * d);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < d * d; ++k) {
      scatter[k] += (rows[i * d + k / d] - mean[k / d]) * (rows[i * d + k % d] - mean[k % d]);
    }
  }
  return scatter;
}

/// How many of 1000 tables of three classes with n rows of one normal distribution have a p-value of at most `level`.
int rejected_tables(std::size_t n, std::size_t d, double level) {
  Random random(n);
  int rejected = 0;
  for (int table = 0; table < 1000; ++table) {
    std::vector<double> scatters;
    for (int c = 0; c < 3; ++c) std::ranges::copy(normal_scatter(n, d, random), std::back_inserter(scatters));
    const std::vector<double> rows(3, static_cast<double>(n));
    rejected += box_m(scatters, rows, d).p_value <= level ? 1 : 0;
  }
  return rejected;
}

TEST(BoxM, rejects_as_often_as_it_says_however_few_rows_there_are) {
  struct Size {
    std::size_t rows;
    std::size_t columns;
  };
  for (const auto [rows, columns] : {Size{2, 1}, Size{9, 8}, Size{10, 8}, Size{30, 8}, Size{16, 14}}) {
    EXPECT_NEAR(rejected_tables(rows, columns, 0.05), 50, 21) << rows;  // three standard deviations
    EXPECT_NEAR(rejected_tables(rows, columns, 0.5), 500, 48) << rows;
  }
}

TEST(DiscriminantFunctions, take_away_the_first) {
  const std::vector<double> eigenvalues{3, 1};
  const std::vector<DiscriminantFunction> found = discriminant_functions(eigenvalues, 30, 4, 3);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0].wilks_lambda, 0.125, 1e-15);
  EXPECT_NEAR(found[1].wilks_lambda, 0.5, 1e-15);
  EXPECT_EQ(found[0].share, 0.75);
  EXPECT_NEAR(found[0].canonical_correlation, std::sqrt(0.75), 1e-15);
  EXPECT_EQ(found[0].test.degrees, 8);
  EXPECT_EQ(found[1].test.degrees, 3);
  EXPECT_NEAR(found[1].test.statistic, 25.5 * std::log(2.0), 1e-12);
}

}  // namespace
}  // namespace suffice
