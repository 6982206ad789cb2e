#include "evaluate/metrics/left_out_totals.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(LeftOutTotals, counts_rows_without_a_score_as_errors_and_leaves_them_out_of_the_loss) {
  LeftOutTotals totals;
  totals.add({std::log(0.5), true}, 2);
  totals.add({std::log(0.25), false}, 1);
  totals.add({std::nan(""), false}, 1);
  totals.add({0, true}, 0);
  const LeaveOneOut result = totals.result();
  EXPECT_EQ(result.rows, 3U);
  EXPECT_EQ(result.unscored_rows, 1U);
  EXPECT_EQ(result.accuracy.value, 0.5);
  EXPECT_NEAR(result.log_loss, -(2 * std::log(0.5) + std::log(0.25)) / 3, 1e-15);
}

TEST(LeftOutTotals, of_no_rows_are_an_error) { EXPECT_THROW(static_cast<void>(LeftOutTotals().result()), Error); }

}  // namespace
}  // namespace suffice
