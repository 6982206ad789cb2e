#include "evaluate/folds/fold_rows.hpp"

#include <gtest/gtest.h>

#include "suffice/evaluate.hpp"

namespace suffice {
namespace {

TEST(FoldGatherer, gives_the_rows_of_each_fold_in_their_order) {
  std::vector<double> values;
  std::vector<std::uint32_t> folds;
  std::vector<std::uint32_t> codes;
  for (std::size_t i = 0; i < 100; ++i) {
    values.push_back(static_cast<double>(i));
    folds.push_back(i % 7 == 0 ? no_fold : static_cast<std::uint32_t>(i % 3));
    codes.push_back(static_cast<std::uint32_t>(i % 2));
  }
  const std::vector<std::string> names{"a", "b"};
  FoldGatherer gatherer;
  std::vector<std::vector<double>> seen(3);
  for (std::size_t start = 0; start < 100; start += 40) {
    gatherer.gather(Table::row_major(values.data(), 100, 1), {codes, names}, folds, 3, start,
                    std::min<std::size_t>(100, start + 40));
    for (std::size_t f = 0; f < 3; ++f) {
      const FoldPart part = gatherer.part(f);
      const auto& matrix = std::get<NumberMatrix>(part.rows.columns[0]);
      for (std::size_t k = 0; k < part.places.size(); ++k) {
        seen[f].push_back(std::get<const double*>(matrix.values)[k]);
        EXPECT_EQ(seen[f].back(), static_cast<double>(part.places[k]));
        EXPECT_EQ(part.labels.codes[k], part.places[k] % 2);
      }
    }
  }
  for (std::uint32_t f = 0; f < 3; ++f) {
    std::vector<double> expected;
    for (std::size_t i = 0; i < 100; ++i) {
      if (folds[i] == f) expected.push_back(static_cast<double>(i));
    }
    EXPECT_EQ(seen[f], expected);
  }
}

std::size_t rows_of_piece(std::size_t rows, std::size_t columns, std::size_t threads) {
  const double value = 0;
  return suffice::rows_of_piece({.rows = rows, .columns = {NumberMatrix{&value, columns, 1}}}, threads);
}

TEST(RowsOfPiece, are_fewer_where_there_are_many_columns) {
  EXPECT_EQ(rows_of_piece(10 * 16'384, 1, 1), 16'384U);
  EXPECT_EQ(rows_of_piece(1'000'000, 100'000, 1), 512U);
  EXPECT_EQ(rows_of_piece(0, 1, 2), 512U);
}

TEST(RowsOfPiece, are_such_that_threads_have_as_many_pieces) {
  for (const std::size_t threads : {1U, 2U, 3U, 8U}) {
    const std::size_t rows = rows_of_piece(200'000, 50, threads);
    EXPECT_LE(rows, 5'242U);
    EXPECT_EQ((200'000 + rows - 1) / rows % threads, 0U) << threads;
  }
}

}  // namespace
}  // namespace suffice
