#include "text/word_folder.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

std::vector<std::string> words_of(std::string_view document, Tokeniser::Buffer& buffer) {
  const CharacterTable characters;
  std::vector<std::string> words;
  WordFolder folder(document, characters, buffer);
  while (folder.next()) {
    for (std::size_t k = 0; k < folder.words(); ++k) {
      words.emplace_back(folder.word(k));
    }
  }
  EXPECT_FALSE(folder.next());
  return words;
}

// One character after the other.
std::vector<std::string> plain_words_of(std::string_view document, std::uint64_t& invalid_bytes) {
  const CharacterTable characters;
  std::vector<std::string> words;
  std::string word;
  while (!document.empty()) {
    const Decoded decoded = decode_character(document);
    char bytes[4];
    if (decoded.length > 0 && characters[decoded.code].word) {
      word.append(bytes, encode(characters[decoded.code].lower, bytes));
    } else {
      if (!word.empty()) {
        words.push_back(word);
      }
      word.clear();
      invalid_bytes += decoded.length == 0 ? 1U : 0U;
    }
    document.remove_prefix(std::max(decoded.length, 1U));
  }
  if (!word.empty()) {
    words.push_back(word);
  }
  return words;
}

TEST(WordFolder, agrees_with_one_character_after_the_other) {
  std::mt19937 bits(3);
  const std::vector<std::string> pieces = {"a",
                                           "B",
                                           "9",
                                           "_",
                                           " ",
                                           "-",
                                           "\n",
                                           "é",
                                           "Ⱥ",
                                           "Ж",
                                           "中",
                                           "，",
                                           "😀",
                                           "\x80",
                                           "\xE2\x82",
                                           "\xFF",
                                           "İ",
                                           "\u0301",
                                           "averyveryverylongword",
                                           "          "};
  Tokeniser::Buffer buffer;
  for (std::size_t size : {0U, 1U, 10U, 63U, 64U, 65U, 1'000U, 4'095U, 4'096U, 4'097U, 20'000U}) {
    for (const unsigned spread : {1U, 3U, 8U, 20U}) {
      std::string document;
      while (document.size() < size) {
        document += pieces[bits() % 7 == 0 ? bits() % pieces.size() : bits() % spread];
      }
      std::uint64_t invalid_bytes = 0;
      const std::uint64_t before = buffer.invalid_bytes;
      ASSERT_EQ(words_of(document, buffer), plain_words_of(document, invalid_bytes)) << size << ' ' << spread;
      ASSERT_EQ(buffer.invalid_bytes - before, invalid_bytes);
    }
  }
}

TEST(WordFolder, an_open_word_goes_on_in_the_next_stretch) {
  Tokeniser::Buffer buffer;
  for (const std::size_t before : {0U, 1U, 4'090U, 4'095U, 4'096U}) {
    for (const std::string letter : {"Q", "É", "Ⱥ"}) {
      std::string word;
      while (word.size() < 9'000) {
        word += letter;
      }
      std::uint64_t none = 0;
      const std::string document = std::string(before, '.') + word + ' ' + word;
      ASSERT_EQ(words_of(document, buffer), plain_words_of(document, none)) << before << letter;
    }
  }
}

}  // namespace
}  // namespace suffice
