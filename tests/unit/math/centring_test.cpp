#include "math/kernels/centring.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "math/kernels/scatter.hpp"
#include "math/system/aligned.hpp"

namespace suffice {
namespace {

// Random rows, every second of which is selected, and everything that centring them fills.
template <typename Number>
struct Rows {
  std::size_t rows;
  std::size_t columns;
  std::size_t stride = columns + 1;
  std::vector<Number> values = std::vector<Number>(rows * stride);
  std::vector<double> weights = std::vector<double>(rows);
  std::vector<std::uint32_t> selected = {};
  std::vector<std::uint32_t> places = {};
  AlignedVector shift = AlignedVector(padded_columns(columns));
  AlignedVector first = AlignedVector(padded_columns(columns), 0.25);
  AlignedVector second = AlignedVector(padded_columns(columns), 0.5);
  AlignedVector panel = AlignedVector(rows * padded_columns(columns), -1.0);

  Rows(std::uint32_t seed, std::size_t row_count, std::size_t column_count) : rows(row_count), columns(column_count) {
    std::mt19937 bits(seed);
    std::normal_distribution<double> normal;
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < columns; ++j) {
        values[i * stride + j] = static_cast<Number>(normal(bits));
      }
      values[i * stride + columns] = NAN;  // not of the row
      weights[i] = static_cast<double>(bits() % 4) / 3;
    }
    for (std::uint32_t i = 0; i < rows; i += 2) {
      selected.push_back(i);
      places.push_back(static_cast<std::uint32_t>(rows) - 1 - i);
    }
    for (std::size_t j = 0; j < columns; ++j) {
      shift[j] = normal(bits);
    }
  }

  template <typename Centre>
  bool run(Centre centre, bool weighted, bool packs) {
    const DenseRows<Number> dense{values.data(), static_cast<std::ptrdiff_t>(stride), columns,
                                  weighted ? weights.data() : nullptr};
    return centre(dense, RowSelection{selected.data(), places.data(), selected.size()},
                  CentredSums{shift.data(), first.data(), second.data(), packs ? panel.data() : nullptr, rows});
  }
};

template <typename Number>
void compare_with_reference() {
  const auto fast_way = [](const auto&... arguments) { return centre_rows(arguments...); };
  const auto plain_way = [](const auto&... arguments) { return centre_rows_reference(arguments...); };
  for (const std::size_t columns : {1U, 3U, 4U, 7U, 8U, 11U, 12U, 16U, 21U, 50U, 64U, 69U}) {
    for (const bool weighted : {false, true}) {
      for (const bool packs : {false, true}) {
        Rows<Number> fast(3, 20, columns);
        Rows<Number> plain = fast;
        EXPECT_TRUE(fast.run(fast_way, weighted, packs));
        EXPECT_TRUE(plain.run(plain_way, weighted, packs));
        EXPECT_EQ(fast.first, plain.first) << columns;
        EXPECT_EQ(fast.second, plain.second) << columns;
        EXPECT_EQ(fast.panel, plain.panel) << columns;
      }
    }
  }
}

// Every instruction set this machine has, against the plain loop, bit for bit.
TEST(CentreRows, every_kernel_agrees_with_the_reference_to_the_last_bit) {
  const auto all = hwy::SupportedTargets();
  for (auto left_over = all; left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    compare_with_reference<double>();
    compare_with_reference<float>();
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(CentreRows, centres_weighs_and_packs) {
  const std::vector<double> values{3, 100, 7};
  const std::vector<double> weights{4, 1, 9};
  const std::vector<std::uint32_t> selected{0, 2};
  const std::vector<std::uint32_t> places{1, 0};
  AlignedVector shift(8);
  shift[0] = 2;
  AlignedVector first(8);
  AlignedVector panel(16, -1.0);
  centre_rows(DenseRows<double>{values.data(), 1, 1, weights.data()}, {selected.data(), places.data(), 2},
              {shift.data(), first.data(), nullptr, panel.data(), 2});
  EXPECT_EQ(first[0], 4 * 1 + 9 * 5);
  EXPECT_EQ(panel[8], 2 * 1);
  EXPECT_EQ(panel[0], 3 * 5);
  EXPECT_EQ(panel[1], 0);  // padding
}

TEST(CentreRows, sees_a_value_that_is_not_finite_wherever_it_stands) {
  for (const double bad : {static_cast<double>(INFINITY), -static_cast<double>(INFINITY), std::nan("")}) {
    for (std::size_t j = 0; j < 11; ++j) {
      Rows<double> rows(4, 3, 11);
      rows.values[2 * rows.stride + j] = bad;
      EXPECT_FALSE(rows.run([](const auto&... a) { return centre_rows(a...); }, false, true)) << j;
      EXPECT_FALSE(rows.run([](const auto&... a) { return centre_rows_reference(a...); }, false, false)) << j;
    }
  }
}

}  // namespace
}  // namespace suffice
