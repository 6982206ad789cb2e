#include "report/picture/scale.hpp"

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "report/picture/labels.hpp"

namespace suffice::draw {
namespace {

std::vector<std::string> texts(const Axis& axis, double length, bool horizontal = true) {
  std::vector<std::string> found;
  for (const Tick& tick : ticks_of(axis, length, horizontal, 11, 100)) {
    found.push_back(tick.text);
  }
  return found;
}

TEST(PictureScale, ticks_are_round_numbers) {
  EXPECT_EQ(texts({.low = 0, .high = 1}, 300), (std::vector<std::string>{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"}));
  EXPECT_EQ(texts({.low = -23, .high = 41}, 400),
            (std::vector<std::string>{"−20", "−10", "0", "10", "20", "30", "40"}));
  EXPECT_EQ(texts({.low = 0, .high = 3e7}, 300), (std::vector<std::string>{"0", "10⁷", "2×10⁷", "3×10⁷"}));
  EXPECT_EQ(texts({.low = 10, .high = 2000, .logarithmic = true}, 400),
            (std::vector<std::string>{"10", "20", "50", "100", "200", "500", "1000", "2000"}));
  EXPECT_EQ(texts({.low = 0, .high = 2e-5}, 300).front(), "0");
}

TEST(PictureScale, an_axis_has_three_ticks_where_they_fit) {
  EXPECT_EQ(texts({.low = -4.4, .high = 3.8}, 200), (std::vector<std::string>{"−4", "−2", "0", "2"}));
}

TEST(PictureScale, labels_do_not_overlap) {
  for (const Axis& axis :
       {Axis{.low = 1000000, .high = 1000001}, Axis{.low = 123456, .high = 123457}, Axis{.low = 1e-9, .high = 3e-9},
        Axis{.low = 5, .high = -5}, Axis{.low = 1, .high = 1e300, .logarithmic = true}}) {
    for (const double length : {60.0, 250.0, 440.0}) {
      const std::vector<Tick> ticks = ticks_of(axis, length, true, 11, 100);
      for (std::size_t k = 1; k < ticks.size(); ++k) {
        const double needed = (text_width(ticks[k].text, 11) + text_width(ticks[k - 1].text, 11)) / 2;
        EXPECT_TRUE(ticks.size() == 2 || std::abs(ticks[k].place - ticks[k - 1].place) > needed) << ticks[k].text;
      }
    }
  }
}

TEST(PictureScale, names_stand_at_whole_numbers_and_are_thinned) {
  const Axis few = {.low = -0.5, .high = 1.5, .names = {"a", "b"}};
  EXPECT_DOUBLE_EQ(ticks_of(few, 100, true, 11, 100)[1].place, 75);
  const Axis many = {.low = -0.5, .high = 999.5, .names = std::vector<std::string>(1000, "name")};
  EXPECT_LT(ticks_of(many, 100, false, 11, 100).size(), 10U);
}

TEST(PictureScale, ranges_hold_all_finite_numbers) {
  const Range range = range_of({1, NAN, 3, INFINITY}, 0.1);
  EXPECT_DOUBLE_EQ(range.low, 0.8);
  EXPECT_DOUBLE_EQ(range.high, 3.2);
  EXPECT_LT(range_of({5, 5}).low, 5);
  EXPECT_GT(range_of({5, 5}).high, 5);
  EXPECT_EQ(range_of({}).high, 1);
  const double most = std::numeric_limits<double>::max();
  EXPECT_TRUE(std::isfinite(range_of({-most, most}).high - range_of({-most, most}).low));
}

TEST(PictureScale, dates_are_written_as_their_column_has_them) {
  constexpr double day = 86'400;
  const std::vector<std::string> found = texts({.low = 0.5 * day, .high = 365 * day, .dates = "%Y-%m-%d"}, 300);
  ASSERT_GE(found.size(), 3U);
  EXPECT_EQ(found.front(), "1970-01-02");
  EXPECT_EQ(texts({.low = 0, .high = 7200, .dates = "%H:%M"}, 300).front(), "00:00");
  EXPECT_EQ(texts({.low = 0, .high = 60, .dates = "%Y-%m-%d"}, 300), std::vector<std::string>{"1970-01-01"});
  const Axis axis{.low = 0, .high = 365 * day, .dates = "%Y-%m-%d %H:%M:%S"};
  const std::vector<Tick> ticks = ticks_of(axis, 300, true, 11, 100);
  for (std::size_t k = 1; k < ticks.size(); ++k) {
    EXPECT_GT(ticks[k].place - ticks[k - 1].place, text_width(ticks[k].text, 11));
  }
}

}  // namespace
}  // namespace suffice::draw
