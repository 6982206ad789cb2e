// Scale: from the numbers of an axis to pixels, and the ticks that stand on it.
#pragma once

#include <string>
#include <vector>

#include "suffice/picture.hpp"

namespace suffice::draw {

/// Pixels from the low end of an axis that is `length` pixels long; NaN of what has no place on it.
double place_on(const Axis& axis, double length, double value);

struct Tick {
  double place = 0;  ///< pixels from the low end
  std::string text = {};
};

/// Ticks at 1, 2 or 5 times a power of ten; of a logarithmic axis at powers of ten, and where few of these are within
/// it at 2 and 5 times them; of names one for each, as many as there is room for. Labels of `size` pixels do not
/// overlap: beside each other where the axis is horizontal, else one above the other. `most` is the widest that a name
/// may be.
std::vector<Tick> ticks_of(const Axis& axis, double length, bool horizontal, double size, double most);

}  // namespace suffice::draw
