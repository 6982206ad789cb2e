#include "report/picture/marks.hpp"

#include <algorithm>
#include <cmath>
#include <variant>

#include <fmt/format.h>

#include "report/picture/labels.hpp"
#include "report/picture/scale.hpp"
#include "report/picture/style.hpp"

namespace suffice::draw {

namespace {

constexpr std::size_t most_points = 2000;

std::string share(double opacity) { return fmt::format("{:.3g}", std::clamp(opacity, 0.0, 1.0)); }

// The marks of a panel, in pixels from the upper left corner of the rectangle between its axes.
class MarkWriter {
 public:
  MarkWriter(const Rectangle& panel, std::size_t points) : panel_(panel), points_(points) {}

  std::string operator()(const Points& points) const {
    const std::size_t count = points.at.size();
    const std::size_t most = points_ <= most_points ? count : std::max<std::size_t>(20, most_points * count / points_);
    std::string path;
    for (const std::size_t k : thinned(count, most)) {
      const Point at = place_in(panel_, points.at[k]);
      if (is_near(at)) {
        path += marker_path(points.look, at.x, at.y, points.radius);
      }
    }
    return path.empty() ? ""
                        : fmt::format(
                              "<path class=\"{}\" fill=\"currentColor\" fill-opacity=\".65\" "
                              "stroke=\"currentColor\" stroke-width=\".6\" d=\"{}\"/>\n",
                              style_class(points.look), path);
  }
  std::string operator()(const Lines& lines) const {
    const std::string path = outline(lines.paths, false);
    return path.empty()
               ? ""
               : fmt::format(
                     "<path class=\"{}\" fill=\"none\" stroke=\"currentColor\" stroke-width=\"{}\" "
                     "stroke-linejoin=\"round\"{}{} d=\"{}\"/>\n",
                     style_class(lines.look), pixels(lines.width),
                     dashes(comes_round(lines.look) ? Stroke::dashed : lines.stroke),
                     lines.opacity < 1 ? fmt::format(" stroke-opacity=\"{}\"", share(lines.opacity)) : "", path);
  }
  std::string operator()(const Areas& areas) const {
    const std::string path = outline(areas.outlines, true);
    return path.empty() ? ""
                        : fmt::format(
                              "<path class=\"{}\" fill=\"currentColor\" fill-rule=\"evenodd\" "
                              "fill-opacity=\"{}\" d=\"{}\"/>\n",
                              style_class(areas.look), share(areas.opacity), path);
  }
  std::string operator()(const Bars& bars) const {
    std::string rectangles;
    for (const Bars::Bar& bar : bars.bars) {
      const Point a = place_in(panel_, bar.from);
      const Point b = place_in(panel_, bar.to);
      if (std::isnan(a.x + a.y + b.x + b.y)) {
        continue;
      }
      rectangles += fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill-opacity=\"{}\"/>\n",
                                pixels(std::min(a.x, b.x)), pixels(std::min(a.y, b.y)), pixels(std::abs(a.x - b.x)),
                                pixels(std::abs(a.y - b.y)), share((comes_round(bars.look) ? 0.5 : 1) * bar.opacity));
    }
    return rectangles.empty()
               ? ""
               : fmt::format("<g class=\"{}\" fill=\"currentColor\">\n{}</g>\n", style_class(bars.look), rectangles);
  }
  // Words may stick out of the rectangle, and are drawn after all else.
  std::string operator()(const Words&) const { return ""; }

 private:
  // Whether a line from a to c passes b at less than a twentieth of a pixel, on the way.
  static bool is_between(const Point& a, const Point& b, const Point& c) {
    const Point way = {c.x - a.x, c.y - a.y};
    const Point part = {b.x - a.x, b.y - a.y};
    const double length = std::hypot(way.x, way.y);
    const double along = way.x * part.x + way.y * part.y;
    return length > 0 && along > 0 && along < length * length &&
           std::abs(way.x * part.y - way.y * part.x) < 0.05 * length;
  }
  [[nodiscard]] bool is_near(const Point& at) const {
    return at.x > -10 && at.x < panel_.width + 10 && at.y > -10 && at.y < panel_.height + 10;
  }
  [[nodiscard]] std::string outline(const std::vector<std::vector<Point>>& paths, bool closed) const {
    std::string text;
    for (const std::vector<Point>& path : paths) {
      std::string last;
      bool begun = false;
      Point kept;
      std::size_t dropped = 0;  // in a row
      for (std::size_t k = 0; k < path.size(); ++k) {
        const Point at = place_in(panel_, path[k]);
        if (!std::isfinite(at.x) || !std::isfinite(at.y)) {
          begun = begun && closed;
          continue;
        }
        if (begun && dropped < 8 && k + 1 < path.size() && is_between(kept, at, place_in(panel_, path[k + 1]))) {
          ++dropped;
          continue;
        }
        dropped = 0;
        kept = at;
        std::string here = fmt::format("{} {}", pixels(at.x), pixels(at.y));
        if (begun && here == last) {
          continue;
        }
        text += (begun ? "L" : "M") + here;
        last = std::move(here);
        begun = true;
      }
      text += begun && closed ? "z" : "";
    }
    return text;
  }

  const Rectangle& panel_;
  std::size_t points_;  // of all marks
};

}  // namespace

Point place_in(const Rectangle& panel, const Point& at) {
  return {place_on(panel.x, panel.width, at.x), panel.height - place_on(panel.y, panel.height, at.y)};
}

bool comes_round(Look look) { return look < others && look >= palette_size; }

std::string dashes(Stroke stroke) {
  return stroke == Stroke::solid    ? ""
         : stroke == Stroke::dashed ? " stroke-dasharray=\"6 4\""
                                    : " stroke-dasharray=\"1.5 3\"";
}

std::string marks_svg(const Rectangle& panel, const std::vector<Mark>& marks) {
  std::size_t points = 0;
  for (const Mark& mark : marks) {
    const auto* const series = std::get_if<Points>(&mark);
    points += series == nullptr ? 0 : series->at.size();
  }
  const MarkWriter writer(panel, points);
  std::string text;
  for (const Mark& mark : marks) {
    text += std::visit(writer, mark);
  }
  return text;
}

}  // namespace suffice::draw
