#include "report/picture/marks.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice::draw {
namespace {

const Rectangle square = {{}, {}, 100, 100};

TEST(PictureMarks, have_their_origin_above) {
  const Point at = place_in(square, {0.25, 0.25});
  EXPECT_DOUBLE_EQ(at.x, 25);
  EXPECT_DOUBLE_EQ(at.y, 75);
}

TEST(PictureMarks, lines_skip_what_lies_between_and_break_at_what_is_not_finite) {
  const std::string straight = marks_svg(square, {Lines{{{{0, 0}, {0.5, 0.5}, {1, 1}}}}});
  EXPECT_NE(straight.find("d=\"M0 100L100 0\""), std::string::npos) << straight;
  const std::string broken = marks_svg(square, {Lines{{{{0, 0}, {0.1, 0}, {NAN, 0}, {0.5, 0}, {0.6, 0}}}}});
  EXPECT_NE(broken.find("d=\"M0 100L10 100M50 100L60 100\""), std::string::npos) << broken;
}

TEST(PictureMarks, curves_stay_curves) {
  std::vector<Point> circle;
  for (int k = 0; k <= 360; ++k) {
    circle.push_back({0.5 + 0.5 * std::cos(k * 0.0174533), 0.5 + 0.5 * std::sin(k * 0.0174533)});
  }
  const std::string text = marks_svg(square, {Lines{{circle}}});
  EXPECT_GT(std::ranges::count(text, 'L'), 40);
}

TEST(PictureMarks, of_the_second_round_differ) {
  EXPECT_FALSE(comes_round(6));
  EXPECT_TRUE(comes_round(7));
  EXPECT_FALSE(comes_round(others));
  EXPECT_NE(marks_svg(square, {Lines{{{{0, 0}, {1, 1}}}, 7}}).find("stroke-dasharray"), std::string::npos);
}

TEST(PictureMarks, draw_a_sample_of_many_points) {
  const std::vector<Point> many(50000, {0.5, 0.5});
  const std::string text = marks_svg(square, {Points{many, 0}, Points{many, 1}});
  EXPECT_EQ(std::ranges::count(text, 'M'), 2000);
}

}  // namespace
}  // namespace suffice::draw
