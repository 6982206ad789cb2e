#include <cmath>

#include <gtest/gtest.h>

#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

const std::vector<std::string> names{"a", "b"};

TEST(Reservoir, keeps_everything_while_there_is_room_except_weight_zero) {
  Reservoir reservoir(1, 0);
  const std::vector<double> values{1, 2, 3};
  const std::vector<double> weights{1, 0, 2};
  const std::vector<std::uint32_t> codes{1, 0, 1};
  reservoir.add(Batch::row_major(values.data(), 3, 1, weights), {codes, names});
  ASSERT_EQ(reservoir.rows(), 2U);
  EXPECT_EQ(reservoir.batch().value(1, 0), 3);
  EXPECT_EQ(reservoir.batch().weight(1), 2);
  EXPECT_EQ(reservoir.labels().names[reservoir.labels().codes[1]], "b");
}

TEST(Reservoir, is_uniform_bounded_and_does_not_depend_on_batches) {
  const std::size_t n = 40'000;
  std::vector<double> values(n);
  for (std::size_t i = 0; i < n; ++i) {
    values[i] = static_cast<double>(i);
  }
  const std::vector<std::uint32_t> codes(n, 0);
  Reservoir whole(1, 5);
  whole.add(Batch::row_major(values.data(), n, 1), {codes, names});
  Reservoir pieces(1, 5);
  for (std::size_t first = 0; first < n; first += 777) {
    const std::size_t count = std::min<std::size_t>(777, n - first);
    pieces.add(Batch::row_major(&values[first], count, 1), {std::span(codes).subspan(first, count), names});
  }
  ASSERT_EQ(whole.rows(), 10'000U);
  double sum = 0;
  for (std::size_t i = 0; i < whole.rows(); ++i) {
    ASSERT_EQ(whole.batch().value(i, 0), pieces.batch().value(i, 0));
    sum += whole.batch().value(i, 0);
  }
  // The mean of 10,000 draws without replacement from 0 … n−1.
  EXPECT_NEAR(sum / 1e4, static_cast<double>(n) / 2, 5 * static_cast<double>(n) / std::sqrt(12 * 1e4));
}

TEST(Reservoir, takes_floats_and_any_strides) {
  const std::vector<float> columns{1, 2, 3, 4, 5, 6};  // two columns of three rows
  const std::vector<std::uint32_t> codes{0, 1, 0};
  Reservoir reservoir(2, 0);
  reservoir.add(Batch{columns.data(), 3, 2, 1, 3, {}}, {codes, names});
  EXPECT_EQ(reservoir.batch().value(2, 0), 3);
  EXPECT_EQ(reservoir.batch().value(1, 1), 5);
}

TEST(Reservoir, wide_rows_are_bounded_by_memory) {
  const std::size_t columns = std::size_t{1} << 20U;  // 8 MiB a row
  const std::vector<double> row(columns, 1.0);
  const std::vector<std::uint32_t> code{0};
  Reservoir reservoir(columns, 0);
  for (int i = 0; i < 10; ++i) {
    reservoir.add(Batch::row_major(row.data(), 1, columns), {code, names});
  }
  EXPECT_EQ(reservoir.rows(), 7U);
}

}  // namespace
}  // namespace suffice
