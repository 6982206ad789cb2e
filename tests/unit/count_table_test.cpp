#include "text/count_table.hpp"

#include <map>
#include <random>
#include <string>
#include <utility>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// Adds the words as if each had bytes behind it.
void add(CountTable& table, const std::vector<std::string>& words, std::uint32_t tag, std::uint64_t document,
         double weight) {
  std::vector<std::string> padded;
  std::vector<std::string_view> views;
  for (const std::string& word : words) {
    padded.push_back(word + std::string(16, '~'));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    views.push_back(std::string_view(padded[i]).substr(0, words[i].size()));
  }
  table.add_padded(views, tag, document, weight);
}

TEST(CountTable, counts_tokens_and_documents) {
  CountTable table;
  EXPECT_EQ(table.find("a", 0), nullptr);
  add(table, {"a", "b", "a"}, 0, 1, 0.5);
  add(table, {"a"}, 0, 1, 0.5);
  add(table, {"a", "", std::string("a\0", 2)}, 0, 2, 3);
  add(table, {"a", "a much longer word than others"}, 1, 3, 1);
  EXPECT_EQ(table.size(), 6U);
  ASSERT_NE(table.find("a", 0), nullptr);
  EXPECT_EQ(table.find("a", 0)->tokens, 4.5);
  EXPECT_EQ(table.find("a", 0)->documents, 3.5);
  EXPECT_EQ(table.find("a", 0)->last_document, 2U);
  EXPECT_EQ(table.find("a", 1)->tokens, 1);
  EXPECT_EQ(table.find("", 0)->tokens, 3);
  EXPECT_EQ(table.find("a much longer word than others", 1)->documents, 1);
  EXPECT_EQ(table.find("a much longer word than others", 0), nullptr);
}

// Words of very different frequencies change places all the time, and each is still found.
TEST(CountTable, agrees_with_a_map) {
  std::mt19937 bits(7);
  CountTable table;
  std::map<std::pair<std::string, std::uint32_t>, std::pair<double, double>> expected;
  for (std::uint64_t document = 1; document <= 2'000; ++document) {
    const auto tag = static_cast<std::uint32_t>(bits() % 3);
    std::vector<std::string> words;
    std::map<std::string, bool> seen;
    for (std::size_t k = bits() % 100; k > 0; --k) {
      const std::uint64_t number = bits() % (1U << (bits() % 14));
      words.push_back((number % 5 == 0 ? "a long beginning of " : "") + std::to_string(number));
      auto& [tokens, documents] = expected[{words.back(), tag}];
      ++tokens;
      documents += std::exchange(seen[words.back()], true) ? 0 : 1;
    }
    add(table, words, tag, document, 1);
  }
  EXPECT_EQ(table.size(), expected.size());
  for (const auto& [word, counts] : expected) {
    const CountTable::Count* count = table.find(word.first, word.second);
    ASSERT_NE(count, nullptr) << word.first;
    EXPECT_EQ(std::pair(count->tokens, count->documents), counts) << word.first;
  }
  std::size_t visited = 0;
  table.for_each([&](std::string_view word, const CountTable::Count& count) {
    EXPECT_EQ(expected.count({std::string(word), count.key.tag}), 1U);
    ++visited;
  });
  EXPECT_EQ(visited, expected.size());
}

TEST(CountTable, no_set_of_words_is_slow) {
  CountTable numbers;
  CountTable tags;
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    std::string word(8, 'x');
    for (std::size_t k = 0; k < 4; ++k) {
      word.push_back(static_cast<char>(i >> (8 * k)));
    }
    add(numbers, {word}, 0, i + 1, 1);
    add(tags, {"same"}, i, i + 1, 1);
  }
  EXPECT_EQ(numbers.size(), 40'000U);
  EXPECT_EQ(tags.size(), 40'000U);
  EXPECT_LT(numbers.longest_search(), 1'000U);
  EXPECT_LT(tags.longest_search(), 1'000U);
}

}  // namespace
}  // namespace suffice
