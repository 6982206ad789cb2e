#include "summary/moments/grouped_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "summary/moments/missing_values.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

Numbers values_of(const Batch& batch) {
  Numbers values(batch.rows * batch.columns);
  for (std::size_t i = 0; i < batch.rows; ++i) {
    batch.copy_row(i, &values[i * batch.columns]);
  }
  return values;
}

TEST(GroupedRows, keep_the_order_within_a_group) {
  const Numbers values{1, 2, 3, std::nan(""), 5, 6, std::nan(""), 8, 9, std::nan("")};
  const Numbers weights{1, 2, 3, 0, 5};
  const std::vector<std::uint32_t> codes{4, 3, 2, 1, 0};
  const std::vector<std::uint32_t> class_of_code{0, 1, 2, 3, 4};
  const std::vector<std::uint32_t> groups{0, 2, 0, no_group, 2};
  GroupedRows grouped;
  for (const bool weighted : {true, false}) {
    const Batch batch =
        Batch::row_major(values.data(), 5, 2, weighted ? std::span(weights) : std::span<const double>());
    grouped.take({batch, codes, class_of_code}, groups, 4, true, 2);
    const LabelledRows complete = grouped.group(0);
    EXPECT_EQ(values_of(complete.batch), (Numbers{1, 2, 5, 6}));
    EXPECT_EQ(Numbers(complete.batch.weights.begin(), complete.batch.weights.end()),
              weighted ? (Numbers{1, 3}) : Numbers());
    EXPECT_EQ(complete.codes[1], 2U);
    EXPECT_EQ(complete.class_of_code.data(), class_of_code.data());
    EXPECT_EQ(grouped.group(1).batch.rows, 0U);
    EXPECT_EQ(values_of(grouped.group(2).batch), (Numbers{3, 0, 9, 0}));
    EXPECT_EQ(grouped.group(2).codes[1], 0U);
    EXPECT_EQ(grouped.group(3).batch.rows, 0U);
  }
  grouped.take({Batch::row_major(values.data(), 2, 2), codes, class_of_code}, std::span(groups).first(2), 3, false, 1);
  EXPECT_TRUE(std::isnan(grouped.group(2).batch.value(0, 1)));
}

// Many rows are copied by several threads; floats, and columns one after the other.
TEST(GroupedRows, copy_any_numbers) {
  constexpr std::size_t rows = 30'000;
  std::vector<float> values(3 * rows);
  std::vector<std::uint32_t> groups(rows);
  const std::vector<std::uint32_t> codes(rows);
  const std::vector<std::uint32_t> class_of_code{0};
  for (std::size_t i = 0; i < rows; ++i) {
    groups[i] = static_cast<std::uint32_t>(i % 3 == 0);
    for (std::size_t j = 0; j < 3; ++j) {
      values[j * rows + i] = static_cast<float>(i + j);
    }
  }
  GroupedRows grouped;
  grouped.take({{values.data(), rows, 3, 1, rows}, codes, class_of_code}, groups, 2, false, 3);
  EXPECT_EQ(grouped.group(0).batch.rows, 20'000U);
  EXPECT_EQ(grouped.group(0).batch.value(3, 2), 7);  // row 5
  EXPECT_EQ(grouped.group(1).batch.value(9'999, 1), 29'998);
}

TEST(GroupedRows, blocks_are_bounded) {
  EXPECT_EQ(GroupedRows::block_rows(1), std::size_t{1} << 20U);
  EXPECT_EQ(GroupedRows::block_rows(1'000'000), 128U);
}

}  // namespace
}  // namespace suffice
