// transcoded(): every encoding, every cut, what is broken.
#include "data/bytes/transcode.hpp"

#include <gtest/gtest.h>

#include "data_text.hpp"

namespace suffice {
namespace {

std::string utf16(std::u16string_view text, Encoding encoding) {
  std::string bytes;
  for (const char16_t unit : text) {
    const auto low = static_cast<char>(unit & 0xFFU);
    const auto high = static_cast<char>(unit >> 8U);
    const bool little = encoding == Encoding::utf16_le;
    bytes += {little ? low : high, little ? high : low};
  }
  return bytes;
}

std::string streamed(const std::string& bytes, Encoding encoding, std::size_t chunk, std::size_t piece) {
  Input input = transcoded(text_input(bytes), encoding, chunk);
  return read_all(input, piece);
}

/// The text, which every cut of the bytes must give.
std::string text_of(const std::string& bytes, Encoding encoding) {
  const std::string text = to_utf8(bytes, encoding);
  for (const std::size_t chunk : {1U, 2U, 3U, 5U, 100U}) {
    for (const std::size_t piece : {1U, 3U, 100U}) EXPECT_EQ(streamed(bytes, encoding, chunk, piece), text) << chunk;
  }
  for (std::size_t cut = 0; cut <= bytes.size(); ++cut) {
    std::string in_two;
    Transcoder transcoder(encoding);
    transcoder.add(std::string_view(bytes).substr(0, cut), in_two);
    transcoder.add(std::string_view(bytes).substr(cut), in_two);
    transcoder.finish(in_two);
    EXPECT_EQ(in_two, text) << cut;
  }
  return text;
}

TEST(Transcoded, ReadsBothOrdersOfUtf16) {
  for (const Encoding encoding : {Encoding::utf16_le, Encoding::utf16_be}) {
    EXPECT_EQ(text_of(utf16(u"a,\u00E9,\u20AC,\U0001F600\n", encoding), encoding),
              "a,\xC3\xA9,\xE2\x82\xAC,\xF0\x9F\x98\x80\n");
    EXPECT_EQ(text_of(utf16(u"\uFEFFa\uFEFF", encoding), encoding), "a\xEF\xBB\xBF") << "only the first is a mark";
    EXPECT_EQ(text_of(utf16(std::u16string_view(u"a\0b", 3), encoding), encoding), std::string("a\0b", 3));
    EXPECT_EQ(text_of("", encoding), "");
    EXPECT_EQ(text_of(utf16(u"\uFEFF", encoding), encoding), "");
  }
}

TEST(Transcoded, ReplacesWhatIsBroken) {
  const std::string replaced = "\xEF\xBF\xBD";
  for (const Encoding encoding : {Encoding::utf16_le, Encoding::utf16_be}) {
    const char16_t high[] = {u'a', 0xD83D, u'b'};
    const char16_t low[] = {u'a', 0xDE00, u'b'};
    const char16_t twice[] = {0xD83D, 0xD83D, 0xDE00};
    EXPECT_EQ(text_of(utf16({high, 3}, encoding), encoding), "a" + replaced + "b");
    EXPECT_EQ(text_of(utf16({high, 2}, encoding), encoding), "a" + replaced);
    EXPECT_EQ(text_of(utf16({low, 3}, encoding), encoding), "a" + replaced + "b");
    EXPECT_EQ(text_of(utf16({twice, 3}, encoding), encoding), replaced + "\xF0\x9F\x98\x80");
    EXPECT_EQ(text_of(utf16(u"ab", encoding) + "x", encoding), "ab" + replaced);
    EXPECT_EQ(text_of(utf16({high, 2}, encoding) + "x", encoding), "a" + replaced + replaced);
    EXPECT_EQ(to_utf8(utf16({high, 2}, encoding) + "x", encoding, false), "a") << "the sample ends, not the text";
  }
}

TEST(Transcoded, ReadsWindows1252AndLatin1) {
  EXPECT_EQ(text_of("caf\xE9 \x80 \x93x\x94 \xFF", Encoding::windows_1252),
            "caf\xC3\xA9 \xE2\x82\xAC \xE2\x80\x9Cx\xE2\x80\x9D \xC3\xBF");
  EXPECT_EQ(text_of("\x81\x9F", Encoding::windows_1252), "\xC2\x81\xC5\xB8");
}

TEST(Transcoded, PassesUtf8WithoutItsMark) {
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(text_of(mark + "caf\xC3\xA9", Encoding::utf8), "caf\xC3\xA9");
  EXPECT_EQ(text_of(mark, Encoding::utf8), "");
  EXPECT_EQ(text_of("\xEF\xBB", Encoding::utf8), "\xEF\xBB") << "half a mark is none";
  EXPECT_EQ(text_of("\xEF\xBBx", Encoding::utf8), "\xEF\xBBx");
  EXPECT_EQ(text_of(mark + mark + "a", Encoding::utf8), mark + "a");
  EXPECT_EQ(text_of(std::string("a\0\xFF", 3), Encoding::utf8), std::string("a\0\xFF", 3))
      << "damage is left to readers";
}

TEST(Transcoded, ComesAsItIsWritten) {
  Pipe pipe;
  Input input = transcoded(Input(pipe.path()), Encoding::utf16_le);
  EXPECT_TRUE(input.would_wait());
  pipe.write(std::string_view("a\0b", 3));
  EXPECT_FALSE(input.would_wait());
  std::array<char, 8> buffer{};
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 1U);
  EXPECT_TRUE(input.would_wait()) << "half a character is none";
  pipe.close();
  EXPECT_FALSE(input.would_wait());
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 3U) << "U+FFFD";
  EXPECT_EQ(input.read(buffer.data(), buffer.size()), 0U);
}

}  // namespace
}  // namespace suffice
