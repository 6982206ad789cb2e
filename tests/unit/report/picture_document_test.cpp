#include "report/picture_document.hpp"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace suffice {
namespace {

using Json = nlohmann::ordered_json;

Json document_of(const draw::Picture& picture) {
  JsonWriter json;
  json.begin_object();
  write_picture(json, picture);
  return Json::parse(json.end_object().text());
}

TEST(PictureDocument, has_what_is_drawn_to_a_ten_thousandth_of_an_axis) {
  draw::Panel panel{.title = "p", .x = {.label = "x", .low = -1, .high = 2}};
  panel.marks = {draw::Points{.at = {{1.0 / 3, 2}}}, draw::Lines{.paths = {{{0, 0}, {1, 1}}}},
                 draw::Bars{.bars = {{{0, 1}, {2, 3}}}}, draw::Areas{.outlines = {{{0, 0}, {1, 1}, {0, 1}}}}};
  const Json json = document_of({.title = "t", .caption = "c", .panels = {panel}});
  EXPECT_EQ(json["title"], "t");
  EXPECT_EQ(json["panels"][0]["x"]["low"], -1);
  const Json& marks = json["panels"][0]["marks"];
  ASSERT_EQ(marks.size(), 3U);  // areas are not there
  EXPECT_EQ(marks[0]["x"], Json({0.3333}));
  EXPECT_EQ(marks[1]["y"], Json({0, 1}));
  EXPECT_EQ(marks[2]["corners"], Json({0, 1, 2, 3}));
}

TEST(PictureDocument, many_points_are_thinned_and_long_lines_are_left_out) {
  draw::Panel panel;
  panel.marks = {draw::Points{.at = std::vector<draw::Point>(5000)},
                 draw::Lines{.paths = {std::vector<draw::Point>(5000)}}};
  const Json json = document_of({.panels = {panel}});
  ASSERT_EQ(json["panels"][0]["marks"].size(), 1U);
  EXPECT_EQ(json["panels"][0]["marks"][0]["x"].size(), 2000U);
}

}  // namespace
}  // namespace suffice
