#include "data/check_batch.hpp"

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(CheckRows, passes_every_finite_value) {
  const std::vector<double> values{0, -0.0, 1.7976931348623157e308, 5e-324, -1.7976931348623157e308, 1};
  check_rows(Batch::row_major(values.data(), 3, 2), {{"a", "b"}, "y", ""});
}

TEST(CheckRows, names_row_and_column_of_the_first_other_value) {
  std::vector<double> values{0, 1, 2, 3, 4, 5};
  for (const double bad : {std::nan(""), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    values[3] = bad;
    // Row-major, and the same memory read as columns.
    for (const Batch& batch : {Batch::row_major(values.data(), 3, 2), Batch{values.data(), 3, 2, 1, 3, {}}}) {
      try {
        check_rows(batch, {{"a", "b"}, "y", ""});
        FAIL() << "nothing was thrown";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.where(), batch.column_stride == 1 ? "row 1" : "row 0");
        EXPECT_NE(error.message().find("column 'b' is not finite"), std::string::npos) << error.message();
      }
    }
  }
}

TEST(CheckRows, reads_floats) {
  const std::vector<float> values{0, 3.4e38F, -INFINITY};
  check_rows(Batch::row_major(values.data(), 1, 2), {{"a", "b"}, "y", ""});
  EXPECT_THROW(check_rows(Batch::row_major(values.data(), 3, 1), {{"a"}, "y", ""}), Error);
}

TEST(CheckScoredRows, missing_is_fine_and_infinite_is_not) {
  std::vector<double> values{0, std::nan(""), 1e308, 3};
  const Schema schema{{"a", "b"}, "y", ""};
  check_scored_rows(Batch::row_major(values.data(), 2, 2), schema, 64);
  values[3] = -INFINITY;
  try {
    check_scored_rows(Batch::row_major(values.data(), 2, 2), schema, 64);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_STREQ(error.what(),
                 "row 65: the value -inf in column 'b' is infinite; leave it missing (NaN) if it is not known");
  }
}

TEST(CheckRows, counts_columns) {
  const std::vector<double> values{1, 2};
  EXPECT_THROW(check_rows(Batch::row_major(values.data(), 1, 2), {{"a"}, "y", ""}), Error);
}

TEST(CheckLabels, every_row_has_a_label_and_a_weight_that_is_one) {
  const std::vector<double> values{1, 2};
  const std::vector<std::string> names{"a"};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> unknown{0, 1};
  const auto message = [&](const std::vector<double>& weights, std::span<const std::uint32_t> labels) -> std::string {
    try {
      check_labels(Batch::row_major(values.data(), 2, 1, weights), {labels, names}, 1);
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::bad_data);
      return error.what();
    }
    return "no error";
  };
  EXPECT_EQ(message({}, codes), "no error");
  EXPECT_EQ(message({0, 2.5}, codes), "no error");
  EXPECT_EQ(message({1}, codes), "1 weights for 2 rows");
  EXPECT_EQ(message({1, -1}, codes), "row 1: the weight -1 is not a finite number of at least 0");
  EXPECT_EQ(message({1, std::nan("")}, codes), "row 1: the weight nan is not a finite number of at least 0");
  EXPECT_EQ(message({}, std::span(codes).first(1)), "1 labels for 2 rows");
  EXPECT_EQ(message({}, unknown), "row 1: there is no label number 1");
  EXPECT_THROW(check_labels(Batch::row_major(values.data(), 2, 1), {codes, names}, 2), Error);
}

}  // namespace
}  // namespace suffice
