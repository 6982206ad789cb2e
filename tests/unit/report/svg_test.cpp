#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "suffice/picture.hpp"

namespace suffice::draw {
namespace {

std::size_t occurrences(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) {
    ++count;
  }
  return count;
}

TEST(Svg, draws_marks_axes_and_legend) {
  Picture picture = {.title = "A title", .caption = "What is seen."};
  Panel panel = {.title = "one", .x = {.label = "x"}, .y = {.label = "y"}};
  panel.marks = {Points{{{0.5, 0.5}, {0.2, NAN}}, 0}, Lines{{{{0, 0}, {1, 1}}}, 1, 2, Stroke::dashed},
                 Areas{{{{0, 0}, {1, 0}, {1, 1}}}, 2}, Bars{{{{0, 0}, {0.1, 0.7}}}, 3}, Words{{0.5, 0.9}, "a word"}};
  picture.panels = {panel};
  picture.legend = {{"first", 0}, {"second", 1, LegendEntry::Sign::dashed}};
  const std::string text = svg(picture);
  EXPECT_TRUE(text.starts_with("<svg xmlns"));
  EXPECT_TRUE(text.ends_with("</svg>\n"));
  for (const std::string part : {"role=\"img\"", "<title>A title</title>", "<desc>What is seen.</desc>", "<style>",
                                 ">a word</text>", ">first</text>", ">one</text>"}) {
    EXPECT_EQ(occurrences(text, part), 1U) << part;
  }
  EXPECT_EQ(occurrences(text, "stroke-dasharray"), 2U);  // the line and its sign in the legend
  EXPECT_EQ(occurrences(text, "nan"), 0U);
  EXPECT_EQ(text, svg(picture));
  EXPECT_EQ(occurrences(svg(picture, SvgUse::inside), "<style>"), 0U);
}

TEST(Svg, shows_names_as_text) {
  const std::string hostile = "</title><script>alert(1)</script>\"'\x01";
  Picture picture = {.title = hostile, .description = hostile, .caption = hostile, .legend = {{hostile, 0}}};
  picture.panels = {{.title = hostile,
                     .x = {.label = hostile, .low = -0.5, .high = 0.5, .names = {hostile}},
                     .marks = {Words{{0, 0}, hostile}}}};
  const std::string text = svg(picture);
  EXPECT_EQ(occurrences(text, "<script"), 0U);
  EXPECT_EQ(occurrences(text, "\x01"), 0U);
}

TEST(Svg, stays_small) {
  Panel panel;
  for (std::size_t k = 0; k < 13; ++k) {
    Points points = {.at = std::vector<Point>(10000), .look = k};
    for (std::size_t i = 0; i < points.at.size(); ++i) {
      points.at[i] = {std::sin(static_cast<double>(i)), std::cos(static_cast<double>(i * k))};
    }
    panel.marks.emplace_back(std::move(points));
  }
  EXPECT_LT(svg({.panels = {panel}}).size(), 200000U);
}

TEST(Svg, is_drawn_whatever_the_numbers_are) {
  const double most = std::numeric_limits<double>::max();
  for (const double low : {-most, 0.0, 1.0, std::nan(""), most}) {
    for (const double high : {-most, 1.0, most, static_cast<double>(INFINITY)}) {
      for (const bool logarithmic : {false, true}) {
        const Axis axis = {.low = low, .high = high, .logarithmic = logarithmic};
        const Panel panel = {.x = axis, .y = axis, .marks = {Lines{{{{low, low}, {high, high}, {0, 0}}}}}};
        EXPECT_EQ(occurrences(svg({.panels = {panel}}), "nan"), 0U) << low << ' ' << high;
      }
    }
  }
  EXPECT_TRUE(svg({}).ends_with("</svg>\n"));
}

}  // namespace
}  // namespace suffice::draw
