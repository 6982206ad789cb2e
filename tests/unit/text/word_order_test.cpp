#include "text/word_order.hpp"

#include <algorithm>
#include <random>
#include <string>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(WordOrder, is_that_of_bytes) {
  WordTable table;
  std::mt19937 bits(5);
  std::vector<std::string> words;
  for (int i = 0; i < 5'000; ++i) {
    std::string word(bits() % 20, '\0');
    for (char& byte : word) {
      byte = static_cast<char>(bits() % 3 == 0 ? bits() : 0);
    }
    if (!table.find(word)) {
      table.add(word);
      words.push_back(word);
    }
  }
  std::sort(words.begin(), words.end());
  const std::vector<std::uint32_t> order = byte_order(table);
  ASSERT_EQ(order.size(), words.size());
  for (std::size_t k = 0; k < words.size(); ++k) {
    ASSERT_EQ(table.word(order[k]), words[k]);
  }
}

TEST(WordOrder, tags) {
  WordTable table;
  table.add("b", 2);
  table.add("a", 0);
  table.add("a", 2);
  EXPECT_EQ(byte_order(table), (std::vector<std::uint32_t>{1, 2, 0}));
  const TagOrder order = tag_order(table, 4);
  EXPECT_EQ(order.numbers, (std::vector<std::uint32_t>{1, 0, 2}));
  EXPECT_EQ(order.of(0).size(), 1U);
  EXPECT_TRUE(order.of(1).empty());
  EXPECT_EQ(order.of(2)[1], 2U);
  EXPECT_TRUE(order.of(3).empty());
  EXPECT_TRUE(byte_order(WordTable()).empty());
}

}  // namespace
}  // namespace suffice
