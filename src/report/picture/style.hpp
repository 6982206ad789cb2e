// Style: the colours of series on light and dark ground, and their markers.
#pragma once

#include <string>
#include <vector>

#include "suffice/picture.hpp"

namespace suffice::draw {

/// How many series have a colour of their own; further ones begin again.
inline constexpr std::size_t palette_size = 7;

/// The class of CSS that gives an element the colour of a look, as currentColor.
std::string style_class(Look look);

/// The outline of a marker of that radius about a place in pixels, as a path of SVG.
std::string marker_path(Look look, double x, double y, double radius);

/// At most `most` of the places 0, …, count − 1, ascending: a sample that is the same every time.
std::vector<std::size_t> thinned(std::size_t count, std::size_t most);

}  // namespace suffice::draw
