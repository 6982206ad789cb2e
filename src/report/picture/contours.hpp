// Contours: where a function that is known at the nodes of a grid crosses 0, and where it is above it.
#pragma once

#include <cstddef>
#include <unordered_map>
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

/// An edge of the grid has the number 2n of the node n that it goes right from, or 2n + 1 of the one that it goes up
/// from. Where on edges f crosses 0, as a share of the way from that node, where it is not linear between nodes.
using Crossings = std::unordered_map<std::size_t, double>;
/// The numbers of the edges whose ends lie on both sides of 0.
std::vector<std::size_t> crossed_edges(const Grid& grid, const std::vector<double>& f);
/// The place at a share of the way along an edge.
Point on_edge(const Grid& grid, std::size_t edge, double share);

/// The pieces of {f = 0} by marching squares, f interpolated on the edges of the cells that have no crossing. Cells
/// with a node that is not finite have none.
std::vector<Segment> zero_segments(const Grid& grid, const std::vector<double>& f, const Crossings& crossings = {});
/// The pieces joined at their ends to as few lines as possible; a piece that is there twice counts once.
std::vector<std::vector<Point>> joined(const Grid& grid, const std::vector<Segment>& segments);
/// {f ≥ 0} as polygons that do not overlap.
std::vector<std::vector<Point>> positive_areas(const Grid& grid, const std::vector<double>& f,
                                               const Crossings& crossings = {});

}  // namespace suffice::draw
