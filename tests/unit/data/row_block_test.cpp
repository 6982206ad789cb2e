// Blocks of rows: rows taken out, and the table that the readers' blocks are.
#include "data/formats/row_block.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(RowBlock, ErasedRowsLeaveTheOthersInOrder) {
  const std::vector<std::string> texts = {"a", "b", "c", "d", "e", "f"};
  RowBlock block;
  block.rows = 3;
  block.values = {1, 2, 3, 4, 5, 6};
  block.codes = {0, 1, 2};
  block.documents.assign(texts.begin(), texts.end());  // two columns, one after the other
  erase_rows(block, std::vector<std::size_t>{1});
  EXPECT_EQ(block.rows, 2U);
  EXPECT_EQ(block.values, (std::vector<double>{1, 2, 5, 6}));
  EXPECT_EQ(block.codes, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(std::vector<std::string>(block.documents.begin(), block.documents.end()),
            (std::vector<std::string>{"a", "c", "d", "f"}));
}

TEST(RowBlock, ErasedSparseRowsTakeTheirEntriesAlong) {
  RowBlock block;
  block.rows = 3;
  block.offsets = {0, 2, 3, 4};
  block.indices = {0, 5, 1, 2};
  block.values = {1, 2, 3, 4};
  erase_rows(block, std::vector<std::size_t>{0, 2});
  EXPECT_EQ(block.offsets, (std::vector<std::uint64_t>{0, 1}));
  EXPECT_EQ(block.indices, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(block.values, (std::vector<double>{3}));
}

TEST(RowBlock, NumbersThatFollowEachOtherAreOneMatrixOfTheTable) {
  RowBlock block;
  block.rows = 2;
  block.values = {1, 2, 3, 4, 5, 6};
  block.categories = {0, 1};
  Binding binding;
  binding.forms = {CellForm::number, CellForm::number, CellForm::category, CellForm::number};
  binding.numbers = {0, 1, 3};
  binding.categories = {2};
  const std::vector<std::vector<std::string>> dictionaries = {{"red", "blue"}};
  const Table table = table_of(block, binding, dictionaries);
  EXPECT_EQ(table.rows, 2U);
  ASSERT_EQ(table.columns.size(), 3U);
  EXPECT_EQ(std::get<NumberMatrix>(table.columns[0]).columns, 2U);
  EXPECT_EQ(std::get<CategoryColumn>(table.columns[1]).dictionary.size(), 2U);
  EXPECT_EQ(std::get<NumberMatrix>(table.columns[2]).columns, 1U);
}

}  // namespace
}  // namespace suffice
