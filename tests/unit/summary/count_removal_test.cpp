#include "summary/count_removal.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "summary/class_counts.hpp"

namespace suffice {
namespace {

const auto somewhere = [] { return std::string("somewhere"); };

TEST(CountLeft, whole_numbers_are_exact_and_others_are_zero_to_rounding) {
  EXPECT_EQ(count_left(0x1p52, 0x1p52 - 1), 1.0);
  EXPECT_EQ(count_left(3, 4), std::nullopt);
  EXPECT_EQ(count_left(0.1 + 0.2, 0.3), 0.0);
  EXPECT_EQ(count_left(0.3, 0.1 + 0.2), 0.0);
  EXPECT_EQ(count_left(0.5, 0.25), 0.25);
  EXPECT_EQ(count_left(0.5, 0.75), std::nullopt);
}

TEST(CountRemoval, whole_numbers_leave_no_error) {
  CountRemoval removal;
  EXPECT_EQ(removal.count(7, 3, {10, 5}, somewhere), 4);
  EXPECT_EQ(removal.count(7, 7, {10, 0}, somewhere), 0);
  EXPECT_EQ(removal.sum(9, 4, true, somewhere), 5);
  EXPECT_EQ(removal.relative_error(), 0);
  EXPECT_EQ(removal.count(1.5, 0.5, {2, 1}, somewhere), 1);
  EXPECT_EQ(removal.relative_error(), 1.5 * 0x1p-52);
}

TEST(CountRemoval, what_is_left_fits_the_rows_that_are_left) {
  CountRemoval removal;
  EXPECT_EQ(removal.count(0.7, 0.1, {0.7, 0.6 - 1e-16}, somewhere), 0.6 - 1e-16);
  EXPECT_THROW(removal.count(7, 1, {10, 5}, somewhere), Error);
  EXPECT_EQ(removal.sum(1e9 + 0.1, 1e9 + 0.1, false, somewhere), 0);
  EXPECT_THROW(removal.sum(10, 4, false, somewhere), Error);
}

TEST(CountRemoval, says_when_nothing_is_left_but_rounding) {
  CountRemoval lost;
  EXPECT_EQ(lost.sum(1 + 2 + 1e20, 1e20, true, somewhere), 0);
  EXPECT_EQ(lost.relative_error(), INFINITY);
  CountRemoval no_rows;
  EXPECT_EQ(no_rows.sum(1e20, 1e20, false, somewhere), 0);
  EXPECT_EQ(no_rows.count(1e20, 1e20, {1e20, 0}, somewhere), 0);
  EXPECT_EQ(no_rows.relative_error(), 0);
  CountRemoval count;
  EXPECT_EQ(count.count(0.1 + 0.2, 0.3, {10, 9}, somewhere), 0);
  EXPECT_LT(count.relative_error(), 1e-16);  // of the rows that are left
  EXPECT_EQ(count.count(1e13 + 0.5, 1e13, {1e13 + 0.5, 0.5}, somewhere), 0);
  EXPECT_GE(count.relative_error(), 1);
}

TEST(CountRemoval, weights_of_classes_are_rounded_too) {
  CountRemoval removal;
  removal.weight(7, 3, 4);
  EXPECT_EQ(removal.relative_error(), 0);
  removal.weight(1e15 + 0.5, 1e15, 0.5);
  EXPECT_GT(removal.relative_error(), 0.4);
}

TEST(RowsLeft, have_room_for_the_rounding_of_their_sums) {
  const ClassCounts all{{"a"}, {100'000'000}, {1e7 + 0.5}};
  const RowsLeft rows = rows_left(all, 0, {{"a"}, {1}, {0.5}}, 0);
  EXPECT_EQ(rows.left, 0.5);
  EXPECT_NEAR(rows.rounding, 1e15 * 0x1p-52, 1e-6);
  EXPECT_EQ(rows.slack(0.5), rows.rounding);
  EXPECT_EQ(rows_left(all, 0, {}, no_place).left, 0);
  EXPECT_EQ((RowsLeft{1e13, 1e12}.slack(3)), 0);
  EXPECT_EQ((RowsLeft{1e13, 1e12}.slack(3.5)), 1e13 * 0x1p-40);
}

TEST(FactorTo, is_one_but_for_what_rounding_has_driven_apart) {
  const RowsLeft rows{1e15, 0.375};
  EXPECT_EQ(factor_to(0.375, 0.375, rows, somewhere), 1);
  EXPECT_EQ(factor_to(0.375, 0.375 + 1e-10, rows, somewhere), 1);
  EXPECT_EQ(factor_to(0.375, 0.75, rows, somewhere), 0.5);
  EXPECT_THROW(factor_to(1, 2, {3, 1}, somewhere), Error);
  EXPECT_EQ(scaled(5e-324, 0.25), 5e-324);
  EXPECT_EQ(scaled(0, 0.25), 0);
}

TEST(CountRemoval, says_what_cannot_be) {
  CountRemoval removal;
  try {
    removal.count(2, 3, {2, 2}, somewhere);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_STREQ(error.what(),
                 "somewhere: 3 cannot be forgotten: the model holds 2. Forget only rows that were fitted, each once. "
                 "Nothing was changed");
  }
}

}  // namespace
}  // namespace suffice
