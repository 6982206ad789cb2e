// Contours: where a function that is known at the nodes of a grid crosses 0, and where it is above it.
#pragma once

#include <cstddef>
#include <vector>

#include "suffice/picture.hpp"

namespace suffice::draw {

/// (columns + 1) × (rows + 1) nodes at equal distances; node (i, j) has the number j · (columns + 1) + i.
struct Grid {
  Range x;
  Range y;
  std::size_t columns = 120;
  std::size_t rows = 90;

  [[nodiscard]] std::size_t nodes() const { return (columns + 1) * (rows + 1); }
  [[nodiscard]] Point node(std::size_t i, std::size_t j) const {
    return {x.low + (x.high - x.low) * static_cast<double>(i) / static_cast<double>(columns),
            y.low + (y.high - y.low) * static_cast<double>(j) / static_cast<double>(rows)};
  }
};

/// A straight piece of a contour.
struct Segment {
  Point from;
  Point to;
};

/// The pieces of {f = 0} by marching squares, f interpolated on the edges of the cells. Cells with a node that is not
/// finite have none.
std::vector<Segment> zero_segments(const Grid& grid, const std::vector<double>& f);
/// The pieces joined at their ends to as few lines as possible; a piece that is there twice counts once.
std::vector<std::vector<Point>> joined(const Grid& grid, const std::vector<Segment>& segments);
/// {f ≥ 0} as polygons that do not overlap.
std::vector<std::vector<Point>> positive_areas(const Grid& grid, const std::vector<double>& f);

}  // namespace suffice::draw
