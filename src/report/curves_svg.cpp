// The learning curves of `compare` as SVG.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "suffice/report.hpp"

namespace suffice {

namespace {

constexpr double width = 760;
constexpr double height = 460;
constexpr double left = 64;
constexpr double right = 230;  // the legend's
constexpr double top = 40;
constexpr double bottom = 56;
// Colours that those who see few of them tell apart (Okabe and Ito 2008).
constexpr std::array<std::string_view, 3> colours = {"#0072b2", "#d55e00", "#009e73"};

/// From values to places: the number of rows on a logarithmic scale, the loss on a linear one from 0.
struct Axes {
  double first_rows = 1;
  double last_rows = 10;
  double most_loss = 1;

  [[nodiscard]] double x(double rows) const {
    return left + (width - left - right) * std::log(rows / first_rows) / std::log(last_rows / first_rows);
  }
  [[nodiscard]] double y(double loss) const {
    return height - bottom - (height - top - bottom) * std::clamp(loss / most_loss, 0.0, 1.0);
  }
};

// Large losses of few rows would flatten the rest: three times the median of all is the top.
Axes axes_of(const Comparison& comparison) {
  Axes axes;
  std::vector<double> losses;
  std::vector<double> rows;
  for (const ComparedModel& model : comparison.models) {
    for (const CurvePoint& point : model.curve) {
      if (std::isfinite(point.log_loss.mean)) {
        losses.push_back(point.log_loss.mean);
        rows.push_back(static_cast<double>(point.rows));
      }
    }
  }
  if (losses.empty()) {
    return axes;
  }
  std::ranges::sort(losses);
  axes.most_loss = std::max(1e-3, 1.1 * std::min(losses.back(), 3 * losses[losses.size() / 2]));
  axes.first_rows = std::ranges::min(rows);
  axes.last_rows = std::max(std::ranges::max(rows), 1.01 * axes.first_rows);
  return axes;
}

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '&' ? "&amp;" : c == '<' ? "&lt;" : c == '>' ? "&gt;" : std::string(1, c);
  }
  return result;
}

std::string text_at(double x, double y, std::string_view anchor, std::string_view text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", x, y, anchor, escaped(text));
}

// A step of 1, 2 or 5 times a power of ten, of which there are about five.
double step_for(double most) {
  const double power = std::pow(10, std::floor(std::log10(most / 5)));
  const double factor = most / 5 / power;
  return power * (factor < 1.5 ? 1 : factor < 3.5 ? 2 : factor < 7.5 ? 5 : 10);
}

std::string grid(const Axes& axes) {
  std::string svg = "<g stroke=\"#ddd\">\n";
  std::string labels = "<g fill=\"#444\">\n";
  const double step = step_for(axes.most_loss);
  for (double loss = 0; loss <= axes.most_loss; loss += step) {
    svg += fmt::format("<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\"/>\n", left, width - right,
                       axes.y(loss));
    labels += text_at(left - 8, axes.y(loss) + 4, "end", fmt::format("{:.3g}", loss));
  }
  for (double power = 1; power <= axes.last_rows; power *= 10) {
    for (const double factor : {1.0, 2.0, 5.0}) {
      const double rows = factor * power;
      if (rows >= axes.first_rows && rows <= axes.last_rows) {
        svg += fmt::format("<line y1=\"{0:.1f}\" y2=\"{1:.1f}\" x1=\"{2:.1f}\" x2=\"{2:.1f}\"/>\n", top,
                           height - bottom, axes.x(rows));
        labels += text_at(axes.x(rows), height - bottom + 18, "middle", fmt::format("{}", rows));
      }
    }
  }
  labels += text_at((left + width - right) / 2, height - 14, "middle", "training rows");
  labels += text_at(left, top - 14, "start", "log loss on rows that were not trained on, with 95 % intervals");
  return svg + "</g>\n" + labels + "</g>\n";
}

std::string curve(const ComparedModel& model, const Axes& axes, std::string_view colour) {
  std::string line;
  std::string upper;
  std::string lower;
  for (const CurvePoint& point : model.curve) {
    if (!std::isfinite(point.log_loss.mean)) {
      continue;
    }
    const double x = axes.x(static_cast<double>(point.rows));
    line += fmt::format("{:.1f},{:.1f} ", x, axes.y(point.log_loss.mean));
    if (std::isfinite(point.log_loss.half_width)) {
      upper += fmt::format("{:.1f},{:.1f} ", x, axes.y(point.log_loss.mean + point.log_loss.half_width));
      lower.insert(0, fmt::format("{:.1f},{:.1f} ", x, axes.y(point.log_loss.mean - point.log_loss.half_width)));
    }
  }
  return fmt::format("<polygon points=\"{}{}\" fill=\"{}\" opacity=\"0.1\"/>\n", upper, lower, colour) +
         fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n", line, colour,
                     model.generative ? "" : " stroke-dasharray=\"6 4\"");
}

}  // namespace

std::string curves_svg(const Comparison& comparison) {
  const Axes axes = axes_of(comparison);
  std::string svg = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n<title>Learning curves of {2} models</title>\n"
      "<rect width=\"{0}\" height=\"{1}\" fill=\"white\"/>\n",
      width, height, comparison.models.size());
  svg += grid(axes);
  for (std::size_t k = 0; k < comparison.models.size(); ++k) {
    const std::string_view colour = colours[k / 2 % colours.size()];
    const double y = top + 12 + 22 * static_cast<double>(k);
    svg += curve(comparison.models[k], axes, colour);
    svg += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" "
        "stroke-width=\"2\"{4}/>\n",
        width - right + 14, width - right + 42, y - 4, colour,
        comparison.models[k].generative ? "" : " stroke-dasharray=\"6 4\"");
    svg += text_at(width - right + 48, y, "start", comparison.models[k].name);
  }
  return svg + "</svg>\n";
}

}  // namespace suffice
