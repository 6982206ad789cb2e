#include "data/check_finite.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(CheckFinite, passes_every_finite_value) {
  const std::vector<double> values{0, -0.0, 1.7976931348623157e308, 5e-324, -1.7976931348623157e308, 1};
  check_finite(Batch::row_major(values.data(), 3, 2), {{"a", "b"}, "y", ""});
}

TEST(CheckFinite, names_row_and_column_of_the_first_other_value) {
  std::vector<double> values{0, 1, 2, 3, 4, 5};
  for (const double bad : {std::nan(""), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    values[3] = bad;
    // Row-major, and the same memory read as columns.
    for (const Batch& batch : {Batch::row_major(values.data(), 3, 2), Batch{values.data(), 3, 2, 1, 3, {}}}) {
      try {
        check_finite(batch, {{"a", "b"}, "y", ""});
        FAIL() << "nothing was thrown";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.where(), batch.column_stride == 1 ? "row 1" : "row 0");
        EXPECT_NE(error.message().find("column 'b' is not finite"), std::string::npos) << error.message();
      }
    }
  }
}

}  // namespace
}  // namespace suffice
