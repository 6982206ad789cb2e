// Views of columns: what can be taken as it lies, and what cannot.
#include "encode/column_pieces.hpp"

#include <array>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

std::vector<ColumnPiece> pieces_of(const std::vector<Column>& columns) {
  std::vector<ColumnPiece> pieces;
  std::size_t feature = 0;
  for (const Column& column : columns) {
    pieces.push_back({&column, 0, feature, feature, column_count(column)});
    feature += column_count(column);
  }
  return pieces;
}

std::optional<BlockRows> view_of(const std::vector<Column>& columns, std::size_t rows) {
  std::size_t features = 0;
  for (const Column& column : columns) features += column_count(column);
  return view_numbers(pieces_of(columns), rows, features);
}

const std::array<double, 12> values = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11};
const std::array<float, 4> floats = {0, 1, 2, 3};
const std::array<std::int32_t, 4> integers = {0, 1, 2, 3};
const std::uint8_t bits = 255;

TEST(ViewNumbers, APieceOfAMatrix) {
  const Column matrix = NumberMatrix{values.data(), 4, 1, 3};
  const ColumnPiece piece{&matrix, 1, 0, 1, 2};
  const auto view = view_numbers({&piece, 1}, 3, 2);
  ASSERT_TRUE(view);
  const auto& batch = std::get<Batch>(*view);
  EXPECT_EQ(batch.rows, 3U);
  EXPECT_EQ(batch.columns, 2U);
  EXPECT_EQ(batch.value(0, 0), 3);
  EXPECT_EQ(batch.value(2, 1), 8);
  EXPECT_FALSE(view_numbers({&piece, 1}, 3, 3)) << "one of the features is elsewhere";
  EXPECT_TRUE(view_of({NumberMatrix{floats.data(), 2, 2, 1}}, 2));
  EXPECT_FALSE(view_of({NumberMatrix{integers.data(), 2, 2, 1}}, 2));
}

TEST(ViewNumbers, ColumnsAtEqualDistances) {
  const auto column = [](std::size_t start, std::ptrdiff_t stride) {
    return NumberColumn{values.data() + start, stride};
  };
  const auto view = view_of({column(8, 1), column(4, 1), column(0, 1)}, 4);
  ASSERT_TRUE(view);
  for (std::size_t i = 0; i < 4; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_EQ(std::get<Batch>(*view).value(i, j), static_cast<double>(8 - 4 * j + i));
    }
  }
  EXPECT_TRUE(view_of({column(3, 2)}, 3));
  EXPECT_TRUE(view_of({column(0, 2), column(1, 2)}, 6));
  EXPECT_FALSE(view_of({column(0, 1), column(4, 1), column(9, 1)}, 3)) << "unequal distances";
  EXPECT_FALSE(view_of({column(0, 1), column(4, 2)}, 4)) << "unequal strides";
  EXPECT_FALSE(view_of({column(0, 1), NumberColumn{values.data() + 4, 1, {&bits, 0}}}, 4)) << "validity bits";
  EXPECT_FALSE(view_of({NumberColumn{values.data(), 1, {&bits, 0}}}, 4)) << "validity bits";
  EXPECT_FALSE(view_of({column(0, 1), NumberColumn{floats.data()}}, 4)) << "two types";
  EXPECT_FALSE(view_of({NumberColumn{integers.data()}}, 4)) << "integers";
  EXPECT_FALSE(view_of({column(0, 1), NumberMatrix{values.data() + 4, 1, 1, 1}}, 4)) << "a column and a matrix";
}

TEST(ViewNumbers, AWholeSparseMatrix) {
  const std::array<std::uint64_t, 3> offsets = {0, 1, 2};
  const std::array<std::uint32_t, 3> narrow = {0, 1, 2};
  const std::array<std::uint32_t, 2> indices = {1, 0};
  const SparseMatrix matrix{values.data(), offsets, indices, 2};
  const auto view = view_of({matrix}, 2);
  ASSERT_TRUE(view);
  EXPECT_EQ(std::get<SparseBatch>(*view).rows(), 2U);
  const Column column = matrix;
  const ColumnPiece piece{&column, 0, 0, 0, 1};
  EXPECT_FALSE(view_numbers({&piece, 1}, 2, 1)) << "a part of it";
  EXPECT_FALSE(view_of({SparseMatrix{values.data(), narrow, indices, 2}}, 2)) << "offsets of 32 bits";
  EXPECT_FALSE(view_of({matrix, matrix}, 2));
}

TEST(ViewCodes, ARowMajorMatrix) {
  const std::array<std::uint32_t, 6> codes = {0, 1, 2, 3, 4, 5};
  const std::array<std::uint16_t, 6> narrow = {0, 1, 2, 3, 4, 5};
  const auto column = [&](std::size_t start, std::ptrdiff_t stride) {
    return CategoryColumn{codes.data() + start, {}, stride};
  };
  const auto view = [](const std::vector<Column>& columns) { return view_codes(pieces_of(columns), columns.size()); };
  EXPECT_EQ(view({column(0, 2), column(1, 2)}), codes.data());
  EXPECT_EQ(view({column(2, 1)}), codes.data() + 2);
  EXPECT_EQ(view({column(1, 2), column(0, 2)}), nullptr);
  EXPECT_EQ(view({column(0, 3), column(1, 3)}), nullptr);
  EXPECT_EQ(view({column(0, 2), CategoryColumn{codes.data() + 1, {}, 2, {&bits, 0}}}), nullptr);
  EXPECT_EQ(view({CategoryColumn{narrow.data()}}), nullptr);
  EXPECT_EQ(view({TextColumn{}}), nullptr);
}

TEST(ViewDocuments, AColumnOfText) {
  const std::vector<Column> text = {TextColumn{}};
  const std::vector<Column> some = {TextColumn{{}, {&bits, 0}}};
  const std::vector<Column> codes = {CategoryColumn{static_cast<const std::uint32_t*>(nullptr)}};
  EXPECT_NE(view_documents(pieces_of(text)), nullptr);
  EXPECT_EQ(view_documents(pieces_of(some)), nullptr);
  EXPECT_EQ(view_documents(pieces_of(codes)), nullptr);
}

}  // namespace
}  // namespace suffice
