#include "report/picture/contours.hpp"

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

namespace suffice::draw {
namespace {

std::vector<double> values_of(const Grid& grid, double (*f)(Point)) {
  std::vector<double> values;
  for (std::size_t j = 0; j <= grid.rows; ++j) {
    for (std::size_t i = 0; i <= grid.columns; ++i) {
      values.push_back(f(grid.node(i, j)));
    }
  }
  return values;
}

double circle(Point at) { return 1 - at.x * at.x - at.y * at.y; }

double area_of(const std::vector<std::vector<Point>>& polygons) {
  double area = 0;
  for (const std::vector<Point>& polygon : polygons) {
    double twice = 0;
    for (std::size_t k = 0; k < polygon.size(); ++k) {
      const Point& next = polygon[(k + 1) % polygon.size()];
      twice += polygon[k].x * next.y - next.x * polygon[k].y;
    }
    area += std::abs(twice) / 2;
  }
  return area;
}

TEST(Contours, of_a_circle_are_one_closed_line) {
  const Grid grid = {{-2, 2}, {-2, 2}, 80, 60};
  const std::vector<std::vector<Point>> lines = joined(grid, zero_segments(grid, values_of(grid, circle)));
  ASSERT_EQ(lines.size(), 1U);
  for (const Point& point : lines.front()) {
    EXPECT_NEAR(std::hypot(point.x, point.y), 1, 2e-3);
  }
  EXPECT_NEAR(std::hypot(lines[0].front().x - lines[0].back().x, lines[0].front().y - lines[0].back().y), 0, 1e-9);
}

TEST(Contours, areas_cover_what_is_positive) {
  const Grid grid = {{-2, 2}, {-2, 2}, 80, 60};
  EXPECT_NEAR(area_of(positive_areas(grid, values_of(grid, circle))), std::numbers::pi, 5e-3);
  EXPECT_NEAR(area_of(positive_areas(grid, values_of(grid, [](Point) { return 1.0; }))), 16, 1e-9);
  EXPECT_TRUE(positive_areas(grid, values_of(grid, [](Point) { return -1.0; })).empty());
}

// A function that jumps at x = 0.3: by its values alone the line would lie halfway between nodes.
TEST(Contours, follow_the_crossings_that_are_given) {
  const Grid grid = {{0, 1}, {0, 1}, 4, 4};
  const std::vector<double> f = values_of(grid, [](Point at) { return at.x > 0.3 ? 1.0 : -1.0; });
  const std::vector<std::size_t> edges = crossed_edges(grid, f);
  ASSERT_EQ(edges.size(), 5U);
  Crossings crossings;
  for (const std::size_t edge : edges) {
    EXPECT_NEAR(on_edge(grid, edge, 0.2).x, 0.3, 1e-12);
    crossings.emplace(edge, 0.2);
  }
  for (const Segment& segment : zero_segments(grid, f, crossings)) {
    EXPECT_NEAR(segment.from.x, 0.3, 1e-12);
    EXPECT_NEAR(segment.to.x, 0.3, 1e-12);
  }
  EXPECT_NEAR(area_of(positive_areas(grid, f, crossings)), 0.7, 1e-12);
}

TEST(Contours, a_piece_that_is_there_twice_counts_once) {
  const Grid grid = {{0, 1}, {0, 1}, 2, 2};
  const std::vector<Segment> segments = {{{0, 0}, {0.5, 0.5}}, {{0.5, 0.5}, {0, 0}}, {{0.5, 0.5}, {1, 1}}};
  const std::vector<std::vector<Point>> lines = joined(grid, segments);
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines.front().size(), 3U);
}

TEST(Contours, a_saddle_has_two_pieces_and_what_is_not_finite_none) {
  const Grid grid = {{-1, 1}, {-1, 1}, 1, 1};
  EXPECT_EQ(zero_segments(grid, values_of(grid, [](Point at) { return at.x * at.y; })).size(), 2U);
  EXPECT_TRUE(zero_segments(grid, {NAN, 1, -1, 1}).empty());
  EXPECT_TRUE(positive_areas(grid, {NAN, 1, 1, 1}).empty());
}

}  // namespace
}  // namespace suffice::draw
