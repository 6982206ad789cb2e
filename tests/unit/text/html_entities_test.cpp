// Character references: names, numbers, windows-1252, what is no reference, what has no width.
#include "text/mail/html_entities.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(HtmlEntities, names_and_numbers_are_characters) {
  EXPECT_EQ(with_entities_decoded("a &lt; b &amp;&amp; c &gt; d"), "a < b && c > d");
  EXPECT_EQ(with_entities_decoded("caf&eacute; &#233; &#xE9; &#XE9 &euro;5"), "café é é é €5");
  EXPECT_EQ(with_entities_decoded("&#150; &#128;"), "– €");  // as browsers read windows-1252
}

TEST(HtmlEntities, the_semicolon_may_be_missing) {
  EXPECT_EQ(with_entities_decoded("AT&ampT &copy 2003"), "AT&ampT © 2003");
  EXPECT_EQ(with_entities_decoded("&#118iagra"), "viagra");
}

TEST(HtmlEntities, what_is_no_reference_is_text) {
  for (const std::string_view text : {"&", "&&", "&;", "& amp;", "&#", "&#;", "&#x;", "&#xg;", "&nothing;", "a&b=c"}) {
    EXPECT_EQ(with_entities_decoded(text), text);
  }
}

TEST(HtmlEntities, numbers_of_no_character_are_replaced) {
  for (const std::string_view text : {"&#0;", "&#xD800;", "&#x110000;", "&#99999999999999999999;", "&#129;"}) {
    EXPECT_EQ(with_entities_decoded(text), "\xEF\xBF\xBD") << text;
  }
}

TEST(HtmlEntities, what_has_no_width_is_nothing) {
  EXPECT_EQ(with_entities_decoded("vi&shy;a&zwnj;g&#8203;r&#xFEFF;a"), "viagra");
  EXPECT_EQ(zero_width_length("\xC2\xADx"), 2U);
  EXPECT_EQ(zero_width_length("\xE2\x80\x8Bx"), 3U);
  EXPECT_EQ(zero_width_length("\xC2\xA0"), 0U);
  EXPECT_EQ(zero_width_length(""), 0U);
}

}  // namespace
}  // namespace suffice
