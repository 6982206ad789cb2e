// Marks of a panel as SVG: points, lines, areas and bars in pixels.
#pragma once

#include <string>
#include <vector>

#include "suffice/picture.hpp"

namespace suffice::draw {

/// The room between the axes of a panel, in pixels; its origin is the upper left corner.
struct Rectangle {
  Axis x;
  Axis y;
  double width = 0;
  double height = 0;
};

Point place_in(const Rectangle& panel, const Point& at);

/// The colours come round: lines of the second round are dashed, and what is filled is lighter.
bool comes_round(Look look);

/// An attribute of SVG, with a blank before it; none for a solid line.
std::string dashes(Stroke stroke);

/// All marks but words, which may stick out of the rectangle.
std::string marks_svg(const Rectangle& panel, const std::vector<Mark>& marks);

}  // namespace suffice::draw
