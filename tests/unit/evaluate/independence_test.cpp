#include "evaluate/checks/independence.hpp"

#include <cmath>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Correlation, of_a_line_is_1) {
  const std::vector<double> x{1, 2, 3, 4};
  const std::vector<double> y{2, 4, 6, 8};
  EXPECT_NEAR(correlation(x, y).statistic, 1, 1e-15);
  EXPECT_LT(correlation(x, y).p_value, 1e-12);
  EXPECT_TRUE(std::isnan(correlation(x, std::vector<double>{1, 1, 1, 1}).p_value));
}

TEST(GSquare, of_independent_columns_is_0) {
  std::vector<std::uint32_t> x;
  std::vector<std::uint32_t> y;
  for (std::uint32_t i = 0; i < 100; ++i) {
    x.push_back(i % 2);
    y.push_back(i / 2 % 2);
  }
  const auto [found, v] = g_square(x, y, 2, 2, 0);
  EXPECT_NEAR(found.statistic, 0, 1e-10);
  EXPECT_EQ(found.degrees, 1);
  EXPECT_NEAR(found.p_value, 1, 1e-4);
  EXPECT_NEAR(v, 0, 1e-12);
}

TEST(GSquare, of_few_rows_is_judged_by_permutations) {
  const std::vector<std::uint32_t> x{0, 0, 0, 0, 1, 1, 1, 1};
  const TestResult same = g_square(x, x, 2, 2, 1).test;
  EXPECT_NEAR(same.p_value, 2.0 / 70, 0.015);  // 2 of the 70 ways to split eight rows
  EXPECT_EQ(same.p_value, g_square(x, x, 2, 2, 1).test.p_value);
  EXPECT_TRUE(std::isnan(g_square(x, std::vector<std::uint32_t>(8, 0), 2, 1, 1).test.p_value));
}

TEST(GSquare, of_rare_values_can_be_as_sure_as_any) {
  std::vector<std::uint32_t> x(200, 0);
  for (std::size_t i = 0; i < 200; ++i) x[i] = static_cast<std::uint32_t>(i < 4 ? 2 : i % 2);
  EXPECT_LT(g_square(x, x, 3, 3, 1).test.p_value, 1e-9);
}

TEST(GSquare, measures_association_from_0_to_1_by_the_values_that_occur) {
  const std::vector<std::uint32_t> x{0, 0, 0, 0, 2, 2, 2, 2};
  EXPECT_NEAR(g_square(x, x, 5, 9, 1).cramer_v, 1, 1e-12);
  const std::vector<std::uint32_t> y{0, 0, 0, 7, 0, 7, 7, 7};
  EXPECT_NEAR(g_square(x, y, 5, 9, 1).cramer_v, 0.5, 1e-12);  // χ² = 8 · (3·3 − 1·1)² / 4⁴ = 2 of 8 rows
}

TEST(GSquare, of_independent_columns_needs_few_permutations_and_of_dependent_ones_the_tail) {
  std::vector<std::uint32_t> x;
  std::vector<std::uint32_t> y;
  for (std::uint32_t i = 0; i < 900; ++i) {
    x.push_back(i % 15);
    y.push_back(i / 15 % 30);
  }
  EXPECT_GT(g_square(x, y, 15, 30, 1).test.p_value, 0.99);  // every pair of values twice
  EXPECT_LT(g_square(x, x, 15, 15, 1).test.p_value, 1e-100);
}

TEST(AnalysisOfVariance, of_two_groups_is_the_square_of_students_t) {
  const std::vector<double> numbers{1, 2, 3, 2, 4, 6};
  const auto [test, eta_squared] = analysis_of_variance(numbers, std::vector<std::uint32_t>{0, 0, 0, 2, 2, 2}, 3);
  EXPECT_NEAR(test.statistic, 2.4, 1e-14);  // t² = 2² / (2/3 · 2.5)
  EXPECT_EQ(test.degrees, 1);
  EXPECT_NEAR(eta_squared, 0.375, 1e-14);  // 6 of 16
}

TEST(AnalysisOfVariance, of_numbers_that_follow_from_the_category_is_sure) {
  const std::vector<double> numbers{1, 1, 3, 3};
  const auto [test, eta_squared] = analysis_of_variance(numbers, std::vector<std::uint32_t>{0, 0, 1, 1}, 2);
  EXPECT_EQ(test.p_value, 0);
  EXPECT_EQ(eta_squared, 1);
}

TEST(AnalysisOfVariance, needs_two_values_rows_beyond_them_and_numbers_that_vary) {
  const std::vector<double> numbers{1, 2, 3};
  EXPECT_TRUE(std::isnan(analysis_of_variance(numbers, std::vector<std::uint32_t>{1, 1, 1}, 2).test.p_value));
  EXPECT_TRUE(std::isnan(analysis_of_variance(numbers, std::vector<std::uint32_t>{0, 1, 2}, 3).test.p_value));
  EXPECT_TRUE(std::isnan(
      analysis_of_variance(std::vector<double>{2, 2, 2}, std::vector<std::uint32_t>{0, 1, 1}, 2).test.p_value));
  EXPECT_TRUE(std::isnan(analysis_of_variance({}, {}, 2).test.p_value));
}

}  // namespace
}  // namespace suffice
