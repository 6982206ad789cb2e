#include <string>

#include <gtest/gtest.h>

#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "support/table.hpp"

namespace suffice {
namespace {

TEST(FoldAccumulator, holds_every_row_in_one_fold) {
  const TestTable table = random_table(1, 100, 3, 2);
  FoldAccumulator sums(table.schema(), 4, 0, {.threads = 2});
  sums.add(table.table(), table.labels());
  const Folds folds = sums.folds();
  ASSERT_EQ(folds.parts.size(), 4U);
  EXPECT_EQ(sums.rows(), 100U);
  EXPECT_TRUE(folds.all().classes == table.summary().classes);
  EXPECT_LT(scatter_difference(moments_of(folds.all()), moments_of(table.summary()), 3), 1e-12);
}

TEST(FoldAccumulator, leaves_each_fold_out_without_subtraction) {
  // An outlier so large that subtracting it would leave nothing of the others' digits.
  TestTable table = random_table(1, 60, 2, 2);
  table.values[0] = 1e12;
  FoldAccumulator sums(table.schema(), 3, 0, {.threads = 1});
  sums.add(table.table(), table.labels());
  const std::vector<std::uint32_t> fold = FoldOrder(3, 0).next(table.table(), table.labels());
  TestTable rest = table.part(0, 0);
  for (std::size_t i = 0; i < table.rows(); ++i) {
    if (fold[i] != fold[0]) rest.append(table, i);
  }
  const Summary without = sums.folds().without_each()[fold[0]];
  EXPECT_LT(scatter_difference(moments_of(without), moments_of(rest.summary()), 2), 1e-12);
}

TEST(FoldAccumulator, sums_of_many_pieces_are_those_of_the_rows_of_each_fold) {
  const TestTable table = random_table(1, 40'000, 2, 3);
  const std::vector<std::uint32_t> fold = FoldOrder(4, 0).next(table.table(), table.labels());
  std::vector<TestTable> rows(4, table.part(0, 0));
  for (std::size_t i = 0; i < table.rows(); ++i) rows[fold[i]].append(table, i);
  for (const unsigned threads : {1U, 2U, 7U}) {
    FoldAccumulator sums(table.schema(), 4, 0, {.threads = threads});
    sums.add(table.table(), table.labels());
    const Folds folds = sums.folds();
    for (std::size_t f = 0; f < 4; ++f) EXPECT_EQ(folds.parts[f], rows[f].summary()) << threads << " threads";
  }
}

TEST(FoldAccumulator, names_the_row_that_cannot_be_added) {
  for (const std::size_t row : {std::size_t{33}, std::size_t{38'000}}) {
    for (const unsigned threads : {1U, 3U}) {
      TestTable table = random_table(1, 40'000, 2, 2);
      table.values[2 * row] = INFINITY;
      FoldAccumulator sums(table.schema(), 3, 0, {.threads = threads});
      try {
        sums.add(table.table(), table.labels());
        FAIL();
      } catch (const Error& error) {
        EXPECT_TRUE(error.where().starts_with("row " + std::to_string(row))) << error.where();
      }
    }
  }
}

TEST(Folds, that_are_not_there_are_an_error) {
  EXPECT_THROW(static_cast<void>(Folds{}.all()), Error);
  EXPECT_THROW(static_cast<void>(Folds{}.without_each()), Error);
}

}  // namespace
}  // namespace suffice
