#include "report/picture/style.hpp"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace suffice::draw {
namespace {

TEST(PictureStyle, series_differ_by_colour_and_marker) {
  std::set<std::string> looks;
  for (Look look = 0; look < 35; ++look) {
    looks.insert(style_class(look) + marker_path(look, 0, 0, 3));
  }
  EXPECT_EQ(looks.size(), 35U);
}

TEST(PictureStyle, classes_beyond_the_last_look_are_others) {
  EXPECT_EQ(look_of(11, 12), 11U);
  EXPECT_EQ(look_of(11, 13), others);
  EXPECT_EQ(style_class(others), "others");
}

TEST(PictureStyle, has_rules_for_dark_screens_only) {
  EXPECT_NE(style_sheet().find("@media screen and (prefers-color-scheme:dark)"), std::string::npos);
}

TEST(PictureStyle, thins_alike_every_time) {
  EXPECT_EQ(thinned(3, 5), (std::vector<std::size_t>{0, 1, 2}));
  const std::vector<std::size_t> kept = thinned(100000, 2000);
  EXPECT_EQ(kept.size(), 2000U);
  EXPECT_EQ(kept, thinned(100000, 2000));
  EXPECT_EQ(std::set<std::size_t>(kept.begin(), kept.end()).size(), 2000U);
}

}  // namespace
}  // namespace suffice::draw
