#include "math/special/fixed_point.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "suffice/error.hpp"

namespace suffice {

namespace {

// The numbers of b − a in units: their largest and the root of the sum of their squares.
struct StepChange {
  double largest = 0;
  double length = 0;
};

StepChange change(const Point& a, const Point& b, const Point& units) {
  StepChange result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double moved = units[i] > 0 ? std::abs(b[i] - a[i]) / units[i] : 0;
    result.largest = std::max(result.largest, moved);
    result.length += moved * moved;
  }
  result.length = std::sqrt(result.length);
  return result;
}

// z − y − (y − x).
Point bend(const Point& x, const Point& y, const Point& z) {
  Point v(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    v[i] = (z[i] - y[i]) - (y[i] - x[i]);
  }
  return v;
}

Point extrapolated(const Point& x, const Point& y, const Point& v, double a) {
  Point result(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    result[i] = x[i] - 2 * a * (y[i] - x[i]) + a * a * v[i];
  }
  return result;
}

std::optional<Point> mapped(const Iteration& iteration, const Point& x) {
  try {
    return iteration.map(x);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

FixedPoint fixed_point(Point start, const Iteration& iteration) {
  // Changes below this that no longer lessen are rounding.
  constexpr double near = 1e-10;
  constexpr std::size_t patience = 3;
  FixedPoint result{std::move(start)};
  double least = std::numeric_limits<double>::infinity();
  std::size_t idle = 0;
  while (result.steps < iteration.most_steps) {
    const Point x = std::move(result.x);
    const Point y = iteration.map(x);
    result.x = iteration.map(y);
    result.steps += 2;
    const Point& z = result.x;
    const Point units = iteration.units(z);
    const StepChange last = change(y, z, units);
    idle = last.largest < least ? 0 : idle + 1;
    least = std::min(least, last.largest);
    if (last.largest <= iteration.tolerance || (least <= near && idle >= patience)) {
      return result;
    }
    const StepChange first = change(x, y, units);
    const Point v = bend(x, y, z);
    const double bent = change(Point(v.size()), v, units).length;
    if (first.length > bent && bent > 0) {
      const Point far = extrapolated(x, y, v, -first.length / bent);
      std::optional<Point> next = mapped(iteration, far);
      ++result.steps;
      if (next && change(far, *next, units).length <= first.length) {
        result.x = std::move(*next);
      }
    }
  }
  result.stands_still = false;
  return result;
}

}  // namespace suffice
