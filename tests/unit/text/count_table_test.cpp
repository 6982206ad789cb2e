#include "text/count_table.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

// The words, each with bytes behind it.
class Padded {
 public:
  explicit Padded(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      padded_.push_back(word + std::string(16, '~'));
    }
    for (std::size_t i = 0; i < words.size(); ++i) {
      views_.push_back(std::string_view(padded_[i]).substr(0, words[i].size()));
    }
  }
  [[nodiscard]] std::span<const std::string_view> views() const { return views_; }

 private:
  std::vector<std::string> padded_;
  std::vector<std::string_view> views_;
};

using Pair = std::pair<double, double>;

std::optional<Pair> found(const CountTable& table, std::string_view word) {
  const auto sums = table.find(word);
  return sums ? std::optional(Pair(sums->tokens, sums->documents)) : std::nullopt;
}

TEST(CountTable, counts_tokens_and_documents) {
  CountTable table{WordHash()};
  EXPECT_EQ(found(table, "a"), std::nullopt);
  table.start_document();
  table.sum_padded(Padded({"a", "b", "a"}).views(), 0.5);
  table.sum_padded(Padded({"a"}).views(), 0.5);
  table.start_document();
  table.count_padded(Padded({"a", "", std::string("a\0", 2)}).views(), 3);
  table.start_document();
  table.count_padded(Padded({"a", "a much longer word than others"}).views(), 1);
  EXPECT_EQ(table.size(), 5U);
  EXPECT_EQ(found(table, "a"), Pair(5.5, 4.5));
  EXPECT_EQ(found(table, "b"), Pair(0.5, 0.5));
  EXPECT_EQ(found(table, ""), Pair(3, 3));
  EXPECT_EQ(found(table, "a much longer word than others"), Pair(1, 1));
  EXPECT_EQ(found(table, "a much longer word"), std::nullopt);
}

TEST(CountTable, counts_go_beyond_32_bits) {
  CountTable table{WordHash()};
  const double most = UINT32_MAX;
  for (int document = 0; document < 5; ++document) {
    table.start_document();
    table.count_padded(Padded({"a", "b", std::to_string(document)}).views(), UINT32_MAX);
    table.count_padded(Padded({"a"}).views(), UINT32_MAX);
    table.count_padded(Padded({"a"}).views(), 1);
  }
  EXPECT_EQ(found(table, "a"), Pair(10 * most + 5, 5 * most));
  EXPECT_EQ(found(table, "b"), Pair(5 * most, 5 * most));
  for (int word = 0; word < 100; ++word) {
    table.count_padded(Padded({std::to_string(word)}).views(), 1);
  }
  EXPECT_EQ(found(table, "a"), Pair(10 * most + 5, 5 * most));
  EXPECT_EQ(found(table, "4"), Pair(most + 1, most));
  EXPECT_EQ(found(table, "5"), Pair(1, 1));
}

// Words of very different frequencies change places all the time, and each is still found.
TEST(CountTable, agrees_with_a_map) {
  std::mt19937 bits(7);
  CountTable table{WordHash()};
  std::map<std::string, Pair> expected;
  for (unsigned document = 0; document < 3'000; ++document) {
    std::vector<std::string> words;
    std::map<std::string, bool> seen;
    const unsigned weight = 1 + document % 3;
    for (std::size_t k = bits() % 100; k > 0; --k) {
      const std::uint64_t number = bits() % (1U << (bits() % 14));
      words.push_back((number % 5 == 0 ? "a long beginning of " : "") + std::to_string(number));
      auto& [tokens, documents] = expected[words.back()];
      tokens += weight;
      documents += std::exchange(seen[words.back()], true) ? 0 : weight;
    }
    table.start_document();
    if (document % 10 == 9) {
      table.sum_padded(Padded(words).views(), weight);
    } else {
      table.count_padded(Padded(words).views(), weight);
    }
  }
  EXPECT_EQ(table.size(), expected.size());
  for (const auto& [word, counts] : expected) {
    EXPECT_EQ(found(table, word), counts) << word;
  }
  std::size_t visited = 0;
  table.for_each([&](std::string_view word, const CountTable::Sums& sums) {
    EXPECT_EQ(expected.at(std::string(word)), Pair(sums.tokens, sums.documents));
    ++visited;
  });
  EXPECT_EQ(visited, expected.size());
}

TEST(CountTable, no_set_of_words_is_slow) {
  CountTable table{WordHash()};
  for (std::uint32_t i = 0; i < 40'000; ++i) {
    std::string word(8, 'x');
    for (std::size_t k = 0; k < 4; ++k) {
      word.push_back(static_cast<char>(i >> (8 * k)));
    }
    table.start_document();
    table.count_padded(Padded({word}).views(), 1);
  }
  EXPECT_EQ(table.size(), 40'000U);
  EXPECT_LT(table.longest_search(), 1'000U);
}

}  // namespace
}  // namespace suffice
