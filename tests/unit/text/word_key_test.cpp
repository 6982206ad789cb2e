#include "text/word_key.hpp"

#include <string>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(WordKey, a_short_word_is_its_bytes) {
  const WordHash hash;
  const std::string text = "abcdefghijklmnopqrstuvwxyz";
  for (std::size_t length = 0; length <= 20; ++length) {
    const std::string_view word = std::string_view(text).substr(0, length);
    const WordKey key = hash.key(word, 7);
    EXPECT_EQ(key.is_long(), length > 16);
    EXPECT_EQ(key.length, length);
    EXPECT_EQ(key.tag, 7U);
    EXPECT_EQ(hash.hashed(word, 7).hash, hash(key));
    if (!key.is_long()) {
      EXPECT_EQ(std::string(reinterpret_cast<const char*>(key.word.data()), length), word);
    }
  }
}

TEST(WordKey, zeros_and_tags_tell_words_apart) {
  const WordHash hash;
  const WordKey key = hash.key("a", 0);
  EXPECT_FALSE(key.same_bits(hash.key(std::string_view("a\0", 2), 0)));
  EXPECT_FALSE(key.same_bits(hash.key("a", 1)));
  EXPECT_NE(hash(key), hash(hash.key("a", 1)));
}

TEST(WordKey, a_long_word_is_compared_where_it_stands) {
  const WordHash hash;
  const std::string words = "a word of many bytes, and one more";
  WordKey stored = hash.key(words.substr(5), 0);
  stored.word[1] = 5;
  const std::string same = words.substr(5);
  EXPECT_TRUE(hash.key(same, 0).is(stored, same.data(), words.data()));
  EXPECT_FALSE(hash.key(same, 1).is(stored, same.data(), words.data()));
  EXPECT_EQ(hash(hash.key(same, 0)), hash(stored));
  const std::string other = words.substr(4);
  EXPECT_FALSE(hash.key(other, 0).is(stored, other.data(), words.data()));
}

}  // namespace
}  // namespace suffice
