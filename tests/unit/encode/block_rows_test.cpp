#include "encode/block_rows.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

const std::vector<double> weights{1, 0, 2.5};

TEST(BlockRows, dense_rows_are_cut_by_row) {
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  const BlockRows rows = Batch::row_major(values.data(), 3, 2, weights);
  EXPECT_EQ(row_count(rows), 3U);
  EXPECT_EQ(row_weight(rows, 2), 2.5);
  const BlockRows part = slice_rows(rows, 1, 2);
  EXPECT_EQ(row_count(part), 2U);
  EXPECT_EQ(std::get<Batch>(part).value(1, 0), 5);
  EXPECT_EQ(row_weight(part, 0), 0);
}

TEST(BlockRows, sparse_rows_keep_their_offsets) {
  const std::vector<float> values{7, 8, 9};
  const std::vector<std::uint64_t> offsets{0, 2, 2, 3};
  const std::vector<std::uint32_t> indices{0, 3, 1};
  const BlockRows rows = SparseBatch{values.data(), offsets, indices, 4, weights};
  EXPECT_EQ(row_count(rows), 3U);
  const auto part = std::get<SparseBatch>(slice_rows(rows, 2, 1));
  EXPECT_EQ(part.rows(), 1U);
  EXPECT_EQ(part.value(part.offsets[0]), 9);
  EXPECT_EQ(part.indices[part.offsets[0]], 1U);
  EXPECT_EQ(part.weight(0), 2.5);
  EXPECT_EQ(row_count(slice_rows(rows, 3, 0)), 0U);
  EXPECT_EQ(row_count(slice_rows(SparseBatch{values.data(), {}, {}, 4}, 0, 0)), 0U);
}

TEST(BlockRows, categories_and_documents) {
  const std::vector<std::uint32_t> codes{0, 1, 1, 0, missing_category, 1};
  const std::vector<std::string> letters{"a", "b"};
  const std::vector<Texts> values{letters, letters};
  const BlockRows rows = CategoryBatch{codes.data(), 3, 2, values};
  const auto part = std::get<CategoryBatch>(slice_rows(rows, 2, 1));
  EXPECT_EQ(part.codes[0], missing_category);
  EXPECT_EQ(part.rows, 1U);
  EXPECT_TRUE(row_weights(rows).empty());
  EXPECT_EQ(row_weight(rows, 1), 1);

  const std::vector<std::string_view> documents{"one", "two", "three"};
  const BlockRows text = TextBatch{documents, weights};
  EXPECT_EQ(row_count(text), 3U);
  EXPECT_EQ(std::get<TextBatch>(slice_rows(text, 2, 1)).documents[0], "three");
  EXPECT_EQ(row_weight(slice_rows(text, 2, 1), 0), 2.5);
  EXPECT_TRUE(row_weights(without_weights(text)).empty());
  EXPECT_EQ(row_count(without_weights(text)), 3U);
}

}  // namespace
}  // namespace suffice
