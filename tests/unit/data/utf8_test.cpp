// UTF-8: every well-formed boundary is in, every ill-formed neighbour is out.
#include "data/bytes/utf8.hpp"

#include <string>

#include <gtest/gtest.h>

#include "suffice/source.hpp"

namespace suffice {
namespace {

TEST(Utf8, AcceptsTheBoundariesOfEachLength) {
  for (const std::string_view text :
       {"", "a", "\x7F", "\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF",
        "\xF0\x90\x80\x80", "\xF4\x8F\xBF\xBF", "größe"}) {
    EXPECT_TRUE(is_utf8(text)) << text;
  }
  EXPECT_TRUE(is_utf8(std::string_view("a\0b", 3)));
}

TEST(Utf8, RefusesWhatIsIllFormed) {
  const std::string_view overlong[] = {"\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xF0\x8F\xBF\xBF"};
  const std::string_view surrogates[] = {"\xED\xA0\x80", "\xED\xBF\xBF"};
  const std::string_view too_large[] = {"\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF"};
  const std::string_view cut[] = {"\x80", "\xC2", "\xE2\x82", "\xF0\x9F\x98", "\xC2z", "\xE2\x82z", "z\xBF"};
  for (const std::string_view text : overlong) EXPECT_FALSE(is_utf8(text));
  for (const std::string_view text : surrogates) EXPECT_FALSE(is_utf8(text));
  for (const std::string_view text : too_large) EXPECT_FALSE(is_utf8(text));
  for (const std::string_view text : cut) EXPECT_FALSE(is_utf8(text));
}

TEST(Utf8, ComposesLettersAndTheirAccents) {
  EXPECT_EQ(composed("Gro\u0308\u00dfe"), "Gr\u00f6\u00dfe");
  EXPECT_EQ(composed("Gr\u00f6\u00dfe"), "Gr\u00f6\u00dfe");
  EXPECT_EQ(composed("plain"), "plain");
  EXPECT_EQ(composed(""), "");
  EXPECT_EQ(composed("\xFFo\xCC\x88"), "\xFFo\xCC\x88") << "no text";
  EXPECT_EQ(composed(std::string_view("o\xCC\x88\0o\xCC\x88", 7)), std::string_view("\u00f6\0\u00f6", 5));
}

TEST(Utf8, MeasuresTheFirstCharacter) {
  EXPECT_EQ(utf8_length("ab"), 1U);
  EXPECT_EQ(utf8_length("ßb"), 2U);
  EXPECT_EQ(utf8_length("…b"), 3U);
  EXPECT_EQ(utf8_length("😀b"), 4U);
  EXPECT_EQ(utf8_length("\x80"), 0U);
  EXPECT_EQ(utf8_length(""), 0U);
}

/// Counts all pairs of bytes that are well formed: 128² of ASCII and 30 · 64 of two bytes.
TEST(Utf8, KnowsEveryPairOfBytes) {
  std::size_t count = 0;
  for (int a = 0; a < 256; ++a) {
    for (int b = 0; b < 256; ++b) count += is_utf8(std::string{static_cast<char>(a), static_cast<char>(b)}) ? 1U : 0U;
  }
  EXPECT_EQ(count, 128U * 128U + 30U * 64U);
}

}  // namespace
}  // namespace suffice
