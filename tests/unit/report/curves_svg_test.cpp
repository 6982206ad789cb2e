#include <cmath>
#include <string>

#include <gtest/gtest.h>

#include "suffice/report.hpp"

namespace suffice {
namespace {

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(CurvesSvg, draws_each_model_and_names_it) {
  Comparison found;
  found.models = {{.name = "a < b", .curve = {{20, {0.5, 0.1}, {}}, {200, {0.3, NAN}, {}}}},
                  {.name = "logistic", .generative = false, .curve = {{20, {NAN, NAN}, {}}, {200, {0.2, 0.1}, {}}}}};
  const std::string svg = curves_svg(found);
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  EXPECT_EQ(count_of(svg, "<polyline"), 2U);
  EXPECT_EQ(count_of(svg, "a &lt; b"), 1U);
  EXPECT_EQ(count_of(svg, "nan"), 0U);
  EXPECT_EQ(count_of(svg, "stroke-dasharray"), 2U);  // the partner's curve and its sign in the legend
}

TEST(CurvesSvg, without_curves_is_an_empty_picture) { EXPECT_EQ(count_of(curves_svg({}), "<polyline"), 0U); }

}  // namespace
}  // namespace suffice
