#include "math/kernels/panel.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

template <typename Number>
std::vector<Number> numbers(std::size_t n) {
  std::mt19937 bits(1);
  std::normal_distribution<double> normal;
  std::vector<Number> values(n);
  for (Number& value : values) {
    value = static_cast<Number>(normal(bits));
  }
  return values;
}

PanelLayout all_columns(std::size_t columns) {
  std::vector<std::size_t> all(columns);
  std::iota(all.begin(), all.end(), std::size_t{0});
  return panel_layout(all, numbers<double>(columns));
}

template <typename Number>
void expect_packed_and_unpacked(std::size_t rows, std::size_t columns) {
  const std::vector<Number> values = numbers<Number>(rows * columns);
  const PanelLayout layout = all_columns(columns);
  const auto stride = static_cast<std::ptrdiff_t>(rows);
  // Row-major, and the same memory read as columns.
  for (const Batch& batch :
       {Batch::row_major(values.data(), rows, columns), Batch{values.data(), rows, columns, 1, stride, {}}}) {
    Panel panel;
    pack_panel(batch, layout, panel);
    ASSERT_EQ(panel.wanted().size(), columns);
    EXPECT_TRUE(panel.moderate);
    for (std::size_t j = 0; j < columns; ++j) {
      for (std::size_t r = 0; r < panel_rows; ++r) {
        ASSERT_EQ(panel.columns[j][r], r < rows ? batch.value(r, j) - layout.centre[j] : 0) << rows << "×" << columns;
      }
    }
    std::vector<double> out(rows * columns + 1, 42);
    unpack_panel(panel.wanted(), rows, out.data());
    for (std::size_t i = 0; i < rows * columns; ++i) {
      ASSERT_EQ(out[i], panel.columns[i % columns][i / columns]);
    }
    EXPECT_EQ(out.back(), 42);
  }
}

TEST(Panel, every_kernel_turns_rows_into_columns_and_back) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (const std::size_t columns : {1U, 3U, 8U, 10U, 50U}) {
      for (const std::size_t rows : {1U, 8U, 27U, 32U}) {
        expect_packed_and_unpacked<double>(rows, columns);
        expect_packed_and_unpacked<float>(rows, columns);
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(Panel, leaves_out_columns_that_are_not_wanted) {
  const std::vector<double> values = numbers<double>(panel_rows * 12);
  const std::vector<std::size_t> wanted{2, 3, 11};
  Panel panel;
  pack_panel(Batch::row_major(values.data(), panel_rows, 12), panel_layout(wanted, std::vector<double>(12)), panel);
  ASSERT_EQ(panel.wanted().size(), 3U);
  for (std::size_t r = 0; r < panel_rows; ++r) {
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(panel.columns[k][r], values[r * 12 + wanted[k]]);
    }
  }
}

TEST(Panel, knows_whether_every_value_is_finite_and_not_huge) {
  for (const double wild : {std::nan(""), static_cast<double>(INFINITY), -1e300, std::numeric_limits<double>::max()}) {
    for (const std::size_t columns : {3U, 9U}) {
      for (const std::size_t place : {std::size_t{0}, 15 * columns + 1, panel_rows * columns - 1}) {
        std::vector<double> values = numbers<double>(panel_rows * columns);
        values[place] = wild;
        Panel panel;
        pack_panel(Batch::row_major(values.data(), panel_rows, columns), all_columns(columns), panel);
        EXPECT_FALSE(panel.moderate);
      }
    }
  }
}

TEST(Panel, leaves_half_of_the_next_panel_to_be_fetched) {
  const std::vector<double> values = numbers<double>(2 * panel_rows * 5);
  PanelLayout layout = all_columns(5);
  Panel whole;
  pack_panel(Batch::row_major(values.data(), panel_rows, 5), layout, whole);
  EXPECT_TRUE(whole.ahead.empty());
  layout.fetches_half = true;
  Panel half;
  pack_panel(Batch::row_major(values.data(), panel_rows, 5), layout, half);
  EXPECT_EQ(half.ahead.data(), std::as_bytes(std::span(values)).data() + (panel_rows + panel_rows / 2) * 5 * 8);
  EXPECT_EQ(half.ahead.size(), panel_rows / 2 * 5 * 8);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(half.columns[k].values, whole.columns[k].values);
  }
  pack_panel(Batch::row_major(values.data(), panel_rows - 1, 5), layout, half);
  EXPECT_TRUE(half.ahead.empty());  // the last rows
}

TEST(Panel, no_columns_are_fine) {
  Panel panel;
  pack_panel(Batch::row_major(static_cast<const double*>(nullptr), 5, 0), panel_layout({}, {}), panel);
  EXPECT_TRUE(panel.wanted().empty());
  unpack_panel(panel.wanted(), 5, nullptr);
}

}  // namespace
}  // namespace suffice
