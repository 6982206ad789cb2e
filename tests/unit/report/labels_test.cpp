#include "report/picture/labels.hpp"

#include <string>

#include <gtest/gtest.h>

namespace suffice::draw {
namespace {

TEST(PictureLabels, escape_markup_and_what_is_no_text) {
  EXPECT_EQ(escaped("<b onload=\"x\">&'"), "&lt;b onload=&quot;x&quot;&gt;&amp;&#39;");
  EXPECT_EQ(escaped("a\x01\xFFz"), "a\xEF\xBF\xBD\xEF\xBF\xBDz");
  EXPECT_EQ(escaped("\xE2\x80\xAE"), "\xEF\xBF\xBD");  // right-to-left override
  EXPECT_EQ(escaped("\xEF\xBF\xBE"), "\xEF\xBF\xBD");  // U+FFFE, which XML has not
  EXPECT_EQ(escaped("größe"), "größe");
}

TEST(PictureLabels, are_shortened_to_a_width) {
  EXPECT_EQ(shortened("short", 12, 100), "short");
  const std::string cut = shortened(std::string(1000, 'w'), 12, 100);
  EXPECT_TRUE(cut.ends_with("…"));
  EXPECT_LE(text_width(cut, 12), 100);
  EXPECT_EQ(shortened("any", 12, 0), "…");
  EXPECT_GT(text_width("漢字", 12), text_width("il", 12));
}

TEST(PictureLabels, wrap_at_blanks) {
  EXPECT_TRUE(wrapped("", 12, 100).empty());
  for (const std::string& line : wrapped("one two three four five six seven eight " + std::string(99, 'x'), 12, 80)) {
    EXPECT_LE(text_width(line, 12), 80) << line;
  }
}

TEST(PictureLabels, write_pixels_in_tenths) {
  EXPECT_EQ(pixels(12), "12");
  EXPECT_EQ(pixels(-0.04), "0");
  EXPECT_EQ(pixels(-0.06), "-0.1");
  EXPECT_EQ(pixels(1.25e300), "10000");
}

}  // namespace
}  // namespace suffice::draw
