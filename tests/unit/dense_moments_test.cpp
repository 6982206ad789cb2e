#include "summary/dense_moments.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

// The first rows, and many, are checked while they are summed, few before.
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
    labels.add(classes);
    for (const std::size_t more : {std::size_t{2}, rows}) {
      values[2 * more - 1] = std::nan("");
      const Batch bad = Batch::row_major(values.data(), more, 2);
      EXPECT_THROW(sums.add(bad, labels.classes_of(bad, {std::span(codes).first(more), names}), schema), Error);
      EXPECT_EQ(sums.rows(), rows);
      values[2 * more - 1] = 1.5;
    }
    MomentState state = std::move(sums).take().close();
    EXPECT_EQ(std::move(state).take(std::vector<std::size_t>{0}).mean, (std::vector<double>{1.5, 1.5}));
  }
}

}  // namespace
}  // namespace suffice
