// Gather: rows written out have the values that a plain look at each cell gives.
#include "encode/gather.hpp"

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t rows = 150;  // more than two tiles

std::vector<ColumnPiece> pieces_of(const std::vector<Column>& columns) {
  std::vector<ColumnPiece> pieces;
  std::size_t feature = 0;
  for (const Column& column : columns) {
    pieces.push_back({&column, 0, feature, feature, column_count(column)});
    feature += column_count(column);
  }
  return pieces;
}

/// The bytes that validity bits are in: every third value is missing.
std::vector<std::uint8_t> thirds() {
  std::vector<std::uint8_t> bits(rows / 8 + 3, 0);
  for (std::size_t i = 0; i < 8 * bits.size(); ++i) {
    if (i % 3 != 0) bits[i / 8] = static_cast<std::uint8_t>(bits[i / 8] | (1U << (i % 8)));
  }
  return bits;
}

template <typename Number>
std::vector<Number> some_numbers(std::size_t count) {
  std::vector<Number> numbers;
  std::mt19937 random(7);
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<Number>(random() % 100));
  return numbers;
}

template <typename Number>
class GatherNumbers : public testing::Test {};
using NumberTypes = testing::Types<double, float, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                                   std::uint16_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(GatherNumbers, NumberTypes);

TYPED_TEST(GatherNumbers, of_every_type_stride_and_layout) {
  constexpr std::size_t matrix_columns = 11;
  const std::vector<TypeParam> numbers = some_numbers<TypeParam>(2 * rows);
  const std::vector<TypeParam> matrix = some_numbers<TypeParam>(rows * matrix_columns);
  const std::vector<std::uint8_t> bits = thirds();
  const std::vector<Column> columns = {
      NumberColumn{numbers.data(), 1}, NumberColumn{numbers.data(), 2, {bits.data(), 5}},
      NumberMatrix{matrix.data(), matrix_columns, matrix_columns, 1}, NumberColumn{numbers.data() + 3, 1},
      NumberMatrix{matrix.data(), matrix_columns, 1, rows}};
  const auto expected = [&](std::size_t i, std::size_t j) -> double {
    if (j == 0) return static_cast<double>(numbers[i]);
    if (j == 1) return (5 + i) % 3 == 0 ? std::nan("") : static_cast<double>(numbers[2 * i]);
    if (j < 2 + matrix_columns) return static_cast<double>(matrix[i * matrix_columns + (j - 2)]);
    if (j == 2 + matrix_columns) return static_cast<double>(numbers[3 + i]);
    return static_cast<double>(matrix[i + rows * (j - 3 - matrix_columns)]);
  };
  const std::size_t features = 3 + 2 * matrix_columns;
  EncodeBuffer buffer;
  for (const auto& [first, count] : {std::pair<std::size_t, std::size_t>{0, rows - 3}, {37, 64}, {5, 1}, {9, 0}}) {
    const auto batch = std::get<Batch>(gather_numbers(pieces_of(columns), features, first, count, buffer));
    ASSERT_EQ(batch.rows, count);
    ASSERT_EQ(batch.columns, features);
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < features; ++j) {
        const double value = expected(first + i, j);
        ASSERT_TRUE(batch.value(i, j) == value || (std::isnan(value) && std::isnan(batch.value(i, j))))
            << i << " " << j;
      }
    }
  }
}

TYPED_TEST(GatherNumbers, of_a_part_of_rows_that_lie_one_after_the_other) {
  const std::vector<TypeParam> matrix = some_numbers<TypeParam>(rows * 9);
  const Column column = NumberMatrix{matrix.data(), 9, 9, 1};
  const ColumnPiece piece{&column, 2, 0, 2, 5};
  EncodeBuffer buffer;
  const auto batch = std::get<Batch>(gather_numbers({&piece, 1}, 5, 10, 100, buffer));
  for (std::size_t i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < 5; ++j) {
      ASSERT_EQ(batch.value(i, j), static_cast<double>(matrix[(10 + i) * 9 + 2 + j]));
    }
  }
}

TEST(Gather, flags_are_numbers) {
  const bool flags[] = {true, false, true};
  const std::vector<Column> columns = {NumberColumn{&flags[0]}};
  EncodeBuffer buffer;
  const auto batch = std::get<Batch>(gather_numbers(pieces_of(columns), 1, 0, 3, buffer));
  EXPECT_EQ(batch.value(0, 0), 1);
  EXPECT_EQ(batch.value(1, 0), 0);
  const CategoryBatch categories = gather_categories(pieces_of(columns), 1, nullptr, 0, 3, buffer);
  EXPECT_EQ(categories.values[0][categories.codes[1]], "0");
}

struct SparseRows {
  std::vector<float> values;
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> narrow_offsets = {0};
  std::vector<std::uint32_t> indices;
  std::vector<double> dense;

  explicit SparseRows(std::size_t columns) {
    std::mt19937 random(3);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::uint32_t j = 0; j < columns; ++j) {
        const bool stored = random() % 4 == 0;
        const auto value = static_cast<float>(random() % 9);
        dense.push_back(stored ? value : 0);
        if (!stored) continue;
        indices.push_back(j);
        values.push_back(value);
      }
      offsets.push_back(indices.size());
      narrow_offsets.push_back(static_cast<std::uint32_t>(indices.size()));
    }
  }
};

TEST(Gather, sparse_numbers_beside_others_are_written_out) {
  const SparseRows sparse(6);
  const std::vector<std::int32_t> numbers = some_numbers<std::int32_t>(rows);
  const Column matrix = SparseMatrix{sparse.values.data(), sparse.narrow_offsets, sparse.indices, 6};
  const Column column = NumberColumn{numbers.data()};
  const std::vector<ColumnPiece> pieces = {{&matrix, 4, 0, 0, 2}, {&column, 0, 2, 0, 1}, {&matrix, 0, 3, 0, 3}};
  EncodeBuffer buffer;
  const auto batch = std::get<Batch>(gather_numbers(pieces, 6, 20, 100, buffer));
  const std::vector<std::size_t> places = {4, 5, 6, 0, 1, 2};
  for (std::size_t i = 0; i < 100; ++i) {
    for (std::size_t j = 0; j < 6; ++j) {
      const double expected = j == 2 ? numbers[20 + i] : sparse.dense[(20 + i) * 6 + places[j]];
      ASSERT_EQ(batch.value(i, j), expected) << i << " " << j;
    }
  }
}

TEST(Gather, some_columns_of_sparse_rows_stay_sparse) {
  const SparseRows sparse(9);
  const Column wide = SparseMatrix{sparse.values.data(), sparse.offsets, sparse.indices, 9};
  const Column narrow = SparseMatrix{sparse.values.data(), sparse.narrow_offsets, sparse.indices, 9};
  EncodeBuffer buffer;
  for (const Column* column : {&wide, &narrow}) {
    const std::vector<ColumnPiece> pieces = {{column, 1, 0, 0, 2}, {column, 5, 2, 0, 1}, {column, 7, 3, 0, 2}};
    const std::vector<std::size_t> places = {1, 2, 5, 7, 8};
    const auto part = std::get<SparseBatch>(gather_numbers(pieces, 5, 11, 50, buffer));
    ASSERT_EQ(part.rows(), 50U);
    ASSERT_EQ(part.columns, 5U);
    for (std::size_t i = 0; i < 50; ++i) {
      std::vector<double> row(5);
      for (std::uint64_t k = part.offsets[i]; k < part.offsets[i + 1]; ++k) {
        ASSERT_TRUE(k == part.offsets[i] || part.indices[k] > part.indices[k - 1]);
        row[part.indices[k]] = part.value(k);
      }
      for (std::size_t j = 0; j < 5; ++j) ASSERT_EQ(row[j], sparse.dense[(11 + i) * 9 + places[j]]);
    }
  }
}

TEST(Gather, narrow_offsets_become_wide) {
  const SparseRows sparse(4);
  const Column column = SparseMatrix{sparse.values.data(), sparse.narrow_offsets, sparse.indices, 4};
  const ColumnPiece piece{&column, 0, 0, 0, 4};
  EncodeBuffer buffer;
  const auto part = std::get<SparseBatch>(gather_numbers({&piece, 1}, 4, 3, 8, buffer));
  ASSERT_EQ(part.rows(), 8U);
  for (std::size_t i = 0; i <= 8; ++i) EXPECT_EQ(part.offsets[i], sparse.offsets[3 + i]);
  EXPECT_EQ(std::get<const float*>(part.values), sparse.values.data());
}

/// The texts of a column of a batch; missing ones are "-".
std::vector<std::string> texts_of(const CategoryBatch& batch, std::size_t j) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < batch.rows; ++i) {
    const std::uint32_t code = batch.codes[i * batch.columns + j];
    texts.emplace_back(code == missing_category ? "-" : std::string(batch.values[j][code]));
  }
  return texts;
}

using Strings = std::vector<std::string>;

TEST(Gather, codes_of_every_width) {
  const Strings names = {"a", "b", "c"};
  const std::vector<std::uint32_t> wide = {0, 1, missing_category, 2};
  const std::vector<std::uint16_t> word = {0, 1, 65535, 2};
  const std::vector<std::uint8_t> byte = {0, 1, 255, 2};
  const std::vector<std::int32_t> signed_wide = {0, 1, -1, 2};
  const std::vector<std::int16_t> signed_word = {0, 1, -7, 2};
  const std::vector<std::int8_t> signed_byte = {0, 1, -128, 2};
  const std::uint8_t bits = 0b11100;  // from bit 2 on: the last row is missing
  const std::vector<std::uint8_t> strided = {0, 9, 1, 9, 255, 9, 2};
  const std::vector<Column> columns = {
      CategoryColumn{wide.data(), names},        CategoryColumn{word.data(), names},
      CategoryColumn{byte.data(), names},        CategoryColumn{signed_wide.data(), names},
      CategoryColumn{signed_word.data(), names}, CategoryColumn{signed_byte.data(), names},
      CategoryColumn{strided.data(), names, 2},  CategoryColumn{wide.data(), names, 1, {&bits, 2}},
      CategoryColumn{wide.data(), names}};
  EncodeBuffer buffer;
  const CategoryBatch all = gather_categories(pieces_of(columns), columns.size(), nullptr, 0, 4, buffer);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    EXPECT_EQ(texts_of(all, j), (Strings{"a", "b", "-", j == 7 ? "-" : "c"})) << j;
  }
  const CategoryBatch last = gather_categories(pieces_of(columns), columns.size(), nullptr, 3, 1, buffer);
  EXPECT_EQ(texts_of(last, 5), Strings{"c"});
  EXPECT_EQ(texts_of(last, 7), Strings{"-"});
}

TEST(Gather, the_largest_of_signed_codes_is_a_value) {
  Strings names;
  for (int i = 0; i < 128; ++i) names.push_back(std::to_string(i));
  const std::int8_t code = 127;
  const std::vector<Column> columns = {CategoryColumn{&code, names}};
  EncodeBuffer buffer;
  EXPECT_EQ(texts_of(gather_categories(pieces_of(columns), 1, nullptr, 0, 1, buffer), 0), Strings{"127"});
}

TEST(Gather, numbers_are_values_by_their_shortest_text) {
  const double nan = std::nan("");
  const std::vector<double> reals = {3, 0.1, nan, -0.0, 0, 1e300, 3};
  const std::vector<float> floats = {0.1F, 3, std::numeric_limits<float>::quiet_NaN(), -2.5F, 0.1F, 1e20F, 16777216};
  const std::vector<std::int8_t> bytes = {-1, 0, 5, -128, 127, 5, -1};
  const std::vector<std::uint64_t> naturals = {18446744073709551615U, 0, 1, 2, 3, 4, 9007199254740993U};
  const std::uint8_t bits = 0b1111101;
  const std::vector<Column> columns = {NumberColumn{reals.data()}, NumberColumn{floats.data()},
                                       NumberColumn{bytes.data(), 1, {&bits, 0}}, NumberColumn{naturals.data()},
                                       NumberMatrix{reals.data(), 1, 1, 1}};
  EncodeBuffer buffer;
  const CategoryBatch all = gather_categories(pieces_of(columns), 5, nullptr, 0, 7, buffer);
  EXPECT_EQ(texts_of(all, 0), (Strings{"3", "0.1", "-", "0", "0", "1e+300", "3"}));
  EXPECT_EQ(texts_of(all, 1), (Strings{"0.1", "3", "-", "-2.5", "0.1", "1e+20", "16777216"}));
  EXPECT_EQ(texts_of(all, 2), (Strings{"-1", "-", "5", "-128", "127", "5", "-1"}));
  EXPECT_EQ(texts_of(all, 3), (Strings{"18446744073709551615", "0", "1", "2", "3", "4", "9007199254740993"}));
  EXPECT_EQ(texts_of(all, 4), texts_of(all, 0));
  EXPECT_EQ(all.values[0].size(), 4U) << "each value once";
  EXPECT_EQ(all.values[0][0].data(), buffer.made[0].front().data()) << "made dictionaries lie in the buffer";
}

TEST(Gather, sparse_numbers_are_values_too) {
  const std::vector<float> values = {0.5F, 2};
  const std::vector<std::uint64_t> offsets = {0, 1, 1, 2};
  const std::vector<std::uint32_t> indices = {1, 1};
  const Column column = SparseMatrix{values.data(), offsets, indices, 2};
  const ColumnPiece piece{&column, 1, 0, 0, 1};
  EncodeBuffer buffer;
  EXPECT_EQ(texts_of(gather_categories({&piece, 1}, 1, nullptr, 0, 3, buffer), 0), (Strings{"0.5", "0", "2"}));
}

TEST(Gather, documents_are_values) {
  const Strings documents = {"red", "blue", "", "red", "a value of many letters", "blue"};
  const std::uint8_t bits = 0b110111;
  const std::vector<Column> columns = {TextColumn{documents}, TextColumn{documents, {&bits, 0}}};
  EncodeBuffer buffer;
  const CategoryBatch all = gather_categories(pieces_of(columns), 2, nullptr, 0, 6, buffer);
  EXPECT_EQ(texts_of(all, 0), documents);
  EXPECT_EQ(texts_of(all, 1), (Strings{"red", "blue", "", "-", "a value of many letters", "blue"}));
  EXPECT_EQ(all.values[0].size(), 4U);
  EXPECT_EQ(texts_of(gather_categories(pieces_of(columns), 2, nullptr, 3, 2, buffer), 0),
            (Strings{"red", "a value of many letters"}));
}

TEST(Gather, documents_from_text_and_categories) {
  const Strings documents = {"one", "two", "three"};
  const std::uint8_t bits = 0b101;
  const Column some = TextColumn{documents, {&bits, 0}};
  EncodeBuffer buffer;
  const auto texts = [](const TextBatch& batch) {
    Strings all;
    for (std::size_t i = 0; i < batch.documents.size(); ++i) all.emplace_back(batch.documents[i]);
    return all;
  };
  EXPECT_EQ(texts(gather_documents({&some, 0, 0, 0, 1}, 0, 3, buffer)), (Strings{"one", "", "three"}));
  EXPECT_EQ(texts(gather_documents({&some, 0, 0, 0, 1}, 2, 1, buffer)), Strings{"three"});
  const std::vector<std::int16_t> codes = {2, -1, 0, 3};
  const Column categories = CategoryColumn{codes.data(), documents};
  EXPECT_EQ(texts(gather_documents({&categories, 0, 0, 0, 1}, 0, 3, buffer)), (Strings{"three", "", "one"}));
  EXPECT_THROW(gather_documents({&categories, 0, 0, 0, 1}, 0, 4, buffer), Error);
}

}  // namespace
}  // namespace suffice
