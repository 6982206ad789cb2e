#include "estimate/moments/least_squares.hpp"

#include <gtest/gtest.h>

#include "error_text.hpp"
#include "small_sums.hpp"

namespace suffice {
namespace {

Summary line_sums(std::vector<double> x, const Names& labels, std::size_t columns = 1) {
  const RowLabels rows(labels);
  Names names;
  for (std::size_t j = 0; j < columns; ++j) {
    names.push_back("x" + std::to_string(j));
  }
  return summarise(Table::row_major(x.data(), labels.size(), columns), rows.view(),
                   schema_of(Kind::measurements, names), {.threads = 1});
}

// Rows 0, 2 of a and 4, 6 of b: the regression of 1[b] on x is 0.2 x − 0.1.
TEST(LeastSquares, is_the_regression_on_the_labels) {
  const Summary sums = line_sums({0, 2, 4, 6}, {"a", "a", "b", "b"});
  const LeastSquares fit = least_squares(moment_block(sums, 0), 0, 1);
  EXPECT_NEAR(fit.coefficients[1], 0.2, 1e-14);
  EXPECT_NEAR(fit.intercepts[1], -0.1, 1e-14);
  EXPECT_NEAR(fit.coefficients[0], -0.2, 1e-14);
  EXPECT_NEAR(fit.intercepts[0], 1.1, 1e-14);
}

TEST(LeastSquares, a_ridge_shrinks_the_slope) {
  const Summary sums = line_sums({0, 2, 4, 6}, {"a", "a", "b", "b"});
  EXPECT_NEAR(least_squares(moment_block(sums, 0), 20, 1).coefficients[1], 0.1, 1e-14);  // T = 20 doubled
}

TEST(LeastSquares, a_constant_column_is_ignored) {
  const Summary sums = line_sums({0, 5, 2, 5, 4, 5, 6, 5}, {"a", "a", "b", "b"}, 2);
  const LeastSquares fit = least_squares(moment_block(sums, 0), 0, 1);
  EXPECT_NEAR(fit.coefficients[2], 0.2, 1e-14);
  EXPECT_EQ(fit.coefficients[3], 0);
}

// Of the indicators of two values one follows from the other: the fit is that of one alone.
TEST(LeastSquares, an_indicator_that_follows_from_the_others_is_not_solved_for) {
  Summary sums = line_sums({1, 0, 1, 0, 1, 0, 0, 1}, {"a", "a", "b", "b"}, 2);
  const std::vector<double> x = {1, 1, 1, 0};
  const Summary alone = line_sums(x, {"a", "a", "b", "b"});
  EXPECT_THROW(least_squares(moment_block(sums, 0), 0, 1), Error);
  sums.schema.blocks[0].features = {"k=p", "k=q"};
  sums.schema.blocks[0].indicators = {{.column = "k", .values = {"p", "q"}}};
  const LeastSquares both = least_squares(moment_block(sums, 0), 0, 1);
  const LeastSquares one = least_squares(moment_block(alone, 0), 0, 1);
  for (const double p : {0.0, 1.0}) {
    EXPECT_NEAR(both.coefficients[2] * p + both.coefficients[3] * (1 - p) + both.intercepts[1],
                one.coefficients[1] * p + one.intercepts[1], 1e-14);
  }
}

// Whatever the order of values in the block, that of the last by its bytes is left out.
TEST(LeastSquares, the_order_of_values_has_no_say_in_what_is_solved_for) {
  const Names labels{"a", "a", "b", "b", "b"};
  Summary sums = line_sums({1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0}, labels, 3);
  for (const Names& values : {Names{"p", "q", "r"}, Names{"r", "p", "q"}, Names{"q", "r", "p"}}) {
    sums.schema.blocks[0].features = {"k=" + values[0], "k=" + values[1], "k=" + values[2]};
    sums.schema.blocks[0].indicators = {{.column = "k", .values = values}};
    const LeastSquares fit = least_squares(moment_block(sums, 0), 0, 1);
    for (std::size_t v = 0; v < values.size(); ++v) EXPECT_EQ(fit.coefficients[3 + v] == 0, values[v] == "r");
  }
}

TEST(LeastSquares, values_too_large_to_square_are_an_error_that_names_the_column) {
  const Summary sums = line_sums({1e200, 2e200, 3e200, 5e200}, {"a", "a", "b", "b"});
  EXPECT_EQ(failure_with_remedies([&] { least_squares(moment_block(sums, 0), 0, 1); }, ErrorCode::bad_data),
            "column x0: the values are too large to square; use another unit for this column");
}

TEST(LeastSquares, columns_that_follow_from_others_are_an_error) {
  const Summary sums = line_sums({0, 0, 2, 4, 4, 8, 6, 12}, {"a", "a", "b", "b"}, 2);
  EXPECT_EQ(
      failure_with_remedies([&] { least_squares(moment_block(sums, 0), 0, 1); }, ErrorCode::bad_data),
      "least squares has no single solution: 1 of 2 features follow from the others (x1) | give ridge 1e-6 | give "
      "drop x1");
}

}  // namespace
}  // namespace suffice
