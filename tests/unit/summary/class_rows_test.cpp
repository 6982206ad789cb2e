#include "summary/class_rows.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

struct Weights {
  std::vector<double> numbers;
  [[nodiscard]] double weight(std::size_t i) const { return numbers[i]; }
};

TEST(ClassRows, are_the_rows_of_each_class_in_order_for_any_number_of_threads) {
  constexpr std::size_t count = 200'000;
  Weights weights;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < count; ++i) {
    weights.numbers.push_back(static_cast<double>(i % 7));
    codes.push_back(static_cast<std::uint32_t>(i * i % 11 % 5));
  }
  const std::vector<std::uint32_t> class_of_code{2, 0, 1, 3, 4};
  const RowClasses classes{codes, class_of_code, 5};
  std::vector<std::vector<std::size_t>> expected(5);
  for (std::size_t i = 0; i < count; ++i) {
    if (i % 7 != 0) {
      expected[classes[i]].push_back(i);
    }
  }
  for (const unsigned threads : {1U, 2U, 3U, 8U}) {
    const ClassRows found = rows_by_class(weights, count, classes, 1, threads);
    std::vector<std::vector<std::size_t>> rows(5);
    std::size_t last = 0;
    for (const ClassRow& row : found.rows) {
      EXPECT_GE(row.class_index, last);
      EXPECT_EQ(row.weight, weights.numbers[row.row]);
      last = row.class_index;
      rows[last].push_back(row.row);
    }
    EXPECT_EQ(rows, expected) << threads;
    EXPECT_EQ(found.ends.back(), found.rows.size());
    std::size_t largest = 0;
    for (const auto& some : expected) {
      largest = std::max(largest, some.size());
    }
    EXPECT_EQ(found.largest, largest);
  }
}

}  // namespace
}  // namespace suffice
