// Picture: panels with axes and marks as plain data, and the SVG that is drawn from it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace suffice::draw {

/// A place in the units of a panel's axes. Marks may lie beyond the axes: what is outside is not seen; a place that is
/// not finite is skipped, and interrupts a line.
struct Point {
  double x = 0;
  double y = 0;
};

/// How a mark looks: series k has a colour of the palette of Okabe and Ito (2008), which most readers tell apart, and
/// a marker of its own. Of the 7 colours and 5 markers 35 series differ.
using Look = std::size_t;
inline constexpr Look ink = SIZE_MAX;         ///< that of the text
inline constexpr Look faint = SIZE_MAX - 1;   ///< a grey that steps back
inline constexpr Look others = SIZE_MAX - 2;  ///< a grey with a marker: series that have no look of their own
/// Of so many series at most all have a look of their own; of more all but one, and the rest are `others`.
inline constexpr std::size_t most_series = 12;
constexpr std::size_t own_looks(std::size_t count) { return count <= most_series ? count : most_series - 1; }
constexpr Look look_of(std::size_t k, std::size_t count) { return k < own_looks(count) ? k : others; }

enum class Stroke : std::uint8_t { solid, dashed, dotted };
enum class Anchor : std::uint8_t { start, middle, end };

/// Of one panel at most 2,000 points are drawn, a sample that is the same every time.
struct Points {
  std::vector<Point> at;
  Look look = 0;
  double radius = 2.8;  ///< pixels
};
struct Lines {
  std::vector<std::vector<Point>> paths;
  Look look = ink;
  double width = 1.6;  ///< pixels
  Stroke stroke = Stroke::solid;
  double opacity = 1;
};
/// Filled outlines; what two of them cover is a hole.
struct Areas {
  std::vector<std::vector<Point>> outlines;
  Look look = 0;
  double opacity = 0.12;
};
/// Rectangles between opposite corners.
struct Bars {
  struct Bar {
    Point from;
    Point to;
    double opacity = 0.8;
  };
  std::vector<Bar> bars;
  Look look = 0;
};
/// A word or a number within a panel. It is centred on the height of its place, and cut where it is longer than `most`
/// pixels.
struct Words {
  Point at;
  std::string text;
  Anchor anchor = Anchor::middle;
  Look look = ink;
  double most = 160;
};
using Mark = std::variant<Points, Lines, Areas, Bars, Words>;

struct Axis {
  std::string label = {};
  double low = 0;
  double high = 1;                      ///< of an axis from top to bottom below `low`
  bool logarithmic = false;             ///< low and high are above 0
  std::vector<std::string> names = {};  ///< name k stands at k, instead of numbers
  std::string dates = {};               ///< a format of DateColumn: ticks are the dates of these seconds
  bool has_ticks = true;
};

struct Panel {
  std::string title = {};
  Axis x = {};
  Axis y = {};
  std::vector<Mark> marks = {};  ///< the first is drawn first
  double width = 0;              ///< pixels of the rectangle between the axes; 0: what suits the number of panels
  double height = 0;
  bool grid = true;
};

/// A sign and what it stands for.
struct LegendEntry {
  enum class Sign : std::uint8_t { marker, line, dashed, dotted, area };
  std::string name;
  Look look = 0;
  Sign sign = Sign::marker;
};

/// All texts may hold any bytes: they are shown as text, control characters and what is not UTF-8 as a replacement
/// character, and cut where they are too long.
struct Picture {
  std::string title = {};
  std::string description = {};  ///< what is to be seen, for those who cannot see it
  std::string caption = {};      ///< below, in as many lines as it needs
  std::vector<Panel> panels = {};
  std::size_t columns = 1;               ///< of panels
  std::vector<LegendEntry> legend = {};  ///< beside the panels of one column, below those of several
};

/// A range that holds all of these numbers with a margin on both sides, as a share of it; numbers that are not finite
/// are skipped. Never empty: of equal numbers it goes around them, of none from 0 to 1.
struct Range {
  double low = 0;
  double high = 1;
};
Range range_of(const std::vector<double>& numbers, double margin = 0.05);

enum class SvgUse : std::uint8_t {
  file,    ///< a document of its own, with its style sheet and a background
  inside,  ///< an element of a page that holds style_sheet() once
};
/// SVG without scripts, links and identifiers: axes with ticks at 1, 2 or 5 times a power of ten, whose labels do not
/// overlap; a legend that covers nothing; colours for light and dark screens. The same picture gives the same bytes.
std::string svg(const Picture& picture, SvgUse use = SvgUse::file);
/// The rules that an SVG inside a page needs.
std::string style_sheet();

}  // namespace suffice::draw
