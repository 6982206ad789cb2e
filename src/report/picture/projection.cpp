// The picture of rows on one axis: on the difference of the means beside Fisher's, and the posterior along it.
#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "report/picture/labels.hpp"
#include "report/picture/plane.hpp"
#include "report/picture/probes.hpp"
#include "report/picture/shown_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"

namespace suffice {

namespace {

constexpr std::size_t steps = 240;

// The places of rows on axis k of a plane.
std::vector<double> places_on(const Plane& plane, const ShownRows& rows, std::size_t k) {
  std::vector<double> places;
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const draw::Point point = plane.project(rows, i);
    places.push_back(k == 0 ? point.x : point.y);
  }
  return places;
}

struct Spread {
  double count = 0;
  double mean = 0;
  double deviation = 0;
};

Spread spread_of(const std::vector<double>& places, const std::vector<std::uint32_t>& labels, std::size_t c) {
  Spread spread;
  double squares = 0;
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (labels[i] == c && std::isfinite(places[i])) {
      ++spread.count;
      const double off = places[i] - spread.mean;
      spread.mean += off / spread.count;
      squares += off * (places[i] - spread.mean);
    }
  }
  spread.deviation = spread.count > 1 ? std::sqrt(squares / spread.count) : 0;
  return spread;
}

// Of more classes histograms hide each other: curves alone are drawn.
constexpr std::size_t most_histograms = 6;

// A histogram for each class, as the outline of an area, and the normal curve of the model's own rows.
draw::Panel histogram_panel(const Plane& plane, const Scene& scene, std::size_t k, std::size_t classes,
                            bool with_curves) {
  const std::vector<double> places = places_on(plane, scene.shown, k);
  const draw::Range range = range_of_most(places);
  draw::Panel panel = {.x = {.label = plane.names[k], .low = range.low, .high = range.high}, .y = {.label = "density"}};
  panel.y.high = 0;
  const auto bins = static_cast<std::size_t>(std::clamp(4 * std::cbrt(static_cast<double>(places.size())), 16.0, 40.0));
  const double width = (range.high - range.low) / static_cast<double>(bins);
  const std::size_t looks = std::min(classes, draw::most_series);
  std::vector<std::vector<double>> counts(looks, std::vector<double>(bins, 0));
  std::vector<double> rows(looks, 0);
  for (std::size_t i = 0; i < places.size(); ++i) {
    if (scene.shown.labels[i] == classes || !std::isfinite(places[i])) {
      continue;
    }
    const std::size_t look = std::min<std::size_t>(scene.shown.labels[i], looks - 1);
    const double bin = (places[i] - range.low) / width;
    if (bin >= 0 && bin < static_cast<double>(bins)) {
      ++counts[look][static_cast<std::size_t>(bin)];
    }
    ++rows[look];
  }
  for (std::size_t look = 0; look < looks; ++look) {
    if (rows[look] == 0 || (with_curves && classes > most_histograms)) {
      continue;
    }
    std::vector<draw::Point> outline = {{range.low, 0}};
    for (std::size_t bin = 0; bin < bins; ++bin) {
      const double from = range.low + static_cast<double>(bin) * width;
      const double height = counts[look][bin] / (rows[look] * width);
      outline.push_back({from, height});
      outline.push_back({from + width, height});
      panel.y.high = std::max(panel.y.high, 1.05 * height);
    }
    outline.push_back({range.high, 0});
    panel.marks.emplace_back(draw::Areas{{outline}, draw::look_of(look, classes), 0.3});
  }
  if (with_curves) {
    const std::vector<double> drawn = places_on(plane, *scene.drawn, k);
    for (std::size_t c = 0; c < draw::own_looks(classes); ++c) {
      const Spread spread = spread_of(drawn, scene.drawn->labels, c);
      if (!(spread.deviation > 0)) {
        continue;
      }
      std::vector<draw::Point> path;
      for (std::size_t step = 0; step <= steps; ++step) {
        const double x = range.low + (range.high - range.low) * static_cast<double>(step) / static_cast<double>(steps);
        const double z = (x - spread.mean) / spread.deviation;
        const double density = std::exp(-z * z / 2) / (spread.deviation * std::sqrt(2 * std::numbers::pi));
        panel.y.high = std::max(panel.y.high, 1.05 * density);
        path.push_back({x, density});
      }
      panel.marks.emplace_back(draw::Lines{{std::move(path)}, draw::look_of(c, classes), 1.6});
    }
  }
  panel.y.high = panel.y.high > 0 ? panel.y.high : 1;
  return panel;
}

// p(c | x) along the first axis, of two classes that of the second, with its rows at 1 and the others at 0.
draw::Panel posterior_panel(const Model& model, const Probes& probes, const Plane& plane, const Scene& scene) {
  const std::size_t classes = model.labels().size();
  const std::vector<double> places = places_on(plane, scene.shown, 0);
  const draw::Range range = range_of_most(places);
  std::vector<draw::Point> points;
  for (std::size_t step = 0; step <= steps; ++step) {
    points.push_back(
        {range.low + (range.high - range.low) * static_cast<double>(step) / static_cast<double>(steps), 0});
  }
  const std::vector<double> logs = probes.log_posteriors(plane.probes(points));
  draw::Panel panel = {.x = {.label = plane.names[0], .low = range.low, .high = range.high},
                       .y = {.label = classes == 2 ? fmt::format("p({} | x)", model.labels()[1]) : "p(class | x)",
                             .low = -0.04,
                             .high = 1.04}};
  const std::size_t looks = std::min(classes, draw::most_series);
  std::vector<std::vector<draw::Point>> paths(looks);
  for (std::size_t k = 0; k < points.size(); ++k) {
    std::vector<double> shares(looks, 0);
    for (std::size_t c = 0; c < classes; ++c) {
      shares[std::min(c, looks - 1)] += std::exp(logs[k * classes + c]);
    }
    for (std::size_t look = 0; look < looks; ++look) {
      paths[look].push_back({points[k].x, shares[look]});
    }
  }
  if (classes == 2) {
    for (std::size_t c = 0; c < 2; ++c) {
      draw::Points rows = {.at = {}, .look = c, .radius = 2.2};
      for (std::size_t i = 0; i < places.size(); ++i) {
        if (scene.shown.labels[i] == c) {
          rows.at.push_back({places[i], static_cast<double>(c)});
        }
      }
      panel.marks.emplace_back(std::move(rows));
    }
    panel.marks.emplace_back(
        draw::Lines{{{{range.low, 0.5}, {range.high, 0.5}}}, draw::faint, 1, draw::Stroke::dashed});
    panel.marks.emplace_back(draw::Lines{{std::move(paths[1])}, draw::ink, 2});
  } else {
    for (std::size_t look = 0; look < looks; ++look) {
      panel.marks.emplace_back(draw::Lines{{std::move(paths[look])}, draw::look_of(look, classes), 2});
    }
  }
  return panel;
}

// Whether some class has more than half of the posterior somewhere.
bool is_telling(const draw::Panel& posterior) {
  return std::ranges::any_of(posterior.marks, [](const draw::Mark& mark) {
    const auto* const lines = std::get_if<draw::Lines>(&mark);
    return lines != nullptr && lines->look != draw::faint && lines->look != draw::others &&
           std::ranges::any_of(lines->paths.front(), [](const draw::Point& point) { return point.y >= 0.5; });
  });
}

// Whether every column of numbers is a measurement as it is, so that projections of Gaussians are Gaussian.
bool has_gaussians(const Model& model) {
  return std::ranges::all_of(model.schema().blocks, [](const Block& block) {
    return !is_numeric(block.kind) || (block.kind == Kind::measurements && !has_normal_scores(block));
  });
}

}  // namespace

draw::Picture projection_picture(const Model& model, const std::optional<PictureRows>& rows,
                                 const PictureOptions& options) {
  const Probes probes(model, options.threads);
  const std::size_t classes = model.labels().size();
  if (classes < 2) {
    throw Error(ErrorCode::usage, "the model knows one class only: there is nothing to tell apart");
  }
  if (probes.numbers().empty()) {
    throw Error(ErrorCode::usage, "a projection is that of columns of numbers: the model has none");
  }
  const Scene scene = scene_of(model, probes, plane_columns(model, probes), rows, options.seed);
  Plane plane = plane_of(scene.basis(), model.schema(), classes, false);
  const bool curves = scene.drawn && has_gaussians(model);
  draw::Picture picture = {.title = "Projection"};
  if (plane.places.size() > 1 && classes == 2) {
    plane.names[0] = "along Fisher's w";
    const Plane means = mean_difference(scene.basis(), model.schema());
    picture.panels.push_back(histogram_panel(means, scene, 0, classes, curves));
    picture.panels.back().title = "Projected on μ₁ − μ₀";
  }
  picture.panels.push_back(histogram_panel(plane, scene, 0, classes, curves));
  picture.panels.back().title = plane.columns  ? "Rows"
                                : classes == 2 ? "Projected on Fisher's w"
                                               : "First discriminant axis";
  if (plane.dimensions() == 2 && classes > 2) {
    picture.panels.push_back(histogram_panel(plane, scene, 1, classes, curves));
    picture.panels.back().title = "Second discriminant axis";
  }
  draw::Panel posterior = posterior_panel(model, probes, plane, scene);
  const bool with_posterior = classes == 2 || is_telling(posterior);
  if (with_posterior) {
    picture.panels.push_back(std::move(posterior));
    picture.panels.back().title = "Posterior";
  }
  picture.columns = picture.panels.size();
  for (draw::Panel& panel : picture.panels) {
    panel.width = picture.columns <= 2 ? 320 : 240;
    panel.height = picture.columns <= 2 ? 230 : 190;
  }
  const bool histograms = !curves || classes <= most_histograms;
  const std::string shown = histograms ? rows_text(scene.shown, rows) + " along each axis" : "";
  picture.caption =
      fmt::format("{}{}.{}", shown,
                  !curves      ? ""
                  : histograms ? ", and the model's normal curves"
                               : "The model's normal curves along each axis",
                  with_posterior ? " The posterior is that of a row on the axis through the mean of all rows." : "");
  picture.caption.front() = picture.caption.front() == 'a' ? 'A' : picture.caption.front();
  picture.legend =
      class_legend(model.labels(), histograms ? draw::LegendEntry::Sign::area : draw::LegendEntry::Sign::line);
  picture.description = fmt::format("Histograms of {} classes along an axis{}.", draw::grouped(classes),
                                    with_posterior ? ", and the posterior along it" : "");
  return picture;
}

}  // namespace suffice
