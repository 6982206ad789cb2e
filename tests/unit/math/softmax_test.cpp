#include "math/kernels/softmax.hpp"

#include <cmath>
#include <random>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "math/special/log_sum_exp.hpp"

namespace suffice {
namespace {

// Panels whose rows reach from close races to differences beyond the range of exp.
std::vector<PanelColumn> draw(std::size_t columns) {
  std::mt19937 bits(static_cast<std::uint32_t>(columns));
  std::normal_distribution<double> normal;
  std::vector<PanelColumn> panel(columns);
  for (PanelColumn& column : panel) {
    for (std::size_t r = 0; r < panel_rows; ++r) {
      column[r] = -1e4 + normal(bits) * std::pow(2, static_cast<double>(r) / 2);
    }
  }
  return panel;
}

std::vector<double> row(const std::vector<PanelColumn>& panel, std::size_t r) {
  std::vector<double> values;
  for (const PanelColumn& column : panel) {
    values.push_back(column[r]);
  }
  return values;
}

TEST(Softmax, every_kernel_agrees_with_the_plain_formula) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t columns : {1U, 2U, 10U, 33U}) {
      const std::vector<PanelColumn> scores = draw(columns);
      std::vector<PanelColumn> logs = scores;
      std::vector<PanelColumn> posterior = scores;
      PanelColumn evidence;
      log_normalise(logs);
      softmax(posterior);
      log_sum_exp(scores, evidence);
      for (std::size_t r = 0; r < panel_rows; ++r) {
        std::vector<double> plain = row(scores, r);
        EXPECT_DOUBLE_EQ(evidence[r], normalise_logs(plain));
        double sum = 0;
        for (std::size_t k = 0; k < columns; ++k) {
          EXPECT_NEAR(logs[k][r], plain[k], 1e-15 * (1 + std::abs(plain[k])));
          EXPECT_NEAR(posterior[k][r], std::exp(plain[k]),
                      1e-323 + 1e-15 * (4 + std::abs(plain[k])) * std::exp(plain[k]));
          sum += posterior[k][r];
        }
        EXPECT_NEAR(sum, 1, 1e-14);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Softmax, the_exponential_is_right_to_two_units_in_the_last_place) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (double first = -740; first < 0; first += 0.37) {
      std::vector<PanelColumn> columns(2);
      columns[0].values.fill(0);
      for (std::size_t r = 0; r < panel_rows; ++r) {
        columns[1][r] = first + static_cast<double>(r) * 0.0057;
      }
      const PanelColumn x = columns[1];
      softmax(columns);
      for (std::size_t r = 0; r < panel_rows && x[r] < -40; ++r) {  // there the sum is 1
        const double exact = std::exp(x[r]);
        const double unit = std::max(std::nextafter(exact, 1) - exact, 5e-324);
        ASSERT_LE(std::abs(columns[1][r] - exact), 2 * unit) << x[r];
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Softmax, the_logarithm_is_right_to_the_last_place) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (std::size_t count = 1; count <= 1000; count += 1 + count / 10) {
      const std::vector<PanelColumn> columns(count);  // as many terms of exp 0, which is 1
      LogNormalisers sums;
      log_normalisers(columns, sums);
      const double exact = std::log(static_cast<double>(count));
      ASSERT_LE(std::abs(sums.logs[0] - exact), std::nextafter(exact, 9) - exact) << count;
    }
    for (double x = -40; x < 0; x += 0.03) {
      std::vector<PanelColumn> pair(2);
      pair[1].values.fill(x);
      LogNormalisers sums;
      log_normalisers(pair, sums);
      ASSERT_NEAR(sums.logs[31], std::log1p(std::exp(x)), 2.5e-16) << x;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Softmax, impossible_stays_impossible_and_never_becomes_nan) {
  std::vector<PanelColumn> columns(3);
  columns[0].values.fill(-INFINITY);
  columns[1].values.fill(-INFINITY);
  columns[2].values.fill(-INFINITY);
  columns[1][7] = -1e308;
  std::vector<PanelColumn> logs = columns;
  PanelColumn evidence;
  log_sum_exp(columns, evidence);
  log_normalise(logs);
  softmax(columns);
  EXPECT_EQ(evidence[0], -INFINITY);
  EXPECT_EQ(evidence[7], -1e308);
  EXPECT_EQ(row(logs, 0), std::vector<double>(3, -INFINITY));
  EXPECT_EQ(row(logs, 7), (std::vector<double>{-INFINITY, 0, -INFINITY}));
  EXPECT_EQ(row(columns, 0), std::vector<double>(3, 0));
  EXPECT_EQ(row(columns, 7), (std::vector<double>{0, 1, 0}));
}

TEST(Softmax, the_largest_column_is_the_lowest_among_equals) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    std::vector<PanelColumn> columns = draw(7);
    columns[2].values.fill(1e9);
    columns[5].values.fill(1e9);
    columns[6][3] = 2e9;
    for (PanelColumn& column : columns) {
      column[4] = -INFINITY;
    }
    std::array<std::uint32_t, panel_rows> out{};
    largest_columns(columns, out);
    for (std::size_t r = 0; r < panel_rows; ++r) {
      EXPECT_EQ(out[r], r == 3 ? 6U : r == 4 ? 0U : 2U);
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Softmax, a_row_has_the_same_bits_wherever_it_stands) {
  std::vector<PanelColumn> columns = draw(5);
  for (PanelColumn& column : columns) {
    column.values.fill(column[17]);
  }
  softmax(columns);
  for (const PanelColumn& column : columns) {
    for (const double value : column.values) {
      ASSERT_EQ(value, column[0]);
    }
  }
}

}  // namespace
}  // namespace suffice
