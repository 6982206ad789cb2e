// Counted row: the terms of documents, sparse and dense rows, by their places in the sums.
#include "evaluate/leave_one_out/counted_row.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "sample_model.hpp"
#include "text/term_bucket.hpp"

namespace suffice {
namespace {

using Pairs = std::vector<std::pair<std::size_t, double>>;

Pairs pairs(const std::vector<CountedTerm>& terms) {
  Pairs result;
  for (const CountedTerm& term : terms) result.emplace_back(term.place, term.count);
  return result;
}

TEST(CountedRow, FindsWords) {
  const Summary summary = word_model().summary;
  const TermIndex index(term_block(summary, 0));
  CountedRow reader(index);
  const std::vector<std::string_view> documents = {"Now, hello now! BUY? unknown words unknown", ""};
  EXPECT_EQ(pairs(reader.read(TextBatch{documents}, 0)), (Pairs{{0, 1}, {2, 1}, {3, 2}}));
  EXPECT_EQ(reader.unknown(), (std::map<std::string, double, std::less<>>{{"unknown", 2}, {"words", 1}}));
  EXPECT_EQ(pairs(reader.read(TextBatch{documents}, 1)), Pairs{});
  EXPECT_TRUE(reader.unknown().empty());
}

TEST(CountedRow, AddsUpWhatComesInPortions) {
  const Summary summary = word_model().summary;
  const TermIndex index(term_block(summary, 0));
  CountedRow reader(index);
  std::string text;
  for (int i = 0; i < 10'000; ++i) text += i % 2 == 0 ? "now " : "buy ";
  const std::vector<std::string_view> documents = {text};
  EXPECT_EQ(pairs(reader.read(TextBatch{documents}, 0)), (Pairs{{0, 5000}, {3, 5000}}));
}

TEST(CountedRow, FindsBuckets) {
  Summary summary = word_model().summary;
  summary.schema.blocks[0].text.hash_buckets = 5;
  summary.schema.blocks[0].text.hash_key = 9;
  const TermIndex index(term_block(summary, 0));
  CountedRow reader(index);
  const std::vector<std::string_view> documents = {"now now"};
  EXPECT_EQ(pairs(reader.read(TextBatch{documents}, 0)), (Pairs{{term_bucket("now", 9, 5), 2}}));
}

TEST(CountedRow, TakesNumbersThatAreNotZero) {
  const Summary summary{
      {.blocks = {{.kind = Kind::counts, .features = {"a", "b", "c"}}}, .target = "y"}, {}, {TermCounts{}}};
  const TermIndex index(term_block(summary, 0));
  CountedRow reader(index);
  const std::vector<double> dense = {0, 2, std::nan(""), 0, 0, 1};
  const auto& terms = reader.read(Batch::row_major(dense.data(), 2, 3), 0);
  ASSERT_EQ(terms.size(), 2U);
  EXPECT_EQ(terms[0].place, 1U);
  EXPECT_EQ(terms[0].count, 2);
  EXPECT_TRUE(std::isnan(terms[1].count));
  const std::vector<float> values = {3, 0, 4};
  const std::vector<std::uint64_t> offsets = {0, 1, 3};
  const std::vector<std::uint32_t> indices = {2, 0, 1};
  EXPECT_EQ(pairs(reader.read(SparseBatch{values.data(), offsets, indices, 3}, 0)), (Pairs{{2, 3}}));
  EXPECT_EQ(pairs(reader.read(SparseBatch{values.data(), offsets, indices, 3}, 1)), (Pairs{{1, 4}}));
}

TEST(CountedRow, WordsExistWhileRowsHaveThem) {
  const Block words{.kind = Kind::text, .features = {"t"}};
  EXPECT_TRUE(is_open(words, {}));
  EXPECT_FALSE(is_open(words, {.vocabulary = {{"a"}}}));
  EXPECT_FALSE(is_open({.kind = Kind::text, .features = {"t"}, .text = {.hash_buckets = 8}}, {}));
  EXPECT_FALSE(is_open({.kind = Kind::counts, .features = {"x"}}, {}));
}

}  // namespace
}  // namespace suffice
