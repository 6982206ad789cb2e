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

}  // namespace
}  // namespace suffice::page
