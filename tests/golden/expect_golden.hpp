// Golden numbers against those of a model.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "golden/golden_case.hpp"
#include "suffice/model.hpp"

namespace suffice::golden {

/// Rounding is relative to the largest golden number of a column, since columns may differ in their units.
inline void expect_near(const Section& expected, const std::vector<double>& actual, double relative) {
  ASSERT_EQ(expected.numbers.size(), actual.size());
  for (std::size_t j = 0; j < expected.columns; ++j) {
    double largest = 0;
    for (std::size_t i = 0; i < expected.rows; ++i) largest = std::max(largest, std::abs(expected.at(i, j)));
    for (std::size_t i = 0; i < expected.rows; ++i) {
      EXPECT_NEAR(expected.at(i, j), actual[i * expected.columns + j], relative * largest) << "row " << i;
    }
  }
}

/// Posteriors are compared as logs, so that small ones count too: |Δ log p| ≤ 10 tolerances (that is 1e-9), or as many
/// relative to log p. Below 1e-300 the golden probability has lost its digits.
inline void expect_posterior(const Section& expected, const Model& model, const GoldenTable& table, double relative) {
  std::vector<double> log_posterior(expected.numbers.size());
  model.log_posterior(table.rows(), log_posterior);
  for (std::size_t i = 0; i < log_posterior.size(); ++i) {
    if (expected.numbers[i] < 1e-300) {
      EXPECT_LT(log_posterior[i], -690);
    } else {
      const double golden = std::log(expected.numbers[i]);
      EXPECT_NEAR(golden, log_posterior[i], 10 * relative * std::max(1.0, -golden)) << "at position " << i;
    }
  }
}

}  // namespace suffice::golden
