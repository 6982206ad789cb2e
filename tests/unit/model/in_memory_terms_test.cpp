#include "model/terms/in_memory_terms.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "../support/term_model.hpp"
#include "../support/term_sums.hpp"

namespace suffice {
namespace {

using Numbers = std::vector<double>;

TEST(InMemoryTerms, finds_words_and_shows_all) {
  const Summary sums = word_sums({{"1", "a b b"}, {"2", "b c"}});
  const InMemoryTerms terms(std::make_shared<const TermCounts>(terms_of(sums)), 2);
  EXPECT_EQ(terms.size(), 3U);
  TermRecord record;
  EXPECT_TRUE(terms.find("b", record));
  EXPECT_EQ(record.tokens, (Numbers{2, 1}));
  EXPECT_EQ(record.documents, (Numbers{1, 1}));
  EXPECT_FALSE(terms.find("bb", record));
  EXPECT_FALSE(terms.find("", record));
  std::string seen;
  double tokens = 0;
  terms.visit([&](std::string_view word, const TermRecord& found) {
    seen += word;
    tokens += found.tokens[0] + found.tokens[1];
  });
  EXPECT_EQ(seen, "abc");
  EXPECT_EQ(tokens, 5);
}

TEST(InMemoryTerms, tells_words_that_begin_alike_apart) {
  const std::vector<std::string> words = {"a", "ab",     "aba",           "abacus", "abb",
                                          "b", "\u00E9", "\u00E9t\u00E9", "zz",     "zzz"};
  std::string document;
  for (const std::string& word : words) document += word + " ";
  const Summary sums = word_sums({{"1", document}, {"2", "other"}});
  const InMemoryTerms terms(std::make_shared<const TermCounts>(terms_of(sums)), 2);
  TermRecord record;
  for (const std::string& word : words) EXPECT_TRUE(terms.find(word, record)) << word;
  for (const std::string_view word : {"", "aa", "abab", "abac", "abacuss", "ac", "z", "zzzz", "\xFF\xFF"}) {
    EXPECT_FALSE(terms.find(word, record)) << word;
  }
}

}  // namespace
}  // namespace suffice
