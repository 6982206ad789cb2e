#include "math/kernels/table_sums.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(SumTableRows, agrees_with_plain_sums_to_the_last_bit) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  for (const std::size_t columns : {1U, 2U, 7U, 8U, 9U, 20U}) {
    const std::size_t width = padded_width(columns);
    std::vector<double> table(11 * width);
    for (double& number : table) {
      number = bits() % 20 == 0 ? -INFINITY : normal(bits);
    }
    std::vector<double> start(columns);
    for (double& number : start) {
      number = normal(bits);
    }
    const std::size_t terms = 5;
    const std::size_t rows = 30;
    std::vector<std::uint32_t> places(panel_rows * terms);
    for (std::uint32_t& place : places) {
      place = static_cast<std::uint32_t>(bits() % 11);
    }
    std::vector<PanelColumn> out(columns);
    sum_table_rows(table, width, places, terms, rows, start, out);
    for (std::size_t r = 0; r < rows; ++r) {
      for (std::size_t k = 0; k < columns; ++k) {
        double sum = start[k];
        for (std::size_t i = 0; i < terms; ++i) {
          sum += table[places[r * terms + i] * width + k];
        }
        ASSERT_EQ(out[k][r], sum);
      }
    }
  }
}

TEST(SumTableRows, no_terms_leave_the_start) {
  std::vector<PanelColumn> out(2);
  sum_table_rows({}, 8, {}, 0, 3, std::vector<double>{1, -INFINITY}, out);
  EXPECT_EQ(out[0][2], 1);
  EXPECT_EQ(out[1][2], -INFINITY);
}

}  // namespace
}  // namespace suffice
