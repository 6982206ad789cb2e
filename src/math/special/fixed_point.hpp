// Fixed points of maps that come nearer with every step, reached in fewer steps than the map alone would take.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

namespace suffice {

using Point = std::vector<double>;

/// What the search for a fixed point needs.
struct Iteration {
  /// Throws Error where x is no place to map from.
  std::function<Point(const Point& x)> map;
  /// What a change of each number of x is measured by; 0 where it does not count.
  std::function<Point(const Point& x)> units;
  double tolerance = 1e-13;       ///< the largest change, in units, of a point that has converged
  std::size_t most_steps = 5000;  ///< calls of the map, up to two more where it takes three at a time
};

struct FixedPoint {
  Point x;
  std::size_t steps = 0;
  bool stands_still = true;  ///< to the tolerance, or as far as rounding lets it
};

/// From x, y = F(x) and z = F(y) the squared extrapolation of Varadhan and Roland goes to F(x − 2a r + a² v) with
/// r = y − x, v = z − y − r and a = −|r| / |v|, but to z where the map throws at the extrapolated point or moves it by
/// more than |r|. What the map throws elsewhere is thrown.
FixedPoint fixed_point(Point start, const Iteration& iteration);

}  // namespace suffice
