#include "summary/terms/word_shard.hpp"

#include <limits>

#include <gtest/gtest.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

TEST(WordShard, a_document_counts_once_for_each_word) {
  const Tokeniser tokeniser({});
  WordShard shard;
  WordShard::Workspace workspace;
  shard.add(tokeniser, "a b a", 1, 2, workspace);
  shard.add(tokeniser, "a", 1, 1, workspace);
  shard.add(tokeniser, "a \xFF", 0, 1, workspace);
  shard.add(tokeniser, "", 0, 1, workspace);
  EXPECT_EQ(shard.size(), 3U);
  ASSERT_EQ(shard.words.size(), 2U);
  const auto sums = shard.words[1].find("a");
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->tokens, 5);
  EXPECT_EQ(sums->documents, 3);
  EXPECT_EQ(shard.words[0].find("a")->tokens, 1);
  EXPECT_EQ(shard.documents, 4U);
  EXPECT_EQ(shard.invalid_bytes, 1U);
}

TEST(WordShard, a_word_counts_once_for_documents_of_several_portions) {
  std::string document;
  for (int i = 0; i < 20'000; ++i) {
    document += "x y ";
  }
  const Tokeniser tokeniser({.shortest = 1, .longest = 2});
  WordShard shard;
  WordShard::Workspace workspace;
  shard.add(tokeniser, document, 0, 1, workspace);
  ASSERT_EQ(shard.size(), 4U);
  shard.words[0].for_each([](std::string_view, const CountTable::Sums& sums) {
    EXPECT_EQ(sums.documents, 1);
    EXPECT_GE(sums.tokens, 19'999);
  });
}

TEST(WordShard, large_weights_and_fractions_are_summed) {
  const Tokeniser tokeniser({});
  WordShard shard;
  WordShard::Workspace workspace;
  shard.add(tokeniser, "a b", 0, 1, workspace);
  shard.add(tokeniser, "a a", 0, 1e12, workspace);
  shard.add(tokeniser, "b", 0, 0.25, workspace);
  EXPECT_EQ(shard.words[0].find("a")->tokens, 2e12 + 1);
  EXPECT_EQ(shard.words[0].find("a")->documents, 1e12 + 1);
  EXPECT_EQ(shard.words[0].find("b")->tokens, 1.25);
}

TEST(WordShard, shards_are_put_together_in_byte_order) {
  const Tokeniser tokeniser({});
  std::vector<WordShard> shards(3);
  WordShard::Workspace workspace;
  shards[0].add(tokeniser, "pear apple", 0, 1, workspace);
  shards[1].add(tokeniser, "apple apple zebra", 0, 1, workspace);
  shards[1].add(tokeniser, "apple", 2, 1, workspace);
  shards[2].add(tokeniser, "pear", 1, 0.25, workspace);
  const TermCounts counts = put_together(shards, std::vector<std::size_t>{2, 0, 1}, 0);
  EXPECT_EQ(counts.words.bytes, "applepearzebra");
  EXPECT_EQ(counts.words.ends, (std::vector<std::uint64_t>{5, 9, 14}));
  EXPECT_EQ(counts.offsets, (std::vector<std::uint64_t>{0, 2, 4, 5}));
  EXPECT_EQ(counts.classes, (std::vector<std::uint32_t>{0, 1, 1, 2, 1}));
  EXPECT_EQ(counts.tokens, (std::vector<double>{1, 3, 1, 0.25, 1}));
  EXPECT_EQ(counts.documents, (std::vector<double>{1, 2, 1, 0.25, 1}));
  EXPECT_TRUE(counts.missing.empty());
  EXPECT_FALSE(counts.compacted);
}

TEST(WordShard, sums_that_overflow_are_refused) {
  const Tokeniser tokeniser({});
  std::vector<WordShard> shards(1);
  WordShard::Workspace workspace;
  shards[0].add(tokeniser, "a a", 0, std::numeric_limits<double>::max(), workspace);
  try {
    put_together(shards, std::vector<std::size_t>{0}, 0);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_data);
    EXPECT_NE(error.message().find("overflow"), std::string::npos);
  }
}

}  // namespace
}  // namespace suffice
