// Charsets: known, unknown, wrong.
#include "text/mail/charset.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(Charset, bytes_become_utf8) {
  EXPECT_EQ(to_utf8("caf\xE9 \x80", "ISO-8859-1"), "café €");
  EXPECT_EQ(to_utf8("\xF0\xD2\xC9\xD7\xC5\xD4", "koi8-r"), "Привет");
  EXPECT_EQ(to_utf8("\x1B$B$3$s$K$A$O\x1B(B", "iso-2022-jp"), "こんにちは");
  EXPECT_EQ(to_utf8("café", "utf-8"), "café");
}

TEST(Charset, what_is_not_known_is_guessed) {
  for (const std::string_view charset : {"", "us-ascii", "default_charset", "x-unknown", "a\"b\n", "../../x"}) {
    EXPECT_EQ(to_utf8("café", charset), "café") << charset;
    EXPECT_EQ(to_utf8("caf\xE9", charset), "café") << charset;
  }
}

TEST(Charset, bytes_that_an_encoding_does_not_have_are_replaced) {
  EXPECT_EQ(to_utf8("a\xFF", "big5"), "a\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8("a\xC3", "gb2312"), "a\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8("a\xFF", "utf-8"), "a\xFF");
  EXPECT_EQ(to_utf8(std::string(100'000, '\xFF'), "big5").size(), 300'000U);
  EXPECT_EQ(to_utf8("", "big5"), "");
}

}  // namespace
}  // namespace suffice
