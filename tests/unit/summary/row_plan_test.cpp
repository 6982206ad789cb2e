#include "summary/moments/row_plan.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

using Numbers = std::vector<std::uint32_t>;

const std::vector<double> values{1, 2, 3, 4, 5, 6};
const std::vector<double> weights{1, 1, 0, 2, 1, 1};
const Numbers codes{1, 0, 1, 1, 2, 0};
const Numbers class_of_code{7, 5, 7};  // two names of one label

LabelledRows labelled() { return {Batch::row_major(values.data(), 6, 1, weights), codes, class_of_code}; }

TEST(RowPlan, sorts_rows_by_group_each_in_order) {
  RowPlan plan;
  plan.reserve(6, 9);
  for (int again = 0; again < 2; ++again) {
    plan.make(labelled(), [](std::uint32_t c) { return c + 1; });
    EXPECT_EQ(plan.groups, (Numbers{6, 8, 0, 6, 8, 8}));  // a row of weight 0 is in group 0
    EXPECT_EQ(plan.members, (Numbers{0, 3, 1, 4, 5, 2}));
    EXPECT_EQ(plan.order, (Numbers{0, 1, 2, 3, 4, 5}));
    ASSERT_EQ(plan.runs.size(), 3U);
    EXPECT_EQ(plan.runs[0].group, 6U);
    EXPECT_EQ(plan.runs[0].rows, 2U);
    EXPECT_EQ(plan.runs[1].group, 8U);
    EXPECT_EQ(plan.runs[1].first, 2U);
    EXPECT_EQ(plan.runs[1].rows, 3U);
    EXPECT_EQ(plan.runs[2].group, 0U);
  }
}

TEST(VisitDense, shows_rows_where_they_are) {
  const std::vector<float> floats{1, 2, 3, 4};
  AlignedVector copy;
  visit_dense(Batch::row_major(floats.data(), 2, 2), 0, 2, copy, [&]<typename Number>(const DenseRows<Number>& dense) {
    EXPECT_EQ(static_cast<const void*>(dense.values), floats.data());
    EXPECT_EQ(dense.row_stride, 2);
    EXPECT_EQ(dense.weights, nullptr);
  });
}

TEST(VisitDense, copies_columns_that_lie_apart) {
  const Batch by_column{values.data(), 3, 2, 1, 3, {}};
  AlignedVector copy(3);
  visit_dense(by_column, 1, 1, copy, [&]<typename Number>(const DenseRows<Number>& dense) {
    EXPECT_EQ(dense.row_stride, 1);
    EXPECT_EQ((std::vector<double>(dense.values, dense.values + 3)), (std::vector<double>{4, 5, 6}));
  });
}

}  // namespace
}  // namespace suffice
