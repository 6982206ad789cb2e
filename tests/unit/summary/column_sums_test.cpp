#include "summary/moments/column_sums.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "plain_patterns.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;
const double missing = std::nan("");

TEST(ColumnSums, join_those_of_complete_rows) {
  const std::vector<std::vector<double>> rows{{1, 2, 3}, {4, missing, 5}, {7, missing, 0}, {missing, 1, 8}};
  const Numbers values{4, missing, 5, 7, missing, 0, missing, 1, 8};
  const Numbers weights{2, 1, 0.5};
  const std::vector<std::uint32_t> codes{1, 1, 0};
  const std::vector<std::uint32_t> class_of_code{1, 0};
  ColumnSums sums(3);
  for (std::size_t i = 0; i < 3; ++i) {
    sums.add({Batch::row_major(&values[3 * i], 1, 3, std::span(weights).subspan(i, 1)), std::span(codes).subspan(i, 1),
              class_of_code},
             2);
  }
  EXPECT_EQ(sums.rows(), 3U);

  // The first row is complete, of class 0; class 2 has no rows.
  ClassChain::Closed closed{
      {1, 0, 0}, {1, 0, 0}, {MomentKind::diagonal, {1, 2, 3, 0, 0, 0, 0, 0, 0}, Numbers(9), {}, {}}};
  sums.join(closed, std::vector<std::size_t>{0, 1, 2});
  const Moments expected = moments_of(plain_patterns(rows, {"a", "a", "a", "b"}, {1, 2, 1, 0.5}, MomentKind::diagonal));
  const auto first = [](const Numbers& numbers) { return Numbers(numbers.begin(), numbers.begin() + 6); };
  EXPECT_EQ(first(closed.moments.column_weight), expected.column_weight);
  EXPECT_LT(difference(first(closed.moments.mean), expected.mean), 1e-15);
  EXPECT_LT(difference(first(closed.moments.scatter), expected.scatter), 1e-15);
  for (const Numbers* numbers : {&closed.moments.column_weight, &closed.moments.mean, &closed.moments.scatter}) {
    EXPECT_EQ(Numbers(numbers->begin() + 6, numbers->end()), Numbers(3));
  }
}

TEST(ColumnSums, a_column_without_values_has_none) {
  const Numbers values{missing, 1, missing, 3};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> class_of_code{0};
  ColumnSums sums(2);
  sums.add({Batch::row_major(values.data(), 2, 2), codes, class_of_code}, 1);
  ClassChain::Closed closed{{0}, {0}, {MomentKind::diagonal, {0, 0}, {0, 0}, {}, {}}};
  sums.join(closed, std::vector<std::size_t>{0});
  EXPECT_EQ(closed.moments, (Moments{MomentKind::diagonal, {0, 2}, {0, 2}, {}, {}, {0, 2}}));
}

}  // namespace
}  // namespace suffice
