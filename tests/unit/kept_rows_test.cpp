// Kept rows: what goes in comes out, whatever the kind, and places change hands.
#include "evaluate/kept_rows.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace suffice {
namespace {

Schema schema_of(Encoding encoding, std::vector<std::string> features) {
  Schema schema{std::move(features), "y", ""};
  schema.encoding = encoding;
  return schema;
}

TEST(KeptRows, KeepDocuments) {
  KeptRows kept(schema_of(Encoding::text, {"t"}));
  const std::vector<std::string_view> documents = {"one", "two", "three"};
  for (std::size_t i = 0; i < 3; ++i) kept.put(i, TextBatch{documents}, i);
  const std::size_t before = kept.bytes();
  kept.drop(0);
  EXPECT_EQ(before - kept.bytes(), kept.bytes_of(TextBatch{documents}, 0));
  kept.put(1, TextBatch{documents}, 0);
  const auto view = std::get<TextBatch>(kept.view({}));
  EXPECT_EQ(std::vector(view.documents.begin(), view.documents.end()), (std::vector<std::string_view>{"three", "one"}));
}

TEST(KeptRows, KeepCategoriesWithDictionariesOfTheirOwn) {
  KeptRows kept(schema_of(Encoding::categories, {"a", "b"}));
  const std::vector<std::vector<std::string>> first = {{"x", "y"}, {"", "long one"}};
  const std::vector<std::vector<std::string>> second = {{"y"}, {"z"}};
  const std::vector<std::uint32_t> codes = {1, 1, missing_category, 0};
  const std::vector<std::uint32_t> other = {0, missing_category};
  kept.put(0, CategoryBatch{codes.data(), 2, 2, first}, 0);
  kept.put(1, CategoryBatch{codes.data(), 2, 2, first}, 1);
  kept.put(2, CategoryBatch{other.data(), 1, 2, second}, 0);
  const auto view = std::get<CategoryBatch>(kept.view({}));
  ASSERT_EQ(view.rows, 3U);
  EXPECT_EQ(std::vector(view.values.begin(), view.values.end()),
            (std::vector<std::vector<std::string>>{{"y"}, {"long one", ""}}));
  EXPECT_EQ(std::vector(view.codes, view.codes + 6),
            (std::vector<std::uint32_t>{0, 0, missing_category, 1, 0, missing_category}));
}

TEST(KeptRows, KeepNumbersAsTheFirstOnesAre) {
  const std::vector<double> dense = {1, 0, 2};
  const std::vector<double> values = {5};
  const std::vector<std::uint64_t> offsets = {0, 1};
  const std::vector<std::uint32_t> indices = {2};
  const SparseBatch sparse{values.data(), offsets, indices, 3};
  KeptRows as_dense(schema_of(Encoding::numbers, {"a", "b", "c"}));
  as_dense.put(0, Batch::row_major(dense.data(), 1, 3), 0);
  as_dense.put(1, sparse, 0);
  const auto rectangle = std::get<Batch>(as_dense.view({}));
  EXPECT_EQ(rectangle.rows, 2U);
  EXPECT_EQ(rectangle.value(0, 2), 2);
  EXPECT_EQ(rectangle.value(1, 2), 5);
  EXPECT_EQ(rectangle.value(1, 0), 0);
  as_dense.drop(0);
  EXPECT_EQ(std::get<Batch>(as_dense.view({})).value(0, 2), 5);
  KeptRows as_sparse(schema_of(Encoding::numbers, {"a", "b", "c"}));
  as_sparse.put(0, sparse, 0);
  as_sparse.put(1, Batch::row_major(dense.data(), 1, 3), 0);
  as_sparse.put(0, sparse, 0);
  const auto few = std::get<SparseBatch>(as_sparse.view({}));
  EXPECT_EQ(few.rows(), 2U);
  EXPECT_EQ(few.indices[0], 2U);
  EXPECT_EQ(few.value(0), 5);
  EXPECT_EQ(few.value(3), 2);
}

TEST(KeptRows, AreARectangleWithoutRowsWhereThereAreNone) {
  KeptRows kept(schema_of(Encoding::numbers, {"a"}));
  EXPECT_EQ(row_count(kept.view({})), 0U);
  EXPECT_EQ(kept.bytes(), 0U);
}

}  // namespace
}  // namespace suffice
