// The picture of decisions: regions of the most probable class, contours of the classes, and rows.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "report/picture/contours.hpp"
#include "report/picture/labels.hpp"
#include "report/picture/plane.hpp"
#include "report/picture/probes.hpp"
#include "report/picture/shown_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/schema.hpp"

namespace suffice {

namespace {

constexpr std::array<double, 2> held = {0.5, 0.9};  // shares of a class within its contours

std::vector<draw::Point> nodes_of(const draw::Grid& grid) {
  std::vector<draw::Point> points;
  for (std::size_t j = 0; j <= grid.rows; ++j) {
    for (std::size_t i = 0; i <= grid.columns; ++i) {
      points.push_back(grid.node(i, j));
    }
  }
  return points;
}

// log p of each look at each node, the largest of the classes that share it.
std::vector<std::vector<double>> by_look(const std::vector<double>& logs, std::size_t classes) {
  const std::size_t looks = std::min(classes, draw::most_series);
  std::vector<std::vector<double>> largest(looks, std::vector<double>(logs.size() / classes, -INFINITY));
  for (std::size_t k = 0; k < logs.size(); ++k) {
    double& log = largest[std::min(k % classes, looks - 1)][k / classes];
    log = std::max(log, logs[k]);
  }
  return largest;
}

// log p_l less the largest of the others: at least 0 where one of the classes of look l is decided for.
std::vector<double> margins(const std::vector<std::vector<double>>& logs, std::size_t look) {
  std::vector<double> f = logs[look];
  for (std::size_t node = 0; node < f.size(); ++node) {
    double most = -INFINITY;
    for (std::size_t k = 0; k < logs.size(); ++k) {
      most = k == look ? most : std::max(most, logs[k][node]);
    }
    f[node] = std::isinf(f[node]) && std::isinf(most) ? -1 : std::clamp(f[node] - most, -1e3, 1e3);
  }
  return f;
}

// Where the margin of a look crosses 0 on the edges of the grid, by bisection: f jumps where columns are read in bins.
draw::Crossings bisected(const Plane& plane, const Probes& probes, const draw::Grid& grid, const std::vector<double>& f,
                         std::size_t look, std::size_t classes) {
  constexpr int halvings = 6;
  const std::vector<std::size_t> edges = draw::crossed_edges(grid, f);
  std::vector<double> low(edges.size(), 0);
  std::vector<double> high(edges.size(), 1);
  for (int halving = 0; halving < halvings && !edges.empty(); ++halving) {
    std::vector<draw::Point> middles;
    for (std::size_t k = 0; k < edges.size(); ++k) {
      middles.push_back(draw::on_edge(grid, edges[k], std::midpoint(low[k], high[k])));
    }
    const std::vector<double> at = margins(by_look(probes.log_posteriors(plane.probes(middles)), classes), look);
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const bool as_first = (at[k] >= 0) == (f[edges[k] / 2] >= 0);
      (as_first ? low : high)[k] = std::midpoint(low[k], high[k]);
    }
  }
  draw::Crossings crossings;
  for (std::size_t k = 0; k < edges.size(); ++k) {
    crossings.emplace(edges[k], std::midpoint(low[k], high[k]));
  }
  return crossings;
}

// Whether the posterior jumps along the axes: columns are read in bins, or hold whole numbers.
bool has_steps(const Model& model, const Plane& plane) {
  const std::vector<std::string> names = columns_of(model.schema());
  const auto is_binned = [&](std::size_t place) {
    return std::ranges::any_of(model.schema().blocks, [&](const Block& block) {
      const auto j = static_cast<std::size_t>(std::ranges::find(block.features, names[place]) - block.features.begin());
      return j < block.features.size() && has_bins(block, j);
    });
  };
  return std::ranges::any_of(plane.places, is_binned) ||
         std::ranges::find(plane.supports, Support::whole) != plane.supports.end();
}

void add_regions(draw::Panel& panel, const draw::Grid& grid, const Plane& plane, const Probes& probes,
                 std::size_t classes, bool steps) {
  const std::vector<std::vector<double>> looks = by_look(probes.log_posteriors(plane.probes(nodes_of(grid))), classes);
  std::vector<draw::Segment> segments;
  for (std::size_t k = 0; k < looks.size(); ++k) {
    const std::vector<double> f = margins(looks, k);
    const draw::Crossings crossings = steps ? bisected(plane, probes, grid, f, k, classes) : draw::Crossings();
    panel.marks.emplace_back(draw::Areas{draw::positive_areas(grid, f, crossings), draw::look_of(k, classes), 0.1});
    const std::vector<draw::Segment> found = draw::zero_segments(grid, f, crossings);
    segments.insert(segments.end(), found.begin(), found.end());
  }
  panel.marks.emplace_back(draw::Lines{draw::joined(grid, segments), draw::ink, 1.8});
}

// The highest densities that hold a share of all: contours of log p at that level, for each share.
void add_density_contours(draw::Panel& panel, const draw::Grid& grid, const std::vector<double>& logs,
                          std::size_t classes) {
  const double area = (grid.x.high - grid.x.low) / static_cast<double>(grid.columns) * (grid.y.high - grid.y.low) /
                      static_cast<double>(grid.rows);
  for (std::size_t c = 0; c < draw::own_looks(classes); ++c) {
    std::vector<double> own;
    for (std::size_t node = c; node < logs.size(); node += classes) {
      own.push_back(logs[node]);
    }
    std::vector<double> sorted = own;
    std::ranges::sort(sorted, std::ranges::greater{});
    std::vector<std::vector<draw::Point>> paths;
    for (const double share : held) {
      double sum = 0;
      const auto level =
          std::ranges::find_if(sorted, [&](double log) { return (sum += std::exp(log) * area) >= share; });
      if (level == sorted.end() || level == sorted.begin()) {
        continue;
      }
      std::vector<double> f = own;
      for (double& log : f) {
        log = std::max(log - *level, -1e3);
      }
      for (std::vector<draw::Point>& path : draw::joined(grid, draw::zero_segments(grid, f))) {
        paths.push_back(std::move(path));
      }
    }
    panel.marks.emplace_back(draw::Lines{std::move(paths), draw::look_of(c, classes), 1.2, draw::Stroke::solid, 0.9});
  }
}

// Mean and covariance of a class of rows in the plane.
struct PlaneMoments {
  double count = 0;
  draw::Point mean = {};
  double xx = 0;
  double xy = 0;
  double yy = 0;
};

std::vector<PlaneMoments> plane_moments(const Plane& plane, const ShownRows& rows, std::size_t classes) {
  std::vector<PlaneMoments> found(draw::own_looks(classes));
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    const draw::Point at = plane.project(rows, i);
    if (rows.labels[i] >= found.size() || !std::isfinite(at.x + at.y)) {
      continue;
    }
    PlaneMoments& own = found[rows.labels[i]];
    ++own.count;
    const draw::Point off = {at.x - own.mean.x, at.y - own.mean.y};
    own.mean = {own.mean.x + off.x / own.count, own.mean.y + off.y / own.count};
    own.xx += off.x * (at.x - own.mean.x);
    own.xy += off.x * (at.y - own.mean.y);
    own.yy += off.y * (at.y - own.mean.y);
  }
  for (PlaneMoments& own : found) {
    own.xx /= std::max(1.0, own.count);
    own.xy /= std::max(1.0, own.count);
    own.yy /= std::max(1.0, own.count);
  }
  return found;
}

double radius_that_holds(double share) { return std::sqrt(-2 * std::log1p(-share)); }

// Room for the contours too, up to a third more on each side.
draw::Range widened(draw::Range range, const std::vector<PlaneMoments>& moments, bool horizontal) {
  const double most = 0.33 * (range.high - range.low);
  draw::Range wide = range;
  for (const PlaneMoments& own : moments) {
    const double reach = 1.08 * radius_that_holds(held.back()) * std::sqrt(horizontal ? own.xx : own.yy);
    const double mean = horizontal ? own.mean.x : own.mean.y;
    if (own.count > 2) {
      wide.low = std::max(range.low - most, std::min(wide.low, mean - reach));
      wide.high = std::min(range.high + most, std::max(wide.high, mean + reach));
    }
  }
  return wide;
}

// Ellipses of the mean and covariance that the model's own rows have in the plane.
void add_ellipses(draw::Panel& panel, const std::vector<PlaneMoments>& moments, std::size_t classes) {
  constexpr int corners = 72;
  for (std::size_t c = 0; c < moments.size(); ++c) {
    const PlaneMoments& own = moments[c];
    if (own.count < 3) {
      continue;
    }
    // Cholesky's factor maps a circle to the ellipse.
    const double a = std::sqrt(own.xx);
    const double b = a > 0 ? own.xy / a : 0;
    const double d = std::sqrt(std::max(0.0, own.yy - b * b));
    std::vector<std::vector<draw::Point>> paths;
    for (const double share : held) {
      const double radius = radius_that_holds(share);
      std::vector<draw::Point> path;
      for (int k = 0; k <= corners; ++k) {
        const double angle = 2 * std::numbers::pi * k / corners;
        const double u = radius * std::cos(angle);
        const double v = radius * std::sin(angle);
        path.push_back({own.mean.x + a * u, own.mean.y + b * u + d * v});
      }
      paths.push_back(std::move(path));
    }
    panel.marks.emplace_back(draw::Lines{std::move(paths), draw::look_of(c, classes), 1.2, draw::Stroke::solid, 0.9});
  }
}

void add_points(draw::Panel& panel, const Plane& plane, const ShownRows& shown, std::size_t classes) {
  const std::size_t looks = std::min(classes, draw::most_series) + 1;  // the last: labels that the model does not know
  std::vector<draw::Points> series(looks);
  for (std::size_t i = 0; i < shown.rows(); ++i) {
    const std::size_t place =
        shown.labels[i] == classes ? looks - 1 : std::min<std::size_t>(shown.labels[i], looks - 2);
    series[place].at.push_back(plane.project(shown, i));
  }
  for (std::size_t k = looks; k-- > 0;) {
    series[k].look = k + 1 == looks ? draw::others : draw::look_of(k, classes);
    panel.marks.emplace_back(std::move(series[k]));
  }
}

std::string caption_of(const Plane& plane, const Scene& scene, const Probes& probes, bool contours, bool density,
                       const std::optional<PictureRows>& rows) {
  std::string text = fmt::format("Points: {}. ", rows_text(scene.shown, rows));
  text += contours ? "Contours hold 50 % and 90 % of each class. " : "";
  text += fmt::format("On the line between regions two classes {}.", density ? "are equally probable" : "score alike");
  if (!plane.columns) {
    text += fmt::format(
        " The {} columns of numbers are seen along {}, each with a spread of 1 within the classes; "
        "regions are those of rows in this plane.",
        plane.places.size(),
        plane.names[1] == "second axis" ? "Fisher's discriminant axis and the axis, apart from it, along "
                                          "which the spreads of the classes differ most"
                                        : "the first two discriminant axes");
  }
  if (scene.basis().left_out > 0) {
    text += fmt::format(" {} columns that differ less between classes are not shown.",
                        draw::grouped(scene.basis().left_out));
  }
  if (plane.places.size() + scene.basis().left_out < probes.forms().size()) {
    text += " Columns of other kinds are taken to be missing.";
  }
  return text;
}

// Whether an axis is a column that the model reads as intervals: what it says of one is no density.
bool has_intervals(const Model& model, const Plane& plane) {
  return std::ranges::any_of(model.schema().blocks, [&](const Block& block) {
    return block.kind == Kind::categories && std::ranges::any_of(plane.names, [&](const std::string& name) {
             return std::ranges::find(block.features, name) != block.features.end();
           });
  });
}

void widen(draw::Range& range, double length) {
  const double more = (length - (range.high - range.low)) / 2;
  range = {range.low - more, range.high + more};
}

// Makes a unit as long on one axis as on the other, so that circles are round, unless half of the panel were empty
// then.
void make_round(draw::Grid& grid) {
  constexpr double shape = 4.0 / 3;  // of the panel
  constexpr double most = 2;
  const double x = grid.x.high - grid.x.low;
  const double y = shape * (grid.y.high - grid.y.low);
  if (x < y && y <= most * x) {
    widen(grid.x, y);
  } else if (y < x && x <= most * y) {
    widen(grid.y, x / shape);
  }
}

// Beyond so many corners of regions and contours a coarser grid is taken: regions that are torn say little.
constexpr std::size_t most_corners = 10'000;

std::size_t corners_of(const std::vector<draw::Mark>& marks) {
  std::size_t corners = 0;
  const auto add = [&](const std::vector<std::vector<draw::Point>>& paths) {
    for (const std::vector<draw::Point>& path : paths) {
      corners += path.size();
    }
  };
  for (const draw::Mark& mark : marks) {
    if (const auto* const areas = std::get_if<draw::Areas>(&mark)) {
      add(areas->outlines);
    } else if (const auto* const lines = std::get_if<draw::Lines>(&mark)) {
      add(lines->paths);
    }
  }
  return corners;
}

}  // namespace

draw::Picture boundary_picture(const Model& model, const std::optional<PictureRows>& rows,
                               const PictureOptions& options) {
  const Probes probes(model, options.threads);
  const std::size_t classes = model.labels().size();
  if (classes < 2) {
    throw Error(ErrorCode::usage, "the model knows one class only: there is no boundary to draw");
  }
  if (const std::size_t numbers = probes.numbers().size(); numbers < 2) {
    throw Error(ErrorCode::usage,
                fmt::format("a boundary is drawn over two columns of numbers or more: the model has {}",
                            numbers == 0 ? "none" : "one"));
  }
  const Scene scene = scene_of(model, probes, plane_columns(model, probes), rows, options.seed);
  const Plane plane = plane_of(scene.basis(), model.schema(), classes);
  std::vector<double> x;
  std::vector<double> y;
  for (std::size_t i = 0; i < scene.shown.rows(); ++i) {
    const draw::Point point = plane.project(scene.shown, i);
    x.push_back(point.x);
    y.push_back(point.y);
  }
  draw::Grid grid = {range_of_most(std::move(x)), range_of_most(std::move(y))};
  std::vector<PlaneMoments> moments;
  if (scene.drawn) {
    moments = plane_moments(plane, *scene.drawn, classes);
    grid.x = widened(grid.x, moments, true);
    grid.y = widened(grid.y, moments, false);
  }
  make_round(grid);
  const bool densities = plane.columns && model.is_density() && !has_intervals(model, plane);
  draw::Panel panel = {.x = {.label = plane.names[0], .low = grid.x.low, .high = grid.x.high},
                       .y = {.label = plane.names[1], .low = grid.y.low, .high = grid.y.high}};
  const bool steps = has_steps(model, plane);
  const std::size_t finest = classes * probes.forms().size() > 2000 ? 2 : 1;
  for (std::size_t coarse = finest; coarse <= 4; coarse *= 2) {
    grid.columns = 120 / coarse;
    grid.rows = 90 / coarse;
    panel.marks.clear();
    add_regions(panel, grid, plane, probes, classes, steps);
    add_points(panel, plane, scene.shown, classes);
    if (densities) {
      add_density_contours(panel, grid, probes.log_densities(plane.probes(nodes_of(grid))), classes);
    } else if (scene.drawn) {
      add_ellipses(panel, moments, classes);
    }
    if (corners_of(panel.marks) <= most_corners) {
      break;
    }
  }
  draw::Picture picture = {
      .title = "Decision boundary",
      .caption = caption_of(plane, scene, probes, densities || scene.drawn, model.is_density(), rows)};
  picture.caption += steps ? " The line has corners where columns go from one bin, or whole number, to the next." : "";
  if (classes > draw::most_series) {
    picture.caption += fmt::format(" The {} classes after the first {} are drawn as one, without lines between them.",
                                   draw::grouped(classes - draw::own_looks(classes)), draw::own_looks(classes));
  }
  picture.description = fmt::format(
      "Rows of {} classes over {} and {}, with the regions in which each class is the most "
      "probable. {}",
      classes, plane.names[0], plane.names[1], picture.caption);
  picture.legend = class_legend(model.labels(), draw::LegendEntry::Sign::marker);
  const bool has_boundary = std::ranges::any_of(panel.marks, [](const draw::Mark& mark) {
    const auto* const lines = std::get_if<draw::Lines>(&mark);
    return lines != nullptr && lines->look == draw::ink &&
           std::ranges::any_of(lines->paths, [](const auto& path) { return path.size() > 2; });
  });
  if (has_boundary) {
    picture.legend.push_back({"boundary", draw::ink, draw::LegendEntry::Sign::line});
  }
  picture.panels.push_back(std::move(panel));
  return picture;
}

}  // namespace suffice
