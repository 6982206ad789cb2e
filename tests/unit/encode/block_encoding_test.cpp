// Columns of any type as scores, fills, indicators and bins.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data_text.hpp"
#include "encode/encoder.hpp"
#include "suffice/schema.hpp"
#include "suffice/table.hpp"

namespace suffice {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Schema alone(Block block) { return {.blocks = {std::move(block)}, .target = "y"}; }

std::vector<double> numbers_of(const Encoder& encoder, const Table& table, EncodeBuffer& buffer,
                               std::size_t block = 0) {
  encoder.check(table);
  const auto batch = std::get<Batch>(encoder.rows(table, block, buffer));
  std::vector<double> values;
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t j = 0; j < batch.columns; ++j) values.push_back(batch.value(i, j));
  }
  return values;
}

std::vector<std::string> values_of(const Encoder& encoder, const Table& table, std::size_t block = 0) {
  EncodeBuffer buffer;
  encoder.check(table);
  const auto batch = std::get<CategoryBatch>(encoder.rows(table, block, buffer));
  std::vector<std::string> values;
  for (std::size_t k = 0; k < batch.rows * batch.columns; ++k) {
    const std::uint32_t code = batch.codes[k];
    values.push_back(code == missing_category ? "?" : std::string(batch.values[k % batch.columns][code]));
  }
  return values;
}

bool same(const std::vector<double>& a, const std::vector<double>& b) {
  return std::ranges::equal(a, b, [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); });
}

TEST(BlockEncoding, numbers_become_scores_and_missing_ones_are_filled) {
  Block block{.features = {"x", "w"}};
  block.normal_scores = {{{1, 2, 4}, {-1, 0, 1}}, {}};
  block.fills = {3, nan};
  const Encoder encoder(alone(block));
  const std::vector<double> rows = {1.5, 7, nan, nan, 3, 8};
  const std::vector<double> expected = {-0.5, 7, 0.5, nan, 0.5, 8};
  EncodeBuffer buffer;
  const Table table = Table::row_major(rows.data(), 3, 2);
  EXPECT_FALSE(encoder.is_view(table, 0));
  EXPECT_TRUE(same(numbers_of(encoder, table, buffer), expected));
  EXPECT_TRUE(buffer.log_slopes.empty());
  buffer.with_log_slopes = {1, 0};
  EXPECT_TRUE(same(numbers_of(encoder, table, buffer), expected));
  EXPECT_EQ(buffer.log_slopes, (std::vector<double>{0, std::log(0.5), std::log(0.5)}));
  const std::vector<std::int32_t> whole = {1, 2, 4};
  const std::vector<float> single = {7, 8, 9};
  const std::vector<std::uint8_t> bits = {0b101};
  const Table columns{.rows = 3,
                      .columns = {NumberColumn{whole.data(), 1, {bits.data()}}, NumberColumn{single.data()}}};
  EXPECT_TRUE(same(numbers_of(encoder, columns, buffer), {-1, 7, 0.5, 8, 1, 9}));
}

TEST(BlockEncoding, sparse_numbers_are_written_out) {
  Block block{.features = {"x", "w"}};
  block.normal_scores = {{{0, 2}, {-1, 1}}, {}};
  const Encoder encoder(alone(block));
  const std::vector<std::uint64_t> offsets = {0, 1, 2};
  const std::vector<std::uint32_t> indices = {0, 1};
  const std::vector<double> stored = {2, 5};
  EncodeBuffer buffer;
  const Table table = Table::sparse({stored.data(), std::span<const std::uint64_t>(offsets), indices, 2});
  EXPECT_TRUE(same(numbers_of(encoder, table, buffer), {1, 0, -1, 5}));
}

TEST(BlockEncoding, values_become_indicators) {
  Block block{.features = {"x", "c=red", "c=blue"}};
  block.indicators = {{"c", {"red", "blue"}, {"green"}}};
  const Encoder encoder(alone(block));
  const std::vector<double> x = {1, 2, 3, 4, 5};
  const std::vector<std::uint32_t> codes = {0, 1, 2, missing_category, 3};
  const std::vector<std::string> names = {"blue", "red", "green", "pink"};
  const std::vector<double> expected = {1, 0, 1, 2, 1, 0, 3, 0, 0, 4, nan, nan, 5, nan, nan};
  EncodeBuffer buffer;
  const Table categories{.rows = 5, .columns = {NumberColumn{x.data()}, CategoryColumn{codes.data(), Texts(names)}}};
  EXPECT_TRUE(same(numbers_of(encoder, categories, buffer), expected));
  EXPECT_EQ(buffer.unknown_values, 1U) << "pink; a missing value is not unknown";
  const auto row = std::get<Batch>(encoder.rows(categories, 0, 1, 1, buffer));  // fewer rows than values
  EXPECT_EQ(row.value(0, 1), 1);
  const std::vector<std::string> documents = {"blue", "red", "green", "", "pink"};
  const Table text{.rows = 5, .columns = {NumberColumn{x.data()}, TextColumn{Texts(documents)}}};
  EXPECT_TRUE(same(numbers_of(encoder, text, buffer), expected));
  const std::vector<std::uint32_t> strange = {0, 1, 2, 9, 3};
  const Table bad{.rows = 5, .columns = {NumberColumn{x.data()}, CategoryColumn{strange.data(), Texts(names)}}};
  EXPECT_EQ(failure([&] { numbers_of(encoder, bad, buffer); }), "3 row 3: there is no value number 9");
  Block by_number = block;
  by_number.features = {"x", "c=1", "c=2.5"};
  by_number.indicators = {{"c", {"1", "2.5"}}};
  const std::vector<double> matrix = {0, 1, 0, 2.5, 0, nan};
  EXPECT_TRUE(same(numbers_of(Encoder(alone(by_number)), Table::row_major(matrix.data(), 3, 2), buffer),
                   {0, 1, 0, 0, 0, 1, 0, nan, nan}));
}

TEST(BlockEncoding, numbers_become_bins) {
  Block block{.kind = Kind::categories, .features = {"x", "w"}};
  block.edges = {{2.5, 4}, {0}};
  block.missing_values = {1, 0};
  const Encoder encoder(alone(block));
  const std::vector<double> rows = {2.4, -1, 2.5, 0, 4, nan, nan, 1};
  const std::vector<std::string> expected = {"< 2.5", "< 0", "2.5 to 4", ">= 0", ">= 4", "?", "(missing)", ">= 0"};
  EXPECT_EQ(values_of(encoder, Table::row_major(rows.data(), 4, 2)), expected);
  const std::vector<std::uint32_t> codes = {0};
  const std::vector<std::string> names = {"2"};
  const Table text{.rows = 1, .columns = {NumberColumn{rows.data()}, CategoryColumn{codes.data(), Texts(names)}}};
  EXPECT_EQ(failure([&] { encoder.check(text); }),
            "3 column 'w' of the table holds categories where numbers are expected");
}

TEST(BlockEncoding, a_missing_category_is_a_value) {
  Block block{.kind = Kind::categories, .features = {"c", "d"}};
  block.missing_values = {1, 0};
  const Encoder encoder(alone(block));
  const std::vector<std::uint32_t> codes = {0, missing_category, 1};
  const std::vector<std::string> names = {"blue", "red"};
  const CategoryColumn column{codes.data(), Texts(names)};
  const Table table{.rows = 3, .columns = {column, column}};
  EXPECT_EQ(values_of(encoder, table), (std::vector<std::string>{"blue", "blue", "(missing)", "?", "red", "red"}));
  const std::vector<double> numbers = {1, 1, nan, nan};
  EXPECT_EQ(values_of(encoder, Table::row_major(numbers.data(), 2, 2)),
            (std::vector<std::string>{"1", "1", "(missing)", "?"}));
}

TEST(BlockEncoding, a_column_of_several_blocks_is_there_once) {
  Block numbers{.features = {"x", "c=red"}};
  numbers.indicators = {{"c", {"red"}, {"blue"}}};
  Block bins{.kind = Kind::categories, .features = {"c", "x"}};
  bins.edges = {{}, {2}};
  const Encoder encoder(Schema{.blocks = {numbers, bins}, .target = "y"});
  const std::vector<double> x = {1, 2};
  const std::vector<std::uint32_t> codes = {0, 1};
  const std::vector<std::string> names = {"red", "blue"};
  const Table table{.rows = 2, .columns = {NumberColumn{x.data()}, CategoryColumn{codes.data(), Texts(names)}}};
  EncodeBuffer buffer;
  EXPECT_TRUE(same(numbers_of(encoder, table, buffer), {1, 1, 2, 0}));
  EXPECT_EQ(values_of(encoder, table, 1), (std::vector<std::string>{"red", "< 2", "blue", ">= 2"}));
}

}  // namespace
}  // namespace suffice
