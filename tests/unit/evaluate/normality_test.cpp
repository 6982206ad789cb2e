#include "evaluate/checks/normality.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "math/special/random.hpp"

namespace suffice {
namespace {

std::vector<double> drawn(std::size_t count, bool normal) {
  Random random(3);
  std::vector<double> values(count);
  for (double& value : values) {
    value = normal ? random.normal() : random.gamma(1);
  }
  return values;
}

TEST(AndersonDarling, tells_normal_from_exponential) {
  EXPECT_GT(anderson_darling(drawn(500, true)).p_value, 0.01);
  EXPECT_LT(anderson_darling(drawn(500, false)).p_value, 1e-9);
}

TEST(AndersonDarling, of_too_few_or_constant_numbers_is_undefined) {
  EXPECT_TRUE(std::isnan(anderson_darling(drawn(7, true)).p_value));
  EXPECT_TRUE(std::isnan(anderson_darling(std::vector<double>(9, 1.5)).p_value));
}

TEST(Mardia, tells_normal_from_exponential) {
  const Mardia normal = mardia(drawn(600, true), 3);
  EXPECT_GT(normal.skewness_test.p_value, 0.01);
  EXPECT_GT(normal.kurtosis_test.p_value, 0.01);
  EXPECT_EQ(normal.skewness_test.degrees, 10);
  EXPECT_NEAR(normal.kurtosis, 15, 2);
  const Mardia skew = mardia(drawn(600, false), 3);
  EXPECT_LT(skew.skewness_test.p_value, 1e-9);
}

// Of one column b_1 is the square of the skewness, and b_2 the kurtosis.
TEST(Mardia, of_one_column_is_by_its_moments) {
  const std::vector<double> values{0, 1, 1, 2, 7, 9};
  const Mardia found = mardia(values, 1);
  EXPECT_NEAR(found.skewness, 0.7062066597043258 * 0.7062066597043258, 1e-12);  // scipy.stats.skew
  EXPECT_NEAR(found.kurtosis, 1.7446375739644964, 1e-12);                       // scipy.stats.kurtosis
}

TEST(Mardia, of_a_singular_covariance_is_undefined) {
  EXPECT_TRUE(std::isnan(mardia(std::vector<double>{1, 1, 2, 2, 3, 3}, 2).skewness_test.p_value));
}

// Of three rows of two columns b_2 is the same whatever they are.
TEST(Mardia, of_hardly_more_rows_than_columns_is_undefined) {
  EXPECT_TRUE(std::isnan(mardia(std::vector<double>{1, 5, 2, 2, 3, 7}, 2).kurtosis_test.p_value));
  EXPECT_FALSE(std::isnan(mardia(std::vector<double>{1, 5, 2, 2, 3, 7, 4, 1}, 2).kurtosis_test.p_value));
}

/// The shares of tables of n normal rows that are rejected at 5 %.
struct RejectionRates {
  double skewness = 0;
  double kurtosis = 0;
};

RejectionRates rejection_rates(std::size_t n, std::size_t d) {
  constexpr int tables = 500;
  Random random(1000 * n + d);
  RejectionRates rates;
  for (int k = 0; k < tables; ++k) {
    std::vector<double> rows(n * d);
    for (double& value : rows) value = random.normal();
    const Mardia found = mardia(rows, d);
    rates.skewness += found.skewness_test.p_value <= 0.05 ? 1.0 / tables : 0;
    rates.kurtosis += found.kurtosis_test.p_value <= 0.05 ? 1.0 / tables : 0;
  }
  return rates;
}

// The χ² has the mean of n b_1 / 6 but not all of its variance, so that a few more than 5 % are rejected.
TEST(Mardia, rejects_normal_rows_of_many_columns_at_its_level) {
  for (const auto& [n, d] : {std::pair<std::size_t, std::size_t>{100, 10}, {100, 20}, {200, 15}, {300, 10}}) {
    SCOPED_TRACE(testing::Message() << n << " rows of " << d << " columns");
    const RejectionRates rates = rejection_rates(n, d);
    EXPECT_GT(rates.skewness, 0.02);
    EXPECT_LT(rates.skewness, 0.11);
    EXPECT_GT(rates.kurtosis, 0.02);
    EXPECT_LT(rates.kurtosis, 0.09);
  }
}

}  // namespace
}  // namespace suffice
