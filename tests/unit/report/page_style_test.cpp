#include <gtest/gtest.h>

#include "report/page/sections.hpp"
#include "report/report_case.hpp"

namespace suffice::page {
namespace {

TEST(PageStyle, is_for_light_dark_and_paper_and_asks_for_nothing) {
  const std::string css = style_sheet();
  EXPECT_TRUE(says(css, "prefers-color-scheme: dark"));
  EXPECT_TRUE(says(css, "@media print"));
  EXPECT_TRUE(says(css, ":focus-visible"));
  EXPECT_FALSE(says(css, "url("));
  EXPECT_FALSE(says(css, "@import"));
  EXPECT_FALSE(says(css, "</style"));
}

// "for" and "against" are not classes: they have no colour that one of them has.
TEST(PageStyle, parts_have_colours_of_their_own) {
  const std::string css = style_sheet();
  const auto colour_after = [&](const std::string& name, std::size_t from) {
    return css.substr(css.find(name, from) + name.size(), 7);
  };
  for (const std::size_t from : {std::size_t{0}, css.find("prefers-color-scheme: dark")}) {
    for (int k = 0; k < 7; ++k) {
      const std::string of_class = colour_after("--k" + std::to_string(k) + ": ", from);
      EXPECT_NE(of_class, colour_after("--for: ", from));
      EXPECT_NE(of_class, colour_after("--against: ", from));
    }
  }
}

}  // namespace
}  // namespace suffice::page
