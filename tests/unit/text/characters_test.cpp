#include "text/characters.hpp"

#include <string>

#include <gtest/gtest.h>

#include "data/bytes/utf8.hpp"

namespace suffice {
namespace {

TEST(Characters, every_character_is_decoded_as_it_was_encoded) {
  for (std::uint32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) {
      continue;
    }
    char bytes[4];
    const std::size_t length = encode(code, bytes);
    const Decoded decoded = decode_character({bytes, length});
    ASSERT_EQ(decoded.code, code);
    ASSERT_EQ(decoded.length, length);
    ASSERT_EQ(utf8_length({bytes, length}), length);
  }
}

TEST(Characters, what_is_not_well_formed_has_no_length) {
  for (const std::string bytes : {"\x80", "\xBF", "\xC0\x80", "\xC1\xBF", "\xC3", "\xC3(", "\xE0\x9F\xBF", "\xE2\x82",
                                  "\xE2(\xA1", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x8F\xBF\xBF", "\xF0\x9F\x98",
                                  "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFE", "\xFF"}) {
    EXPECT_EQ(decode_character(bytes).length, 0U) << testing::PrintToString(bytes);
  }
}

TEST(Characters, decoding_agrees_with_the_length_of_characters_for_all_starts) {
  for (unsigned first = 0; first < 256; ++first) {
    for (unsigned second = 0; second < 256; ++second) {
      for (const std::string_view rest : {"", "\x80", "\x80\x80", "\x80x", "x"}) {
        std::string bytes = {static_cast<char>(first), static_cast<char>(second)};
        bytes += rest;
        ASSERT_EQ(decode_character(bytes).length, utf8_length(bytes)) << testing::PrintToString(bytes);
      }
    }
  }
}

TEST(Characters, kinds_and_lower_case) {
  const CharacterTable table;
  EXPECT_EQ(table['A'].lower, unsigned{'a'});
  EXPECT_EQ(table[0x130].lower, unsigned{'i'});   // İ: the simple mapping drops the dot
  EXPECT_EQ(table[0xDF].lower, 0xDFU);            // ß
  EXPECT_EQ(table[0x1E9E].lower, 0xDFU);          // ẞ
  EXPECT_EQ(table[0x23A].lower, 0x2C65U);         // Ⱥ takes a byte more in lower case
  EXPECT_EQ(table[0x212A].lower, unsigned{'k'});  // the Kelvin sign
  EXPECT_EQ(table[0x416].lower, 0x436U);          // Ж
  EXPECT_EQ(table[0x10400].lower, 0x10428U);      // Deseret
  for (const std::uint32_t word : {unsigned{'_'}, unsigned{'z'}, unsigned{'7'}, 0xB2U, 0xBDU, 0x301U, 0x4E2DU, 0x661U,
                                   0x20DDU, 0x1D400U, 0xAC00U}) {
    EXPECT_TRUE(table[word].word) << word;
    EXPECT_FALSE(table[word].space) << word;
  }
  for (const std::uint32_t other : {unsigned{'-'}, 0xADU, 0x203FU, 0x2019U, 0x1F600U, 0xE000U, 0x10FFFFU, 0U}) {
    EXPECT_FALSE(table[other].word) << other;
    EXPECT_FALSE(table[other].space) << other;
  }
  for (const std::uint32_t space : {unsigned{' '}, unsigned{'\t'}, unsigned{'\r'}, 0x85U, 0xA0U, 0x2028U, 0x3000U}) {
    EXPECT_TRUE(table[space].space) << space;
    EXPECT_FALSE(table[space].word) << space;
  }
}

}  // namespace
}  // namespace suffice
