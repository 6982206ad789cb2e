// find_encoding(): marks, zeros, cut characters, damage.
#include "data/schema/dialect/dialect_encoding.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

Encoding encoding_of(std::string_view sample, bool complete = true) { return find_encoding(sample, complete).encoding; }

TEST(FindEncoding, ReadsMarks) {
  EXPECT_EQ(encoding_of("\xEF\xBB\xBF"
                        "a,b\n"),
            Encoding::utf8);
  EXPECT_EQ(encoding_of(std::string_view("\xFF\xFE"
                                         "a\0",
                                         4)),
            Encoding::utf16_le);
  EXPECT_EQ(encoding_of(std::string_view("\xFE\xFF\0a", 4)), Encoding::utf16_be);
  EXPECT_EQ(encoding_of("\xFF\xFE"), Encoding::utf16_le);
}

TEST(FindEncoding, CountsZeros) {
  std::string little;
  std::string big;
  for (const char c : std::string("x,y\n1,2\n3,4\n")) {
    little += {c, '\0'};
    big += {'\0', c};
  }
  EXPECT_EQ(encoding_of(little), Encoding::utf16_le);
  EXPECT_EQ(encoding_of(big), Encoding::utf16_be);
  EXPECT_EQ(encoding_of(little.substr(0, little.size() - 1), false), Encoding::utf16_le);
  const std::string greek(
      "\xB1\x03\xB2\x03\xB3\x03,\0\xB4\x03\xB5\x03\n\0\xB6\x03\xB7\x03\xB8\x03,\0\xB9\x03\xBA\x03\n\0", 28);
  EXPECT_EQ(encoding_of(greek), Encoding::utf16_le) << "zeros in delimiters alone";
  EXPECT_EQ(encoding_of(std::string_view("a,b\0\n1,2\n", 9)), Encoding::utf8) << "a stray zero";
  EXPECT_EQ(encoding_of(std::string(100, '\0')), Encoding::utf8) << "zeros alone are no text";
}

TEST(FindEncoding, KnowsOtherAlphabetsByTheirRuns) {
  const auto has_runs = [](std::string_view sample) { return find_encoding(sample, true).has_runs; };
  EXPECT_TRUE(has_runs("\xE2\xEE\xE7,x\n\xE4\xE0,1\n\xED\xE5\xF2,2\n")) << "Cyrillic";
  EXPECT_TRUE(has_runs("\xC4\xEA\xC1\xE4,x\n\xCA\xC7,1\n\xB7\xF1,2\n\xB7\xF1,2\n\xB7\xF1,2\n")) << "Chinese";
  EXPECT_FALSE(
      has_runs("gr\xF6\xDF"
               "e,x\nth\xE9,1\ncr\xE9\xE9,2\n"));
  EXPECT_FALSE(
      has_runs("gr\xF6\xDF"
               "e,x\n1,2\n"));
}

TEST(FindEncoding, TellsUtf8FromWindows1252) {
  EXPECT_EQ(encoding_of(""), Encoding::utf8);
  EXPECT_EQ(encoding_of("name\ncaf\xC3\xA9\n"), Encoding::utf8);
  EXPECT_EQ(find_encoding("name\ncaf\xC3\xA9\n", true).not_utf8, std::nullopt);
  EXPECT_EQ(encoding_of("name\ncaf\xE9\n"), Encoding::windows_1252);
  EXPECT_EQ(find_encoding("name\ncaf\xE9\n", true).not_utf8, 8U);
}

TEST(FindEncoding, ForgivesACharacterThatTheSampleCuts) {
  for (const std::string text : {"caf\xC3", "x\xE2\x82", "x\xE2", "x\xF0\x9F\x98", "x\xF0\x9F", "x\xF0"}) {
    EXPECT_EQ(encoding_of(text, false), Encoding::utf8) << text.size();
    EXPECT_EQ(find_encoding(text, false).not_utf8, std::nullopt);
    EXPECT_EQ(encoding_of(text, true), Encoding::windows_1252) << text.size();
  }
  EXPECT_EQ(encoding_of("x\xE9yz", false), Encoding::windows_1252) << "not cut: other bytes follow";
  EXPECT_EQ(encoding_of("x\x80", false), Encoding::windows_1252) << "no character begins so";
}

TEST(FindEncoding, KeepsUtf8ThatIsDamaged) {
  const FoundEncoding found = find_encoding("\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9\xC3\xA9 \xE9 ", true);
  EXPECT_EQ(found.encoding, Encoding::utf8);
  EXPECT_EQ(found.not_utf8, 11U);
}

}  // namespace
}  // namespace suffice
