// Tables: texts in any memory, some of the rows, and the usual tables of one kind of columns.
#include "suffice/table.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Texts, AreTheSameInAnyMemory) {
  const std::vector<std::string> strings = {"one", "", "three", "vier"};
  const std::vector<std::string_view> views(strings.begin(), strings.end());
  const std::string bytes = "..onethreevier";
  const std::vector<std::uint32_t> narrow = {2, 5, 5, 10, 14};
  const std::vector<std::uint64_t> wide(narrow.begin(), narrow.end());
  const std::vector<Texts> all = {Texts(strings), Texts(std::span<const std::string_view>(views)),
                                  Texts(narrow, bytes.data()), Texts(wide, bytes.data())};
  for (const Texts& texts : all) {
    ASSERT_EQ(texts.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(texts[i], strings[i]);
    const Texts part = texts.slice(1, 2);
    ASSERT_EQ(part.size(), 2U);
    EXPECT_EQ(part[0], "");
    EXPECT_EQ(part[1], "three");
    EXPECT_EQ(texts.slice(4, 0).size(), 0U);
  }
  EXPECT_NE(all[1].views(), nullptr);
  EXPECT_EQ(all[0].views(), nullptr);
  EXPECT_EQ(Texts().size(), 0U);
  EXPECT_EQ(Texts().slice(0, 0).size(), 0U);
  EXPECT_EQ(Texts(std::span<const std::uint32_t>(), bytes.data()).slice(0, 0).size(), 0U);
}

TEST(Table, ColumnsStandForAsManyAsTheyHave) {
  EXPECT_EQ(column_count(NumberMatrix{static_cast<const double*>(nullptr), 3}), 3U);
  EXPECT_EQ(column_count(SparseMatrix{static_cast<const double*>(nullptr), {}, {}, 7}), 7U);
  EXPECT_EQ(column_count(NumberColumn{static_cast<const bool*>(nullptr)}), 1U);
  EXPECT_EQ(column_count(CategoryColumn{static_cast<const std::int8_t*>(nullptr)}), 1U);
  EXPECT_EQ(column_count(TextColumn{}), 1U);
}

TEST(Table, APartHasSomeOfTheRowsOfEveryColumn) {
  const std::vector<float> matrix = {1, 2, 3, 4, 5, 6, 7, 8};
  const std::vector<std::int16_t> numbers = {10, 0, 20, 0, 30, 0, 40};
  const std::vector<double> stored = {1, 2, 3};
  const std::vector<std::uint32_t> offsets = {0, 1, 1, 2, 3};
  const std::vector<std::uint32_t> indices = {0, 1, 0};
  const std::vector<std::int8_t> codes = {0, 1, -1, 1};
  const std::vector<std::string> names = {"a", "b"};
  const std::vector<std::string> documents = {"p", "q", "r", "s"};
  const std::vector<double> weights = {1, 2, 3, 4};
  const std::uint8_t bits = 0b1011;
  const Table table{4,
                    {NumberMatrix{matrix.data(), 2, 2, 1}, NumberColumn{numbers.data(), 2, {&bits, 0}},
                     SparseMatrix{stored.data(), std::span<const std::uint32_t>(offsets), indices, 2},
                     CategoryColumn{codes.data(), names, 1, {&bits, 0}}, TextColumn{documents, {&bits, 0}}},
                    weights};
  const Table part = table.slice(1, 3);
  EXPECT_EQ(part.rows, 3U);
  EXPECT_EQ(part.weight(0), 2);
  EXPECT_EQ(*std::get<const float*>(std::get<NumberMatrix>(part.columns[0]).values), 3);
  const auto& column = std::get<NumberColumn>(part.columns[1]);
  EXPECT_EQ(*std::get<const std::int16_t*>(column.values), 20);
  EXPECT_TRUE(column.valid(0));
  EXPECT_FALSE(column.valid(1));
  EXPECT_TRUE(column.valid(2));
  const auto part_offsets = std::get<std::span<const std::uint32_t>>(std::get<SparseMatrix>(part.columns[2]).offsets);
  EXPECT_EQ(std::vector(part_offsets.begin(), part_offsets.end()), (std::vector<std::uint32_t>{1, 1, 2, 3}));
  EXPECT_EQ(*std::get<const std::int8_t*>(std::get<CategoryColumn>(part.columns[3]).codes), 1);
  EXPECT_FALSE(std::get<CategoryColumn>(part.columns[3]).valid(1));
  const auto& text = std::get<TextColumn>(part.columns[4]);
  EXPECT_EQ(text.documents.size(), 3U);
  EXPECT_EQ(text.documents[2], "s");
  EXPECT_FALSE(text.valid(1));
  EXPECT_TRUE(Table::row_major(matrix.data(), 4, 2).slice(2, 1).weights.empty());
}

TEST(Table, OfOneKind) {
  const std::vector<std::uint32_t> codes = {0, 1, 1, 0};
  const std::vector<std::vector<std::string>> dictionaries = {{"a", "b"}, {"c", "d"}};
  const Table categories = Table::categories(codes.data(), 2, dictionaries);
  EXPECT_EQ(categories.rows, 2U);
  ASSERT_EQ(categories.columns.size(), 2U);
  const auto& second = std::get<CategoryColumn>(categories.columns[1]);
  EXPECT_EQ(second.stride, 2);
  EXPECT_EQ(std::get<const std::uint32_t*>(second.codes), codes.data() + 1);
  EXPECT_EQ(second.dictionary[1], "d");

  const std::vector<std::string> texts = {"x", "y", "z"};
  EXPECT_EQ(Table::documents(texts).rows, 3U);

  const std::vector<double> values = {1};
  const std::vector<std::uint64_t> offsets = {0, 0, 1};
  const std::vector<std::uint32_t> indices = {4};
  EXPECT_EQ(Table::sparse({values.data(), offsets, indices, 5}).rows, 2U);
  EXPECT_EQ(Table::sparse({values.data(), std::span<const std::uint64_t>(), {}, 5}).rows, 0U);
  EXPECT_EQ(Table::categories(nullptr, 0, dictionaries).columns.size(), 2U) << "no rows";
}

}  // namespace
}  // namespace suffice
