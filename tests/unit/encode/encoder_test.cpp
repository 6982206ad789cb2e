// Encoder: the rows of every block of a table, chunk by chunk, as a plain look at each cell gives them.
#include "encode/encoder.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

using Strings = std::vector<std::string>;

Block block_of(Kind kind, Strings features) { return {.kind = kind, .features = std::move(features)}; }

constexpr std::size_t rows = 100;

/// A table of the columns a, b, …, i in several types, and what its cells hold.
struct MixedTable {
  std::vector<double> matrix;          // a, b, c: row-major
  std::vector<std::int32_t> integers;  // d
  std::vector<std::uint32_t> codes;    // e, f: row-major
  Strings colours = {"red", "blue", "green"};
  Strings sizes = {"s", "l"};
  Strings documents;          // g
  std::vector<float> stored;  // h, i: sparse
  std::vector<std::uint64_t> offsets = {0};
  std::vector<std::uint32_t> indices;
  std::vector<double> weights;
  Table table;

  MixedTable() {
    std::mt19937 random(11);
    for (std::size_t i = 0; i < rows; ++i) {
      for (int j = 0; j < 3; ++j) matrix.push_back(static_cast<double>(random() % 1000) / 8);
      integers.push_back(static_cast<std::int32_t>(random() % 7) - 3);
      codes.push_back(static_cast<std::uint32_t>(random() % 3));
      codes.push_back(random() % 5 == 0 ? missing_category : static_cast<std::uint32_t>(random() % 2));
      documents.push_back(std::string(random() % 5, 'x'));
      for (std::uint32_t j = 0; j < 2; ++j) {
        if (random() % 2 == 0) continue;
        indices.push_back(j);
        stored.push_back(static_cast<float>(random() % 10));
      }
      offsets.push_back(indices.size());
      weights.push_back(static_cast<double>(random() % 4));
    }
    table = {rows,
             {NumberMatrix{matrix.data(), 3, 3, 1}, NumberColumn{integers.data()},
              CategoryColumn{codes.data(), colours, 2}, CategoryColumn{codes.data() + 1, sizes, 2},
              TextColumn{documents}, SparseMatrix{stored.data(), offsets, indices, 2}},
             weights};
  }

  [[nodiscard]] double number(char column, std::size_t i) const {
    if (column <= 'c') return matrix[i * 3 + static_cast<std::size_t>(column - 'a')];
    if (column == 'd') return integers[i];
    for (std::uint64_t k = offsets[i]; k < offsets[i + 1]; ++k) {
      if (indices[k] == static_cast<std::uint32_t>(column - 'h')) return stored[k];
    }
    return 0;
  }
  [[nodiscard]] std::string value(char column, std::size_t i) const {
    if (column == 'g') return documents[i];
    if (column == 'd') return std::to_string(integers[i]);
    const std::uint32_t code = codes[2 * i + (column == 'e' ? 0 : 1)];
    return code == missing_category ? "-" : (column == 'e' ? colours : sizes)[code];
  }
};

const Schema mixed_schema{
    {block_of(Kind::measurements, {"a", "b", "c", "d"}), block_of(Kind::categories, {"e", "f"}),
     block_of(Kind::text, {"g"}), block_of(Kind::counts, {"h", "i"}), block_of(Kind::measurements, {"b", "c"}),
     block_of(Kind::categories, {"g", "d", "e"}), block_of(Kind::amounts, {"i", "a"}), block_of(Kind::text, {"f"}),
     block_of(Kind::amounts, {"i"}), block_of(Kind::measurements, {"c", "b"})},
    "y"};

double number_at(const BlockRows& block, std::size_t i, std::size_t j) {
  if (const auto* const batch = std::get_if<Batch>(&block)) return batch->value(i, j);
  const auto& sparse = std::get<SparseBatch>(block);
  for (std::uint64_t k = sparse.offsets[i]; k < sparse.offsets[i + 1]; ++k) {
    if (sparse.indices[k] == j) return sparse.value(k);
  }
  return 0;
}

std::string text_at(const BlockRows& block, std::size_t i, std::size_t j) {
  if (const auto* const text = std::get_if<TextBatch>(&block)) return std::string(text->documents[i]);
  const auto& batch = std::get<CategoryBatch>(block);
  const std::uint32_t code = batch.codes[i * batch.columns + j];
  return code == missing_category ? "-" : std::string(batch.values[j][code]);
}

TEST(Encoder, GivesEveryBlockItsRows) {
  const MixedTable mixed;
  const Encoder encoder(mixed_schema);
  ASSERT_EQ(encoder.blocks(), mixed_schema.blocks.size());
  encoder.check(mixed.table);
  for (std::size_t b = 0; b < encoder.blocks(); ++b) {
    const Block& block = mixed_schema.blocks[b];
    EncodeBuffer buffer;
    for (const std::size_t chunk : {rows, std::size_t{33}, std::size_t{1}}) {
      for (std::size_t first = 0; first < rows; first += chunk) {
        const std::size_t count = std::min(chunk, rows - first);
        const BlockRows part = encoder.rows(mixed.table, b, first, count, buffer);
        ASSERT_EQ(row_count(part), count);
        for (std::size_t i = 0; i < count; ++i) {
          ASSERT_EQ(row_weight(part, i), mixed.weights[first + i]);
          for (std::size_t j = 0; j < block.features.size(); ++j) {
            const char column = block.features[j][0];
            if (is_numeric(block.kind)) {
              ASSERT_EQ(number_at(part, i, j), mixed.number(column, first + i)) << b << " " << i << " " << j;
            } else {
              const std::string value = mixed.value(column, first + i);
              ASSERT_EQ(text_at(part, i, j), block.kind == Kind::text && value == "-" ? "" : value);
            }
          }
        }
      }
    }
  }
}

TEST(Encoder, CopiesNothingThatLiesAsItIsWanted) {
  const MixedTable mixed;
  const Encoder encoder(mixed_schema);
  const std::vector<bool> views = {false, true, true, true, true, false, false, false, false, false};
  for (std::size_t b = 0; b < encoder.blocks(); ++b) EXPECT_EQ(encoder.is_view(mixed.table, b), views[b]) << b;
  EncodeBuffer buffer;
  const auto batch = std::get<Batch>(encoder.rows(mixed.table, 4, 10, 5, buffer));
  EXPECT_EQ(std::get<const double*>(batch.values), mixed.matrix.data() + 31);
  EXPECT_EQ(std::get<CategoryBatch>(encoder.rows(mixed.table, 1, 10, 5, buffer)).codes, mixed.codes.data() + 20);
  EXPECT_EQ(std::get<TextBatch>(encoder.rows(mixed.table, 2, 10, 5, buffer)).documents[0].data(),
            mixed.documents[10].data());
  EXPECT_EQ(std::get<SparseBatch>(encoder.rows(mixed.table, 3, 10, 5, buffer)).offsets.data(),
            mixed.offsets.data() + 10);
  EXPECT_TRUE(buffer.values.empty() && buffer.codes.empty() && buffer.documents.empty() && buffer.made.empty());
}

TEST(Encoder, TakesRowsOfOneMatrixAsTheyAre) {
  const std::vector<float> values(12);
  const Encoder encoder(schema_of({"a", "b", "c"}, "y"));
  EncodeBuffer buffer;
  for (const Table& table : {Table::row_major(values.data(), 4, 3), Table{4, {NumberMatrix{values.data(), 3, 1, 4}}}}) {
    encoder.check(table);
    EXPECT_TRUE(encoder.is_view(table, 0));
    const auto batch = std::get<Batch>(encoder.rows(table, 0, buffer));
    EXPECT_EQ(std::get<const float*>(batch.values), values.data());
    EXPECT_EQ(batch.rows, 4U);
  }
}

TEST(Encoder, ColumnsMayStandForNothing) {
  const std::vector<double> values = {1, 2};
  const Table table{2, {NumberMatrix{values.data(), 0}, NumberColumn{values.data()}, NumberMatrix{values.data(), 0}}};
  const Encoder encoder(schema_of({"a"}, "y"));
  encoder.check(table);
  EncodeBuffer buffer;
  EXPECT_EQ(std::get<Batch>(encoder.rows(table, 0, buffer)).value(1, 0), 2);
}

TEST(Encoder, SaysWhatDoesNotFit) {
  const std::vector<double> values(6);
  const Strings documents = {"x", "y"};
  const std::vector<std::uint64_t> offsets = {0, 1, 3};
  const std::vector<std::uint32_t> indices = {0, 1};
  const Encoder numbers(schema_of({"a", "b"}, "y"));
  const auto refuses = [](const Encoder& encoder, const Table& table) {
    return failure([&] { encoder.check(table); });
  };
  EXPECT_EQ(refuses(numbers, Table::row_major(values.data(), 2, 3)),
            "3 the rows have 3 columns where 2 features are expected");
  EXPECT_EQ(refuses(numbers, Table::row_major(values.data(), 3, 2, std::span(values).first(2))),
            "3 2 weights for 3 rows");
  EXPECT_EQ(refuses(numbers, {2, {NumberColumn{values.data()}, TextColumn{documents}}}),
            "3 column 'b' of the table holds text where measurements are expected");
  EXPECT_EQ(refuses(numbers, {3, {NumberColumn{values.data()}, TextColumn{documents}}}),
            "3 column 'b' of the table has 2 rows where 3 are expected");
  EXPECT_EQ(refuses(Encoder(schema_of({"t"}, "y", "", Kind::text)), Table::row_major(values.data(), 2, 1)),
            "3 column 't' of the table holds numbers where text are expected");
  const SparseMatrix sparse{values.data(), offsets, indices, 2};
  EXPECT_EQ(refuses(numbers, {2, {sparse}}), "") << "check_shape() looks at rows that stay sparse";
  EXPECT_EQ(refuses(Encoder(schema_of({"a", "b", "c"}, "y")), {2, {sparse, NumberColumn{values.data()}}}),
            "3 row 1: the offsets of the sparse rows do not ascend within the numbers stored");
  EXPECT_EQ(refuses(numbers, {4, {sparse}}), "3 column 'a' of the table has 2 rows where 4 are expected");
}

TEST(Encoder, ManyColumnsCostNothing) {
  Schema schema = schema_of({}, "y");
  for (std::size_t j = 0; j < 1'000'000; ++j) schema.blocks[0].features.push_back(std::to_string(j));
  const Encoder encoder(schema);
  const std::vector<double> values = {1};
  const std::vector<std::uint64_t> offsets = {0, 1};
  const std::vector<std::uint32_t> indices = {999'999};
  const Table table = Table::sparse({values.data(), offsets, indices, 1'000'000});
  encoder.check(table);
  EncodeBuffer buffer;
  EXPECT_EQ(std::get<SparseBatch>(encoder.rows(table, 0, buffer)).columns, 1'000'000U);
  EXPECT_EQ(
      failure([&] { encoder.check({1, {TextColumn{Texts(Strings{"x"})}, NumberMatrix{values.data(), 999'999}}}); }),
      "3 column number 1 of the table holds text where measurements are expected");
}

}  // namespace
}  // namespace suffice
