#include "summary/terms/term_counter.hpp"

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

const std::vector<std::uint32_t> class_of_code = {1, UINT32_MAX, 0};

TEST(TermCounter, text) {
  Block block{.kind = Kind::text, .features = {"text"}};
  block.text.stop_words = {"the"};
  TermCounter counter(block, 2);
  const std::vector<std::string_view> documents = {"The cat", "a dog \xFF", "cat cat"};
  const std::vector<std::uint32_t> codes = {0, 2, 0};
  counter.add(TextBatch{std::span<const std::string_view>(documents)}, codes, class_of_code);
  EXPECT_EQ(counter.invalid_bytes(), 1U);
  const TermCounts counts = counter.counts(std::vector<std::size_t>{0, 1, 2});
  EXPECT_EQ(counts.words.bytes, "acatdog");
  EXPECT_EQ(counts.classes, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(counts.tokens, (std::vector<double>{1, 3, 1}));
  EXPECT_EQ(counts.documents, (std::vector<double>{1, 2, 1}));
  counter.add(TextBatch{std::span<const std::string_view>(documents)}, codes, class_of_code);  // adding goes on
  EXPECT_EQ(counter.counts(std::vector<std::size_t>{0, 1, 2}).tokens, (std::vector<double>{2, 6, 2}));
}

TEST(TermCounter, numbers_dense_and_sparse) {
  const Block block{.kind = Kind::counts, .features = {"x", "y"}};
  TermCounter counter(block, 2);
  const std::vector<double> dense = {1, 0, 2, 3};
  const std::vector<std::uint32_t> codes = {0, 2};
  counter.add(Batch::row_major(dense.data(), 2, 2), codes, class_of_code);
  const std::vector<float> values = {4};
  const std::vector<std::uint64_t> offsets = {0, 0, 1};
  const std::vector<std::uint32_t> indices = {1};
  const std::vector<std::uint32_t> absent = {1, 0};
  const std::vector<double> weights = {0, 2};
  counter.add(SparseBatch{values.data(), offsets, indices, 2, weights}, absent, class_of_code);
  EXPECT_EQ(counter.invalid_bytes(), 0U);
  TermCounter moved = std::move(counter);
  const TermCounts counts = moved.counts(std::vector<std::size_t>{1, 0});
  EXPECT_EQ(counts.words.size(), 0U);
  EXPECT_EQ(counts.offsets, (std::vector<std::uint64_t>{0, 2, 4}));
  EXPECT_EQ(counts.classes, (std::vector<std::uint32_t>{0, 1, 0, 1}));
  EXPECT_EQ(counts.tokens, (std::vector<double>{1, 2, 8, 3}));
  EXPECT_EQ(counts.documents, (std::vector<double>{1, 1, 2, 1}));
}

TEST(TermCounter, first_rows_that_are_sparse_may_come_unchecked) {
  const Block block{.kind = Kind::counts, .features = {"x", "y"}};
  const std::vector<double> values = {4, 1, 2};
  const std::vector<std::uint64_t> offsets = {0, 1, 3};
  std::vector<std::uint32_t> indices = {1, 0, 1};
  const std::vector<std::uint32_t> codes = {0, 2};
  const SparseBatch sparse{values.data(), offsets, indices, 2};
  TermCounter counter(block, 1);
  EXPECT_FALSE(counter.add_first(Batch::row_major(values.data(), 1, 2), std::span(codes).first(1), class_of_code));
  indices[2] = 2;
  EXPECT_FALSE(counter.add_first(sparse, codes, class_of_code));
  indices[2] = 1;
  EXPECT_TRUE(counter.add_first(sparse, codes, class_of_code));
  EXPECT_EQ(counter.counts(std::vector<std::size_t>{0, 1}).tokens, (std::vector<double>{1, 2, 4}));
  EXPECT_FALSE(counter.add_first(sparse, codes, class_of_code));
}

TEST(TermCounter, text_options_that_cannot_be_meant_are_refused) {
  Block block{.kind = Kind::text, .features = {"text"}};
  block.text.longest = 0;
  EXPECT_THROW(TermCounter(block, 1), Error);
}

}  // namespace
}  // namespace suffice
