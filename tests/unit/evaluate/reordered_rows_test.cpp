#include "evaluate/folds/reordered_rows.hpp"

#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

using Order = std::vector<std::size_t>;

/// A column of each form, three rows: a matrix of two, a column with a hole, categories, text, sparse numbers.
struct Columns {
  std::vector<float> matrix{1, 2, 3, 4, 5, 6};
  std::vector<std::int32_t> numbers{7, 8, 9};
  std::vector<std::uint8_t> valid{0b101};
  std::vector<std::int8_t> codes{1, -1, 0};
  std::vector<std::string> values{"red", "blue"};
  std::vector<std::string> notes{"one", "two", "three"};
  std::vector<double> sparse{5, 6, 7};
  std::vector<std::uint32_t> offsets{0, 1, 1, 3};
  std::vector<std::uint32_t> indices{1, 0, 2};
  std::vector<double> weights{1, 2, 3};

  [[nodiscard]] Table table() const {
    return {3,
            {NumberMatrix{matrix.data(), 2, 2}, NumberColumn{numbers.data(), 1, {valid.data()}},
             CategoryColumn{codes.data(), values}, TextColumn{notes, {valid.data()}},
             SparseMatrix{sparse.data(), std::span<const std::uint32_t>(offsets), indices, 3}},
            weights};
  }
};

TEST(ReorderedRows, columns_of_every_form_are_copied_in_the_order) {
  const Columns columns;
  const ReorderedRows reordered(columns.table(), Order{2, 1});
  const Table& table = reordered.table();
  EXPECT_EQ(table.rows, 2U);
  EXPECT_EQ(table.weight(0), 3);
  const auto* const matrix = std::get<const double*>(std::get<NumberMatrix>(table.columns[0]).values);
  EXPECT_EQ(std::vector<double>(matrix, matrix + 4), (std::vector<double>{5, 6, 3, 4}));
  const auto* const numbers = std::get<const double*>(std::get<NumberColumn>(table.columns[1]).values);
  EXPECT_EQ(numbers[0], 9);
  EXPECT_TRUE(std::isnan(numbers[1]));
  const auto* const codes = std::get<const std::uint32_t*>(std::get<CategoryColumn>(table.columns[2]).codes);
  EXPECT_EQ(codes[0], 0U);
  EXPECT_EQ(codes[1], missing_category);
  const auto& text = std::get<TextColumn>(table.columns[3]);
  EXPECT_EQ(text.documents[0], "three");
  EXPECT_FALSE(text.valid(1));
  const auto& sparse = std::get<SparseMatrix>(table.columns[4]);
  EXPECT_EQ(std::vector<std::uint32_t>(sparse.indices.begin(), sparse.indices.end()),
            (std::vector<std::uint32_t>{0, 2}));
}

TEST(SelectColumns, neighbours_of_a_matrix_stay_together) {
  const std::vector<double> values{1, 2, 3, 4, 5, 6, 7, 8};
  const Table table = Table::row_major(values.data(), 2, 4);
  const Table selected = select_columns(table, Order{1, 2, 0});
  ASSERT_EQ(selected.columns.size(), 2U);
  const auto& pair = std::get<NumberMatrix>(selected.columns[0]);
  EXPECT_EQ(pair.columns, 2U);
  EXPECT_EQ(std::get<const double*>(pair.values)[pair.row_stride + pair.column_stride], 7);
  EXPECT_EQ(std::get<const double*>(std::get<NumberMatrix>(selected.columns[1]).values)[0], 1);
}

TEST(SelectColumns, a_part_of_a_sparse_matrix_is_an_error) {
  const Columns columns;
  EXPECT_THROW(select_columns(columns.table(), Order{5, 6}), Error);
  EXPECT_EQ(select_columns(columns.table(), Order{5, 6, 7}).columns.size(), 1U);
}

TEST(RowHashes, depend_on_the_values_of_a_row_alone) {
  const Columns columns;
  const std::vector<std::uint64_t> hashes = row_hashes(columns.table());
  const ReorderedRows reordered(columns.table(), Order{2, 0, 1});
  const std::vector<std::uint64_t> moved = row_hashes(reordered.table());
  EXPECT_EQ(moved, (std::vector<std::uint64_t>{hashes[2], hashes[0], hashes[1]}));
  EXPECT_NE(hashes[0], hashes[1]);
}

}  // namespace
}  // namespace suffice
