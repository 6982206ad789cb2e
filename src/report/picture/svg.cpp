// SVG of a picture: each panel is measured first, then all are placed in a grid and drawn.
#include <algorithm>
#include <cmath>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "report/picture/labels.hpp"
#include "report/picture/marks.hpp"
#include "report/picture/scale.hpp"
#include "report/picture/style.hpp"
#include "suffice/picture.hpp"

namespace suffice::draw {

namespace {

constexpr double text_size = 12;
constexpr double tick_size = 11;
constexpr double heading_size = 14;
constexpr double line_height = 17;
constexpr double edge = 14;  // of the whole picture
constexpr double tick_length = 4;
constexpr double longest_name = 200;   // on a horizontal axis
constexpr double longest_entry = 250;  // of a legend
constexpr double legend_sign = 26;
constexpr double slope = 0.7071;  // of names that are turned by 45 degrees

// A panel with what its axes take of the room around it.
struct Measured {
  const Panel* panel = nullptr;
  Rectangle room;  // between the axes
  std::vector<Tick> x_ticks;
  std::vector<Tick> y_ticks;
  bool turned = false;  // the names on the x axis
  double left = 0;
  double right = 0;
  double top = 0;
  double bottom = 0;
  double ticks_below = 0;  // of the bottom, before the label of the axis
};

// An axis that numbers can be placed on, whatever was asked for.
Axis sound(Axis axis) {
  axis.logarithmic = axis.logarithmic && axis.low > 0 && axis.high > axis.low;
  if (!std::isfinite(axis.low) || !std::isfinite(axis.high)) {
    axis.low = axis.logarithmic ? 1 : 0;
    axis.high = axis.low + 1;
  }
  const bool descending = axis.low > axis.high;
  const Range range = range_of({axis.low, axis.high}, 0);
  axis.low = descending ? range.high : range.low;
  axis.high = descending ? range.low : range.high;
  return axis;
}

bool fit_side_by_side(const std::vector<Tick>& ticks) {
  for (std::size_t k = 1; k < ticks.size(); ++k) {
    const double needed = (text_width(ticks[k].text, tick_size) + text_width(ticks[k - 1].text, tick_size)) / 2 + 6;
    if (std::abs(ticks[k].place - ticks[k - 1].place) < needed) {
      return false;
    }
  }
  return true;
}

double widest(const std::vector<Tick>& ticks) {
  double most = 0;
  for (const Tick& tick : ticks) {
    most = std::max(most, text_width(tick.text, tick_size));
  }
  return most;
}

Measured measured(const Panel& panel, std::size_t panels) {
  Measured m;
  m.panel = &panel;
  m.room.x = sound(panel.x);
  m.room.y = sound(panel.y);
  m.room.width = panel.width > 0 ? panel.width : panels == 1 ? 440 : 250;
  m.room.height = panel.height > 0 ? panel.height : panels == 1 ? 330 : 180;
  m.x_ticks = ticks_of(m.room.x, m.room.width, true, tick_size, longest_name);
  m.y_ticks = ticks_of(m.room.y, m.room.height, false, tick_size, panels == 1 ? 290 : 210);
  m.turned = !m.room.x.names.empty() && !fit_side_by_side(m.x_ticks);
  m.left = 10 + tick_length + widest(m.y_ticks) + (panel.y.label.empty() ? 0 : line_height + 2);
  m.top = panel.title.empty() ? 8 : line_height + 8;
  m.right = 14;
  for (const Tick& tick : m.x_ticks) {
    const double width = text_width(tick.text, tick_size);
    if (m.turned) {
      m.left = std::max(m.left, slope * width - tick.place + 8);
    } else {
      m.left = std::max(m.left, width / 2 - tick.place + 2);
      m.right = std::max(m.right, tick.place + width / 2 - m.room.width + 2);
    }
  }
  m.ticks_below =
      m.x_ticks.empty() ? 2 : tick_length + 4 + (m.turned ? slope * widest(m.x_ticks) + tick_size / 2 : tick_size);
  m.bottom = m.ticks_below + (panel.x.label.empty() ? 4 : line_height + 4);
  return m;
}

struct TextStyle {
  std::string_view anchor = "start";
  double size = text_size;
  std::string style = {};  // classes of CSS
  double turn = 0;         // degrees
};

std::string text_at(double x, double y, std::string_view text, const TextStyle& how) {
  std::string attributes = how.anchor == "start" ? "" : fmt::format(" text-anchor=\"{}\"", how.anchor);
  attributes += how.size == text_size ? "" : fmt::format(" font-size=\"{}\"", pixels(how.size));
  attributes += how.style.empty() ? "" : fmt::format(" class=\"{}\"", how.style);
  attributes +=
      how.turn == 0 ? "" : fmt::format(" transform=\"rotate({} {} {})\"", pixels(how.turn), pixels(x), pixels(y));
  return fmt::format("<text x=\"{}\" y=\"{}\"{}>{}</text>\n", pixels(x), pixels(y), attributes, escaped(text));
}

std::string_view anchor_name(Anchor anchor) {
  return anchor == Anchor::start ? "start" : anchor == Anchor::middle ? "middle" : "end";
}

std::string segment(double x1, double y1, double x2, double y2) {
  return fmt::format("M{} {}L{} {}", pixels(x1), pixels(y1), pixels(x2), pixels(y2));
}

// Grid, axes and their labels; x and y is the upper left corner of the rectangle between the axes.
std::string axes(const Measured& m, double x, double y) {
  std::string grid;
  std::string lines =
      segment(x, y, x, y + m.room.height) + segment(x, y + m.room.height, x + m.room.width, y + m.room.height);
  std::string labels;
  for (const Tick& tick : m.x_ticks) {
    const double at = x + tick.place;
    const double below = y + m.room.height + tick_length;
    lines += segment(at, y + m.room.height, at, below);
    grid += m.room.x.names.empty() ? segment(at, y, at, y + m.room.height) : "";
    labels += m.turned ? text_at(at + 4, below + tick_size - 1, tick.text, {"end", tick_size, "", -45})
                       : text_at(at, below + tick_size + 1, tick.text, {"middle", tick_size});
  }
  for (const Tick& tick : m.y_ticks) {
    const double at = y + m.room.height - tick.place;
    lines += segment(x - tick_length, at, x, at);
    grid += m.room.y.names.empty() ? segment(x, at, x + m.room.width, at) : "";
    labels += text_at(x - tick_length - 4, at + 0.36 * tick_size, tick.text, {"end", tick_size});
  }
  if (!m.panel->title.empty()) {
    labels += text_at(x, y - 8, shortened(m.panel->title, 1.06 * text_size, m.room.width + m.right),
                      {"start", text_size, "heading"});
  }
  if (!m.panel->x.label.empty()) {
    labels += text_at(x + m.room.width / 2, y + m.room.height + m.ticks_below + text_size + 2,
                      shortened(m.panel->x.label, text_size, m.room.width), {"middle"});
  }
  if (!m.panel->y.label.empty()) {
    labels += text_at(x - m.left + text_size, y + m.room.height / 2,
                      shortened(m.panel->y.label, text_size, m.room.height), {"middle", text_size, "", -90});
  }
  return (m.panel->grid && !grid.empty()
              ? fmt::format("<path class=\"faint\" stroke=\"currentColor\" stroke-opacity=\".25\" "
                            "stroke-width=\".7\" fill=\"none\" d=\"{}\"/>\n",
                            grid)
              : "") +
         fmt::format("<path stroke=\"currentColor\" stroke-width=\"1\" fill=\"none\" d=\"{}\"/>\n", lines) + labels;
}

std::string drawn(const Measured& m, double x, double y) {
  std::string words;
  for (const Mark& mark : m.panel->marks) {
    if (const auto* const word = std::get_if<Words>(&mark)) {
      const Point at = place_in(m.room, word->at);
      if (std::isfinite(at.x) && std::isfinite(at.y)) {
        words += text_at(x + at.x, y + at.y + 0.36 * tick_size, shortened(word->text, tick_size, word->most),
                         {anchor_name(word->anchor), tick_size, word->look == ink ? "" : style_class(word->look)});
      }
    }
  }
  // An inner SVG cuts what lies beyond the axes.
  return axes(m, x, y) +
         fmt::format("<svg x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\">\n{}</svg>\n", pixels(x), pixels(y),
                     pixels(m.room.width), pixels(m.room.height), marks_svg(m.room, m.panel->marks)) +
         words;
}

double entry_width(const LegendEntry& entry) {
  return legend_sign + std::min(text_width(entry.name, text_size), longest_entry) + 18;
}

std::string entry_at(const LegendEntry& entry, double x, double y) {
  using Sign = LegendEntry::Sign;
  const std::string style = style_class(entry.look);
  const double middle = y - 0.36 * text_size;
  std::string sign;
  if (entry.sign == Sign::marker) {
    sign = fmt::format("<path class=\"{}\" fill=\"currentColor\" d=\"{}\"/>\n", style,
                       marker_path(entry.look, x + legend_sign / 2 - 3, middle, 4));
  } else if (entry.sign == Sign::area) {
    sign = fmt::format(
        "<rect class=\"{}\" x=\"{}\" y=\"{}\" width=\"18\" height=\"10\" fill=\"currentColor\" "
        "fill-opacity=\"{}\"/>\n",
        style, pixels(x), pixels(middle - 5), comes_round(entry.look) ? "0.35" : "0.7");
  } else {
    const Stroke stroke = entry.sign == Sign::dotted                              ? Stroke::dotted
                          : entry.sign == Sign::dashed || comes_round(entry.look) ? Stroke::dashed
                                                                                  : Stroke::solid;
    sign = fmt::format("<path class=\"{}\" stroke=\"currentColor\" stroke-width=\"2\"{} d=\"{}\"/>\n", style,
                       dashes(stroke), segment(x, middle, x + 18, middle));
  }
  return sign + text_at(x + legend_sign, y, shortened(entry.name, text_size, longest_entry), {});
}

// The legend below the panels, in lines; `y` moves on.
std::string legend_lines(const std::vector<LegendEntry>& legend, double left, double right, double& y) {
  std::string text;
  double x = left;
  y += legend.empty() ? 0 : line_height;
  for (const LegendEntry& entry : legend) {
    const double width = entry_width(entry);
    if (x > left && x + width > right) {
      x = left;
      y += line_height + 2;
    }
    text += entry_at(entry, x, y);
    x += width;
  }
  return text;
}

// Where the columns of the grid of panels are: what stands in one has the margins of the one that needs most.
struct Columns {
  std::vector<double> starts;  // one more than columns: the last is the end
  std::vector<double> lefts;   // margins
};

Columns grid_columns(const std::vector<Measured>& panels, std::size_t count) {
  Columns columns = {{edge}, std::vector<double>(count, 0)};
  for (std::size_t k = 0; k < count; ++k) {
    double right = 0;
    for (std::size_t p = k; p < panels.size(); p += count) {
      columns.lefts[k] = std::max(columns.lefts[k], panels[p].left);
      right = std::max(right, panels[p].room.width + panels[p].right);
    }
    columns.starts.push_back(columns.starts.back() + columns.lefts[k] + right + (k + 1 < count ? 12 : 0));
  }
  return columns;
}

// Panels row by row; `y` moves on.
std::string panel_rows(const std::vector<Measured>& panels, const Columns& columns, double& y) {
  std::string text;
  const std::size_t count = columns.lefts.size();
  for (std::size_t row = 0; row < panels.size(); row += count) {
    double top = 0;
    double bottom = 0;
    const std::size_t end = std::min(row + count, panels.size());
    for (std::size_t p = row; p < end; ++p) {
      top = std::max(top, panels[p].top);
      bottom = std::max(bottom, panels[p].room.height + panels[p].bottom);
    }
    for (std::size_t p = row; p < end; ++p) {
      text += drawn(panels[p], columns.starts[p - row] + columns.lefts[p - row], y + top);
    }
    y += top + bottom + 8;
  }
  return text;
}

// The legend in one column, from `y` down; returns where it ends.
double legend_column(const std::vector<LegendEntry>& legend, double x, double y, std::string& text) {
  for (const LegendEntry& entry : legend) {
    text += entry_at(entry, x, y);
    y += line_height + 3;
  }
  return y;
}

std::string wrapped_lines(const std::string& text, const TextStyle& how, double width, double step, double& y) {
  std::string lines;
  for (const std::string& line : wrapped(text, (how.style == "heading" ? 1.06 : 1) * how.size, width)) {
    y += step;
    lines += text_at(edge, y, line, how);
  }
  return lines;
}

std::string head_of(const Picture& picture, double width, double height, SvgUse use) {
  std::string head = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"picture\" role=\"img\" viewBox=\"0 0 {0} {1}\" "
      "width=\"{0}\" height=\"{1}\">\n<title>{2}</title>\n",
      pixels(width), pixels(height), escaped(picture.title));
  const std::string& description = picture.description.empty() ? picture.caption : picture.description;
  head += description.empty() ? "" : fmt::format("<desc>{}</desc>\n", escaped(description));
  if (use == SvgUse::file) {
    head += fmt::format(
        "<style>{}</style>\n<rect class=\"ground\" width=\"100%\" height=\"100%\" fill=\"currentColor\"/>\n",
        style_sheet());
  }
  return head;
}

}  // namespace

std::string svg(const Picture& picture, SvgUse use) {
  const std::size_t count = std::max<std::size_t>(1, std::min(picture.columns, picture.panels.size()));
  std::vector<Measured> panels;
  for (const Panel& panel : picture.panels) {
    panels.push_back(measured(panel, picture.panels.size()));
  }
  const Columns columns = grid_columns(panels, count);
  const bool beside = count == 1 && !picture.legend.empty();
  double legend_width = 0;
  for (const LegendEntry& entry : picture.legend) {
    legend_width = std::max(legend_width, entry_width(entry));
  }
  const double end = columns.starts.back();
  const double width = std::max(420.0, end + (beside ? legend_width + 8 : 0)) + edge;

  double y = edge - 6;
  std::string body =
      wrapped_lines(picture.title, {"start", heading_size, "heading"}, width - 2 * edge, line_height + 1, y);
  y += 8;
  const double first = y + (panels.empty() ? 0 : panels.front().top) + text_size;
  body += panel_rows(panels, columns, y);
  if (beside) {
    y = std::max(y, legend_column(picture.legend, end + 8, first, body));
  } else {
    body += legend_lines(picture.legend, edge + columns.lefts.front(), width - edge, y);
  }
  y += picture.caption.empty() ? 0 : 6;
  body += wrapped_lines(picture.caption, {"start", text_size, "note"}, width - 2 * edge, line_height, y);
  return head_of(picture, width, y + edge, use) + body + "</svg>\n";
}

}  // namespace suffice::draw
