// Inline styles: which text can be seen.
#include "text/mail/html_style.hpp"

#include <gtest/gtest.h>

namespace suffice {
namespace {

bool hides(std::string_view declarations) {
  HtmlStyle style;
  apply_style(declarations, style);
  return style.hides_text();
}

TEST(HtmlStyle, text_that_is_not_shown) {
  for (const std::string_view text :
       {"display:none", "DISPLAY : None ;", "color:red; display:none!important", "visibility:hidden", "font-size:0",
        "font-size:1px", "font-size: 0.1pt", "opacity:0", "color:white", "color:#fff", "color:#FFFFFE",
        "color:rgb(255, 255, 255)", "color:red;background:red", "background:#123456 none;color:#123456"}) {
    EXPECT_TRUE(hides(text)) << text;
  }
}

TEST(HtmlStyle, text_that_is_shown) {
  for (const std::string_view text :
       {"", ";", ":", "display", "display:block", "visibility:visible", "font-size:10px", "font-size:1em",
        "font-size:small", "color:red", "color:white;background:black", "background:url(x.gif);color:white",
        "color:nonsense", "background-color:#000;color:#fff", "max-width:0"}) {
    EXPECT_FALSE(hides(text)) << text;
  }
}

TEST(HtmlStyle, one_declaration_does_not_undo_another) { EXPECT_TRUE(hides("visibility:hidden;font-size:12px")); }

TEST(HtmlStyle, colours) {
  EXPECT_EQ(parse_colour("#f0c"), 0xFF00CCU);
  EXPECT_EQ(parse_colour(" FF00CC "), 0xFF00CCU);
  EXPECT_EQ(parse_colour("rgb(1,2,300)"), 0x0102FFU);
  EXPECT_EQ(parse_colour("White"), 0xFFFFFFU);
  for (const std::string_view text : {"", "#", "#12", "#12345", "rgb(", "rgb(1,2)", "transparent", "#gggggg"}) {
    EXPECT_EQ(parse_colour(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace suffice
