#include "report/picture_document.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "report/picture/style.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_points = 2000;  // of a panel

double read(const std::string& digits, double otherwise) {
  double result = otherwise;
  std::from_chars(digits.data(), digits.data() + digits.size(), result);
  return result;
}

// To six digits: more are not seen.
double rounded(double number) { return read(fmt::format("{:.6g}", number), number); }

// To a ten-thousandth of an axis or less, a small part of a pixel; on a logarithmic one to five digits.
double rounded(double number, const draw::Axis& axis) {
  const double length = std::abs(axis.high - axis.low);
  if (axis.logarithmic || !std::isfinite(number) || !std::isfinite(length) || length == 0) {
    return read(fmt::format("{:.5g}", number), number);
  }
  const int decimals = 4 - static_cast<int>(std::floor(std::log10(length)));
  const double step = std::pow(10.0, -decimals);
  const double result = decimals >= 0 ? read(fmt::format("{:.{}f}", number, std::min(decimals, 300)), number)
                                      : std::round(number / step) * step;
  return result == 0 ? 0.0 : result;  // without a sign
}

void write_axis(JsonWriter& json, const char* key, const draw::Axis& axis) {
  json.key(key).begin_object().member("label", axis.label);
  json.member("low", rounded(axis.low)).member("high", rounded(axis.high));
  if (!axis.names.empty()) {
    json.member("names", std::span<const std::string>(axis.names));
  }
  json.end_object();
}

void write_places(JsonWriter& json, const std::vector<draw::Point>& points, std::span<const std::size_t> places,
                  const draw::Panel& panel) {
  std::vector<double> x;
  std::vector<double> y;
  for (const std::size_t place : places) {
    x.push_back(rounded(points[place].x, panel.x));
    y.push_back(rounded(points[place].y, panel.y));
  }
  json.member("x", std::span<const double>(x)).member("y", std::span<const double>(y));
}

void write_marks(JsonWriter& json, const draw::Points& points, const draw::Panel& panel) {
  json.begin_object().member("mark", "points");
  write_places(json, points.at, draw::thinned(points.at.size(), most_points), panel);
  json.end_object();
}

void write_marks(JsonWriter& json, const draw::Lines& lines, const draw::Panel& panel) {
  for (const std::vector<draw::Point>& path : lines.paths) {
    json.begin_object().member("mark", "line");
    write_places(json, path, draw::thinned(path.size(), path.size()), panel);
    json.end_object();
  }
}

void write_marks(JsonWriter& json, const draw::Bars& bars, const draw::Panel& panel) {
  std::vector<double> corners;
  for (const draw::Bars::Bar& bar : bars.bars) {
    corners.insert(corners.end(), {rounded(bar.from.x, panel.x), rounded(bar.from.y, panel.y),
                                   rounded(bar.to.x, panel.x), rounded(bar.to.y, panel.y)});
  }
  json.begin_object().member("mark", "bars").member("corners", std::span<const double>(corners)).end_object();
}

void write_marks(JsonWriter& json, const draw::Words& words, const draw::Panel& panel) {
  json.begin_object().member("mark", "words").member("text", words.text);
  json.member("x", rounded(words.at.x, panel.x)).member("y", rounded(words.at.y, panel.y)).end_object();
}

void write_marks(JsonWriter& /*json*/, const draw::Areas& /*areas*/, const draw::Panel& /*panel*/) {}

std::size_t points_of_lines(const draw::Panel& panel) {
  std::size_t count = 0;
  for (const draw::Mark& mark : panel.marks) {
    if (const auto* lines = std::get_if<draw::Lines>(&mark)) {
      for (const std::vector<draw::Point>& path : lines->paths) {
        count += path.size();
      }
    }
  }
  return count;
}

}  // namespace

void write_picture(JsonWriter& json, const draw::Picture& picture) {
  json.member("title", picture.title).member("caption", picture.caption).key("panels").begin_array();
  for (const draw::Panel& panel : picture.panels) {
    json.begin_object().member("title", panel.title);
    write_axis(json, "x", panel.x);
    write_axis(json, "y", panel.y);
    const bool has_lines = points_of_lines(panel) <= most_points;
    json.key("marks").begin_array();
    for (const draw::Mark& mark : panel.marks) {
      if (has_lines || !std::holds_alternative<draw::Lines>(mark)) {
        std::visit([&](const auto& each) { write_marks(json, each, panel); }, mark);
      }
    }
    json.end_array().end_object();
  }
  json.end_array();
}

}  // namespace suffice
