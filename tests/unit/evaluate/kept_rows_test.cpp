// Kept rows: what goes in comes out, whatever the columns are, and places change hands.
#include "evaluate/kept_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "small_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

void put(KeptRows& kept, std::size_t place, const Table& table, std::size_t i) {
  kept.put(place, table, i, kept.bytes_of(table)[i]);
}

std::vector<std::string> texts_of(const Column& column) {
  const Texts& documents = std::get<TextColumn>(column).documents;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < documents.size(); ++i) result.emplace_back(documents[i]);
  return result;
}

/// The values of a column of categories, "?" where they are missing.
std::vector<std::string> values_of(const Column& column, std::size_t rows) {
  const auto& categories = std::get<CategoryColumn>(column);
  std::vector<std::string> result;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint32_t code = std::get<const std::uint32_t*>(categories.codes)[i];
    result.emplace_back(code == missing_category ? "?" : categories.dictionary[code]);
  }
  return result;
}

std::vector<std::string> dictionary_of(const Column& column) {
  const Texts& texts = std::get<CategoryColumn>(column).dictionary;
  std::vector<std::string> result;
  for (std::size_t i = 0; i < texts.size(); ++i) result.emplace_back(texts[i]);
  return result;
}

double number_at(const Column& column, std::size_t i, std::size_t j) {
  const auto& matrix = std::get<NumberMatrix>(column);
  return std::get<const double*>(matrix.values)[static_cast<std::ptrdiff_t>(i) * matrix.row_stride +
                                                static_cast<std::ptrdiff_t>(j) * matrix.column_stride];
}

TEST(KeptRows, KeepDocuments) {
  KeptRows kept(schema_of(Kind::text, {"t"}));
  const std::vector<std::string_view> documents = {"one", "two", "three"};
  const Table table = Table::documents(documents);
  for (std::size_t i = 0; i < 3; ++i) put(kept, i, table, i);
  const std::size_t before = kept.bytes();
  kept.drop(0);
  EXPECT_EQ(before - kept.bytes(), kept.bytes_of(table)[0]);
  put(kept, 1, table, 0);
  EXPECT_EQ(texts_of(kept.view({}).columns.at(0)), (std::vector<std::string>{"three", "one"}));
}

TEST(KeptRows, KeepCategoriesWithDictionariesOfTheirOwn) {
  KeptRows kept(schema_of(Kind::categories, {"a", "b"}));
  const std::vector<std::vector<std::string>> first = {{"x", "y"}, {"", "long one"}};
  const std::vector<std::vector<std::string>> second = {{"y"}, {"z"}};
  const std::vector<std::uint32_t> codes = {1, 1, missing_category, 0};
  const std::vector<std::uint32_t> other = {0, missing_category};
  put(kept, 0, Table::categories(codes.data(), 2, first), 0);
  put(kept, 1, Table::categories(codes.data(), 2, first), 1);
  put(kept, 2, Table::categories(other.data(), 1, second), 0);
  const Table view = kept.view({});
  ASSERT_EQ(view.rows, 3U);
  ASSERT_EQ(view.columns.size(), 2U);
  EXPECT_EQ(dictionary_of(view.columns[0]), (std::vector<std::string>{"y"}));
  EXPECT_EQ(dictionary_of(view.columns[1]), (std::vector<std::string>{"long one", ""}));
  EXPECT_EQ(values_of(view.columns[0], 3), (std::vector<std::string>{"y", "?", "y"}));
  EXPECT_EQ(values_of(view.columns[1], 3), (std::vector<std::string>{"long one", "", "?"}));
}

TEST(KeptRows, KeepNumbersAsTheFirstOnesAre) {
  const std::vector<double> dense = {1, 0, 2};
  const std::vector<double> values = {5};
  const std::vector<std::uint64_t> offsets = {0, 1};
  const std::vector<std::uint32_t> indices = {2};
  const Table sparse = Table::sparse({values.data(), std::span(offsets), indices, 3});
  const Table rectangle = Table::row_major(dense.data(), 1, 3);
  KeptRows as_dense(schema_of(Kind::counts, {"a", "b", "c"}));
  put(as_dense, 0, rectangle, 0);
  put(as_dense, 1, sparse, 0);
  const Table both = as_dense.view({});
  EXPECT_EQ(both.rows, 2U);
  EXPECT_EQ(number_at(both.columns.at(0), 0, 2), 2);
  EXPECT_EQ(number_at(both.columns.at(0), 1, 2), 5);
  EXPECT_EQ(number_at(both.columns.at(0), 1, 0), 0);
  as_dense.drop(0);
  EXPECT_EQ(number_at(as_dense.view({}).columns.at(0), 0, 2), 5);
  KeptRows as_sparse(schema_of(Kind::counts, {"a", "b", "c"}));
  put(as_sparse, 0, sparse, 0);
  put(as_sparse, 1, rectangle, 0);
  put(as_sparse, 0, sparse, 0);
  const Table view = as_sparse.view({});
  EXPECT_EQ(view.rows, 2U);
  const auto& few = std::get<SparseMatrix>(view.columns.at(0));
  EXPECT_EQ(few.columns, 3U);
  EXPECT_EQ(few.indices[0], 2U);
  EXPECT_EQ(std::get<const double*>(few.values)[0], 5);
  EXPECT_EQ(std::get<const double*>(few.values)[3], 2);
}

TEST(KeptRows, AreARectangleWithoutRowsWhereThereAreNone) {
  KeptRows kept(schema_of(Kind::measurements, {"a"}));
  EXPECT_EQ(kept.view({}).rows, 0U);
  EXPECT_EQ(column_count(kept.view({}).columns.at(0)), 1U);
  EXPECT_EQ(kept.bytes(), 0U);
}

/// Measurements, sparse counts, categories that are given as codes, texts and numbers, and documents.
struct MixedRows {
  Schema schema{.blocks = {{.kind = Kind::measurements, .features = {"p", "q"}},
                           {.kind = Kind::counts, .features = {"u", "v", "w"}},
                           {.kind = Kind::categories, .features = {"colour", "shape", "size"}},
                           {.kind = Kind::text, .features = {"note"}}},
                .target = "y"};
  std::vector<float> p{1, 2, 3};
  std::vector<std::int32_t> q{-4, 5, 6};
  std::uint8_t valid = 0b101;  // q is missing in the second row
  std::vector<double> counts{7, 8, 9};
  std::vector<std::uint64_t> offsets{0, 2, 2, 3};
  std::vector<std::uint32_t> indices{0, 2, 1};
  std::vector<std::int8_t> colours{1, -1, 0};
  std::vector<std::string> palette{"red", "blue"};
  std::vector<std::string> shapes{"round", "", "flat"};
  std::vector<double> sizes{1.5, 2, std::nan("")};
  std::vector<std::string_view> notes{"first note", "", "third"};

  [[nodiscard]] Table table() const {
    return {
        3,
        {NumberColumn{p.data()}, NumberColumn{q.data(), 1, {&valid}},
         SparseMatrix{counts.data(), std::span(offsets), indices, 3}, CategoryColumn{colours.data(), Texts(palette)},
         TextColumn{Texts(shapes), {&valid}}, NumberColumn{sizes.data()}, TextColumn{Texts(notes)}},
        {}};
  }
};

TEST(KeptRows, KeepEveryColumnOfAMixedTable) {
  const MixedRows rows;
  KeptRows kept(rows.schema);
  for (std::size_t i = 0; i < 3; ++i) put(kept, i, rows.table(), i);
  put(kept, 3, rows.table(), 1);
  kept.drop(0);  // the copy of the second row is now the first
  const std::vector<double> weights{1, 2, 3};
  const Table view = kept.view(weights);
  ASSERT_EQ(view.rows, 3U);
  EXPECT_EQ(view.weight(2), 3);
  ASSERT_EQ(view.columns.size(), 6U);
  EXPECT_EQ(column_count(view.columns[0]), 2U);
  EXPECT_EQ(number_at(view.columns[0], 0, 0), 2);
  EXPECT_TRUE(std::isnan(number_at(view.columns[0], 0, 1)));
  EXPECT_EQ(number_at(view.columns[0], 2, 1), 6);
  const auto& sparse = std::get<SparseMatrix>(view.columns[1]);
  EXPECT_EQ(sparse.columns, 3U);
  ASSERT_EQ(sparse.indices.size(), 1U);
  EXPECT_EQ(sparse.indices[0], 1U);
  EXPECT_EQ(values_of(view.columns[2], 3), (std::vector<std::string>{"?", "?", "red"}));
  EXPECT_EQ(values_of(view.columns[3], 3), (std::vector<std::string>{"?", "?", "flat"}));
  EXPECT_EQ(values_of(view.columns[4], 3), (std::vector<std::string>{"2", "2", "?"}));
  EXPECT_EQ(texts_of(view.columns[5]), (std::vector<std::string>{"", "", "third"}));
  EXPECT_EQ(kept.bytes_of(view)[2], kept.bytes_of(rows.table())[2] - 24) << "a number as a category, then missing";
}

TEST(KeptRows, AColumnOfSeveralBlocksIsKeptOnceAsNumbersIfItHasThem) {
  const Schema schema{.blocks = {{.kind = Kind::categories, .features = {"a", "b"}},
                                 {.kind = Kind::measurements, .features = {"c", "b"}},
                                 {.kind = Kind::text, .features = {"a"}}},
                      .target = "y"};
  const std::vector<std::string> a{"x", "y"};
  const std::vector<double> b{0.5, 2};
  const std::vector<double> c{3, 4};
  const Table table{2, {TextColumn{Texts(a)}, NumberColumn{b.data()}, NumberColumn{c.data()}}, {}};
  KeptRows kept(schema);
  put(kept, 0, table, 1);
  put(kept, 1, table, 0);
  const Table view = kept.view({});
  ASSERT_EQ(view.columns.size(), 2U);
  EXPECT_EQ(values_of(view.columns[0], 2), (std::vector<std::string>{"y", "x"}));
  EXPECT_EQ(number_at(view.columns[1], 0, 0), 2);
  EXPECT_EQ(number_at(view.columns[1], 1, 1), 3);
  EXPECT_EQ(kept.bytes_of(view), (std::vector<std::size_t>{kept.bytes_of(table)[1], kept.bytes_of(table)[0]}));
}

TEST(KeptRows, RefuseCodesAndColumnsThatThereAreNot) {
  KeptRows kept(schema_of(Kind::categories, {"a"}));
  const std::vector<std::string> values{"x"};
  const std::vector<std::uint8_t> codes{0, 1};
  EXPECT_THROW((void)kept.bytes_of({2, {CategoryColumn{codes.data(), Texts(values)}}, {}}), Error);
  EXPECT_THROW((void)kept.bytes_of({0, {}, {}}), Error);
}

}  // namespace
}  // namespace suffice
