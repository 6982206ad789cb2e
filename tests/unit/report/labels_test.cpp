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
  EXPECT_TRUE(cut.starts_with("ww") && cut.ends_with("ww"));
  EXPECT_NE(cut.find("…"), std::string::npos);
  EXPECT_LE(text_width(cut, 12), 100);
  EXPECT_EQ(shortened("any", 12, 0), "…");
  EXPECT_GT(text_width("漢字", 12), text_width("il", 12));
}

TEST(PictureLabels, keep_the_end_by_which_names_differ) {
  const std::string first = shortened("a_class_with_a_very_long_name_1", 12, 100);
  EXPECT_TRUE(first.starts_with("a_cla")) << first;
  EXPECT_TRUE(first.ends_with("_1")) << first;
  EXPECT_NE(first, shortened("a_class_with_a_very_long_name_2", 12, 100));
  EXPECT_EQ(shortened("größe größe größe ß", 12, 40).find('\xB6'), std::string::npos) << "no part of a character";
}

TEST(PictureLabels, group_digits) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(3000), "3,000");
  EXPECT_EQ(grouped(1234567), "1,234,567");
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

TEST(PictureLabels, keep_the_order_of_numbers_beside_them) {
  EXPECT_EQ(with_numbers("setosa", "0.9, 0.8"), "setosa: 0.9, 0.8");
  EXPECT_EQ(with_numbers("עברית", "0.9, 0.8"), "0.9, 0.8 עברית");
}

}  // namespace
}  // namespace suffice::draw
