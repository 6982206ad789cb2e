#include "summary/dense_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

// Few rows are checked before they are summed, many on the way.
TEST(DenseMoments, a_value_that_is_not_finite_changes_nothing) {
  const Schema schema{{"x", "z"}, "y", ""};
  const std::vector<std::string> names{"a"};
  for (const std::size_t rows : {2U, 20'000U}) {
    DenseMoments sums({{.moments = MomentKind::full}, 2}, 2);
    OpenLabels labels({});
    std::vector<double> values(2 * rows, 1.5);
    const std::vector<std::uint32_t> codes(rows);
    const Batch batch = Batch::row_major(values.data(), rows, 2);
    const BatchClasses classes = labels.classes_of(batch, {codes, names});
    values.back() = std::nan("");
    EXPECT_THROW(sums.add(batch, classes, schema), Error);
    EXPECT_EQ(sums.rows(), 0U);
    EXPECT_EQ(sums.chain().classes(), 0U);
    values.back() = 1.5;
    sums.add(batch, classes, schema);
    EXPECT_EQ(sums.rows(), rows);
    MomentState state = std::move(sums).take().close();
    EXPECT_EQ(std::move(state).take(std::vector<std::size_t>{0}).mean, (std::vector<double>{1.5, 1.5}));
  }
}

}  // namespace
}  // namespace suffice
