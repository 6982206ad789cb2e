#include "encode/check_rows.hpp"

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

Block block_of(std::vector<std::string> features, Kind kind = Kind::measurements) {
  return {.kind = kind, .features = std::move(features)};
}

TEST(CheckNumbers, passes_every_finite_value) {
  const std::vector<double> values{0, -0.0, 1.7976931348623157e308, 5e-324, -1.7976931348623157e308, 1};
  check_numbers(Batch::row_major(values.data(), 3, 2), block_of({"a", "b"}), NumberRule::finite, 0, 1);
}

TEST(CheckNumbers, names_row_and_column_of_the_first_other_value) {
  std::vector<double> values{0, 1, 2, 3, 4, 5};
  for (const double bad : {std::nan(""), static_cast<double>(INFINITY), -static_cast<double>(INFINITY)}) {
    values[3] = bad;
    // Row-major, and the same memory read as columns.
    for (const Batch& batch : {Batch::row_major(values.data(), 3, 2), Batch{values.data(), 3, 2, 1, 3, {}}}) {
      try {
        check_numbers(batch, block_of({"a", "b"}), NumberRule::finite, 0, 1);
        FAIL() << "nothing was thrown";
      } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::bad_data);
        EXPECT_EQ(error.where(), batch.column_stride == 1 ? "row 1" : "row 0");
        EXPECT_NE(error.message().find("column 'b' is not finite"), std::string::npos) << error.message();
      }
    }
  }
}

TEST(CheckNumbers, reads_floats) {
  const std::vector<float> values{0, 3.4e38F, -INFINITY};
  check_numbers(Batch::row_major(values.data(), 1, 2), block_of({"a", "b"}), NumberRule::finite, 0, 1);
  EXPECT_THROW(check_numbers(Batch::row_major(values.data(), 3, 1), block_of({"a"}), NumberRule::finite, 0, 1), Error);
}

TEST(CheckScoredRows, missing_is_fine_and_infinite_is_not) {
  std::vector<double> values{0, std::nan(""), 1e308, 3};
  const Block block = block_of({"a", "b"});
  check_scored_rows(Batch::row_major(values.data(), 2, 2), block, 64);
  values[3] = -INFINITY;
  try {
    check_scored_rows(Batch::row_major(values.data(), 2, 2), block, 64);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_STREQ(error.what(),
                 "row 65: the value -inf in column 'b' is infinite; leave it missing (NaN) if it is not known");
  }
}

TEST(CheckShape, counts_columns) {
  const std::vector<double> values{1, 2};
  EXPECT_THROW(check_shape(Batch::row_major(values.data(), 1, 2), block_of({"a"}), 1), Error);
}

TEST(CheckLabels, every_row_has_a_label_and_a_weight_that_is_one) {
  const std::vector<std::string> names{"a"};
  const std::vector<std::uint32_t> codes{0, 0};
  const std::vector<std::uint32_t> unknown{0, 1};
  const auto message = [&](const std::vector<double>& weights, std::span<const std::uint32_t> labels) -> std::string {
    try {
      check_labels(2, weights, {labels, names});
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
}

TEST(CheckLabels, threads_name_the_first_row_too) {
  constexpr std::size_t rows = std::size_t{1} << 18U;
  const std::vector<std::string> names{"a"};
  std::vector<std::uint32_t> codes(rows);
  check_labels(rows, {}, {codes, names}, 3);
  for (const std::size_t row : {rows - 1, rows / 2, std::size_t{7}}) {
    codes[row] = 5;
    try {
      check_labels(rows, {}, {codes, names}, 3);
      ADD_FAILURE() << row;
    } catch (const Error& error) {
      EXPECT_EQ(error.what(), fmt::format("row {}: there is no label number 5", row));
    }
  }
}

template <typename Call>
std::string message_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    return error.what();
  }
  return "no error";
}

const Block numbers = block_of({"a", "b", "c"});

TEST(CheckShape, rows_are_of_the_kind) {
  const std::vector<double> values(3);
  const std::vector<std::string_view> documents{"x"};
  const Block text = block_of({"t"}, Kind::text);
  EXPECT_EQ(message_of([&] { check_shape(Batch::row_major(values.data(), 1, 3), numbers, 1); }), "no error");
  EXPECT_EQ(message_of([&] { check_shape(TextBatch{documents}, text, 1); }), "no error");
  EXPECT_EQ(message_of([&] { check_shape(TextBatch{documents}, numbers, 1); }),
            "the rows are text where numbers are expected");
  EXPECT_EQ(message_of([&] { check_shape(Batch::row_major(values.data(), 3, 1), numbers, 1); }),
            "the rows have 1 columns where 3 features are expected");
}

TEST(CheckShape, sparse_rows_are_sound) {
  const std::vector<double> values{1, 2, 3, 4};
  const auto message = [&](const std::vector<std::uint64_t>& offsets, const std::vector<std::uint32_t>& indices) {
    return message_of([&] { check_shape(SparseBatch{values.data(), offsets, indices, 3}, numbers, 2); });
  };
  EXPECT_EQ(message({0, 2, 2, 4}, {0, 2, 1, 2}), "no error");
  EXPECT_EQ(message({}, {}), "no error");
  const std::string offsets = "the offsets of the sparse rows do not ascend within the numbers stored";
  EXPECT_EQ(message({0, 2, 5}, {0, 2, 1, 2}), "row 1: " + offsets);
  EXPECT_EQ(message({0, 3, 2}, {0, 1, 2, 2}), "row 1: " + offsets);
  EXPECT_EQ(message({0, 2, 4}, {0, 2, 1, 1}), "row 1: column number 1 of a sparse row does not ascend below 3");
  EXPECT_EQ(message({0, 2, 4}, {0, 3, 1, 2}), "row 0: column number 3 of a sparse row does not ascend below 3");
  EXPECT_EQ(message({0, 2, 4}, {5, 1, 1, 2}), "row 0: column number 5 of a sparse row does not ascend below 3");
}

TEST(CheckSparse, looks_at_offsets_and_indices) {
  const std::vector<double> values{1, 2};
  const std::vector<std::uint64_t> offsets{0, 2};
  const std::vector<std::uint64_t> beyond{0, 3};
  const std::vector<std::uint32_t> indices{0, 2};
  const auto message = [&](std::span<const std::uint64_t> at, std::size_t columns) {
    return message_of([&] { check_sparse({values.data(), at, indices, columns}, 1); });
  };
  EXPECT_EQ(message(offsets, 3), "no error");
  EXPECT_NE(message(offsets, 2), "no error");
  EXPECT_NE(message(beyond, 3), "no error");
}

TEST(CheckNumbers, each_rule_has_its_own_numbers) {
  const std::vector<std::uint64_t> offsets{0, 1};
  const std::vector<std::uint32_t> indices{1};
  const auto message = [&](double value, NumberRule rule) {
    const std::vector<double> row{0, value, 0};
    const auto dense = message_of([&] { check_numbers(Batch::row_major(row.data(), 1, 3), numbers, rule, 7, 1); });
    const SparseBatch sparse{row.data() + 1, offsets, indices, 3};
    EXPECT_EQ(message_of([&] { check_numbers(sparse, numbers, rule, 7, 2); }), dense);
    return dense;
  };
  using enum NumberRule;
  const double nan = std::nan("");
  const std::string no_error = "no error";
  for (const NumberRule rule : {finite, known, amount}) {
    EXPECT_EQ(message(2.5, rule), no_error);
    EXPECT_EQ(message(-0.0, rule), no_error);
    EXPECT_NE(message(INFINITY, rule), no_error);
    EXPECT_NE(message(-INFINITY, rule), no_error);
    EXPECT_EQ(message(nan, rule) == no_error, rule != finite);
    EXPECT_EQ(message(-1, rule) == no_error, rule != amount);
  }
  EXPECT_EQ(message(nan, finite),
            "row 7: the value nan in column 'b' is not finite; fill it in, or drop the row or the column");
  EXPECT_EQ(message(-1, amount),
            "row 7: the value -1 in column 'b' is negative, where counts and amounts are at least 0; correct it, take "
            "the column as measurements, or drop it");
  try {
    const double negative = -1;
    check_numbers(Batch::row_major(&negative, 1, 1), block_of({"a"}), amount, 0, 1);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.remedies(), (std::vector<Remedy>{{"column", {"a=number"}}, {"drop", {"a"}}}));
  }
}

TEST(CheckCodes, are_those_of_the_dictionary) {
  const Block block = block_of({"a", "b"}, Kind::categories);
  const std::vector<std::string> one{"x"};
  const std::vector<std::string> two{"x", "y"};
  const std::vector<Texts> values{one, two};
  const auto message = [&](const std::vector<std::uint32_t>& codes) {
    return message_of([&] { check_codes({codes.data(), codes.size() / 2, 2, values}, block, 0, 1); });
  };
  EXPECT_EQ(message({0, 1, missing_category, 0}), "no error");
  EXPECT_EQ(message({0, 1, 1, 0}), "row 1: there is no value number 1 in column 'a'");
  const std::vector<std::uint32_t> codes{0, 0};
  EXPECT_EQ(message_of([&] { check_shape(CategoryBatch{codes.data(), 1, 2, std::span(values).first(1)}, block, 1); }),
            "1 dictionaries for 2 columns of categories");
}

}  // namespace
}  // namespace suffice
