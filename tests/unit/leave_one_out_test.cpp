#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

TEST(LeaveOneOut, a_class_of_one_row_counts_as_wrong_and_is_reported) {
  Table table = random_table(1, 40, 2, 2);
  table.names.push_back("rare");
  table.codes[0] = 2;
  const LeaveOneOut result = leave_one_out(table.summary(), {}, table.batch(), table.labels());
  EXPECT_EQ(result.rows, 40U);
  EXPECT_EQ(result.unscored_rows, 1U);
  EXPECT_LE(result.accuracy.value, 39.0 / 40);
  EXPECT_GT(result.log_loss, 0);
}

TEST(LeaveOneOut, a_removal_that_makes_the_covariance_singular_is_reported) {
  // Column x1 varies in one row only.
  Table table = random_table(2, 30, 2, 2);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    table.values[2 * i + 1] = i == 7 ? 1 : 0;
  }
  const LeaveOneOut result = leave_one_out(table.summary(), {}, table.batch(), table.labels());
  EXPECT_EQ(result.unscored_rows, 1U);
}

TEST(LeaveOneOut, refuses_rows_of_a_class_that_the_sums_do_not_have) {
  const Table table = random_table(3, 30, 2, 2);
  const std::vector<std::string> names{"class 0", "class 9"};
  EXPECT_THROW(leave_one_out(table.summary(), {}, table.batch(), {table.codes, names}), Error);
  EXPECT_THROW(leave_one_out(table.summary(), {}, Batch::row_major(nullptr, 0, 2), {{}, names}), Error);
}

TEST(LeaveOneOut, where_no_row_can_be_left_out_the_log_loss_is_undefined) {
  const std::vector<double> values{0, 0, 1, 0, 0, 1, 5, 5};
  const std::vector<std::uint32_t> codes{0, 0, 0, 1};
  const std::vector<std::string> names{"a", "b"};
  const Batch rows = Batch::row_major(values.data(), 4, 2);
  const Summary summary = summarise(rows, {codes, names}, {{"p", "q"}, "y", ""});
  const LeaveOneOut result = leave_one_out(summary, {}, rows, {codes, names});
  EXPECT_EQ(result.unscored_rows, 4U);
  EXPECT_EQ(result.accuracy.value, 0);
  EXPECT_TRUE(std::isnan(result.log_loss));
  EXPECT_THROW(leave_one_out(summary, {}, rows, {std::span(codes).first(3), names}), Error);
}

TEST(LeaveOneOut, constant_columns_have_no_say) {
  const Table table = random_table(4, 50, 2, 2);
  Table wider{3, {}, table.codes, table.names, {}};
  for (std::size_t i = 0; i < table.rows(); ++i) {
    wider.values.insert(wider.values.end(), {table.values[2 * i], 4.5, table.values[2 * i + 1]});
  }
  const LeaveOneOut narrow = leave_one_out(table.summary(), {}, table.batch(), table.labels());
  const LeaveOneOut wide = leave_one_out(wider.summary(), {}, wider.batch(), wider.labels());
  EXPECT_NEAR(narrow.log_loss, wide.log_loss, 1e-12);
}

}  // namespace
}  // namespace suffice
