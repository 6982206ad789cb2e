// The picture of p(column | class): a panel for each column.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "data/schema/roles/dates.hpp"
#include "report/picture/labels.hpp"
#include "report/picture/plane.hpp"
#include "report/picture/probes.hpp"
#include "report/picture/shown_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/schema.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_panels = 12;
constexpr std::size_t most_bars = 12;  // of a category
constexpr std::size_t most_candidates = 60;

// How a column of numbers is drawn.
struct CurveStyle {
  bool with_histogram = false;
  std::size_t steps = 200;
};

// A panel and what its column tells about the class, in nats.
struct ColumnPanel {
  draw::Panel panel;
  double information = 0;
};

// p(x | look) of each look from that of each class: those without a look of their own are mixed by the class prior.
std::vector<std::vector<double>> by_look(const std::vector<double>& logs, const Model& model) {
  const std::size_t classes = model.labels().size();
  const std::size_t looks = std::min(classes, draw::most_series);
  std::vector<std::vector<double>> densities(looks, std::vector<double>(logs.size() / classes, 0));
  std::vector<double> weight(looks, 0);
  for (std::size_t c = 0; c < classes; ++c) {
    weight[std::min(c, looks - 1)] += model.class_prior()[c];
  }
  for (std::size_t k = 0; k < logs.size(); ++k) {
    const std::size_t c = k % classes;
    const std::size_t look = std::min(c, looks - 1);
    const bool mixed = look + 1 == looks && classes > looks;
    const double share = mixed ? model.class_prior()[c] / weight[look] : 1;
    densities[look][k / classes] += share * std::exp(logs[k]);
  }
  return densities;
}

// I(class; x) = Σ_c π_c Σ_x p(x|c) log(p(x|c) / p(x)) over places that each stand for `area`.
double information_of(const std::vector<double>& logs, const Model& model, double area) {
  const std::size_t classes = model.labels().size();
  double information = 0;
  for (std::size_t first = 0; first < logs.size(); first += classes) {
    double all = 0;
    for (std::size_t c = 0; c < classes; ++c) {
      all += model.class_prior()[c] * std::exp(logs[first + c]);
    }
    for (std::size_t c = 0; c < classes; ++c) {
      const double own = std::exp(logs[first + c]);
      information += own > 0 && all > 0 ? model.class_prior()[c] * own * std::log(own / all) * area : 0;
    }
  }
  return information;
}

// Bins between the ends of the x axis, of whole numbers as wide as a number of these.
void add_histogram(draw::Panel& panel, const ShownRows& shown, std::size_t j, std::size_t classes, bool whole) {
  const double low = panel.x.low;
  const double wanted = std::clamp(3 * std::cbrt(static_cast<double>(shown.rows())), 12.0, 30.0);
  const double width = whole ? std::max(1.0, std::round((panel.x.high - low) / wanted)) : (panel.x.high - low) / wanted;
  const auto bins = static_cast<std::size_t>(std::ceil((panel.x.high - low) / width - 1e-9));
  for (std::size_t c = 0; c < classes; ++c) {
    std::vector<double> counts(bins, 0);
    double rows = 0;
    for (std::size_t i = 0; i < shown.rows(); ++i) {
      const double value = shown.at(i, j);
      if (shown.labels[i] != c || std::isnan(value)) {
        continue;
      }
      ++rows;
      const double place = (value - low) / width;
      if (place >= 0 && place < static_cast<double>(bins)) {
        ++counts[static_cast<std::size_t>(place)];
      }
    }
    draw::Bars bars = {.bars = {}, .look = draw::look_of(c, classes)};
    for (std::size_t bin = 0; bin < bins; ++bin) {
      if (counts[bin] > 0) {
        const double from = low + static_cast<double>(bin) * width;
        const double height = counts[bin] / (rows * width);
        panel.y.high = std::max(panel.y.high, 1.05 * height);
        bars.bars.push_back({{from, 0}, {from + width, height}, 0.22});
      }
    }
    panel.marks.emplace_back(std::move(bars));
  }
}

// The points that a curve needs: all others lie within a thousandth of the panel's height from the lines between them.
std::vector<draw::Point> without_straight(const std::vector<draw::Point>& path, double height) {
  constexpr double near = 1e-3;
  std::vector<draw::Point> kept;
  std::size_t first = 0;
  const auto is_straight = [&](std::size_t last) {
    const draw::Point& from = path[first];
    const draw::Point& to = path[last];
    for (std::size_t k = first + 1; k < last; ++k) {
      const double y = std::lerp(from.y, to.y, (path[k].x - from.x) / (to.x - from.x));
      if (!(std::abs(path[k].y - y) <= near * height)) {  // not where one is not finite
        return false;
      }
    }
    return true;
  };
  for (std::size_t k = 0; k < path.size(); ++k) {
    if (k == 0 || k + 1 == path.size() || !is_straight(k + 1)) {
      kept.push_back(path[k]);
      first = k;
    }
  }
  return kept;
}

// Column j of the rows shown.
ColumnPanel number_panel(const Model& model, const Probes& probes, const Scene& scene, std::size_t j,
                         const CurveStyle& style) {
  const ShownRows& shown = scene.shown;
  std::vector<double> values;
  for (const ShownRows* rows : {&scene.basis(), &shown}) {
    for (std::size_t i = 0; i < rows->rows(); ++i) {
      values.push_back(rows->at(i, j));
    }
  }
  std::erase_if(values, [](double value) { return std::isnan(value); });
  std::ranges::sort(values);
  // Tails of drawn rows are long: the middle 99 % are shown.
  const std::size_t tail = values.size() / 200;
  const draw::Range range =
      values.empty() ? draw::Range{} : draw::range_of({values[tail], values[values.size() - 1 - tail]}, 0.04);
  Plane column;  // knows which numbers the column can hold
  {
    ShownRows one = {.places = {shown.places[j]}, .values = {}, .labels = scene.basis().labels};
    for (std::size_t i = 0; i < scene.basis().rows(); ++i) {
      one.values.push_back(scene.basis().at(i, j));
    }
    column = plane_of(one, model.schema(), model.labels().size());
  }
  const bool whole = column.supports.front() == Support::whole;
  std::vector<draw::Point> points;
  const double low = whole ? std::floor(std::max(0.0, range.low)) : range.low;
  const double step = whole ? std::max(1.0, std::ceil((range.high - low) / 400))
                            : (range.high - low) / static_cast<double>(style.steps);
  const double count = std::ceil((range.high - low) / step - 1e-9);
  for (double k = 0; k <= count; ++k) {
    points.push_back({low + step * k, 0});
  }
  const std::vector<double> logs = probes.log_densities(column.probes(points));

  ColumnPanel found;
  found.information = information_of(logs, model, step);
  found.panel = {.title = probes.names()[shown.places[j]],
                 .x = {.low = points.front().x,
                       .high = std::max(points.back().x, points.front().x + 1e-9),
                       .dates = date_format(model.schema(), probes.names()[shown.places[j]])}};
  draw::Panel& panel = found.panel;
  panel.y.high = 0;
  if (style.with_histogram) {
    add_histogram(panel, shown, j, model.labels().size(), whole);
  }
  const std::vector<std::vector<double>> densities = by_look(logs, model);
  for (std::size_t look = 0; look < densities.size(); ++look) {
    std::vector<draw::Point> path;
    for (std::size_t k = 0; k < points.size(); ++k) {
      const double density = densities[look][k];
      if (std::isfinite(density)) {
        panel.y.high = std::max(panel.y.high, 1.05 * density);
      }
      if (whole && k > 0) {
        path.push_back({points[k].x, densities[look][k - 1]});  // steps
      }
      path.push_back({points[k].x, density});
    }
    panel.marks.emplace_back(draw::Lines{{std::move(path)}, draw::look_of(look, model.labels().size()), 1.8});
  }
  panel.y.high = panel.y.high > 0 ? panel.y.high : 1;
  for (draw::Mark& mark : panel.marks) {
    if (auto* const lines = std::get_if<draw::Lines>(&mark); lines != nullptr && !whole) {
      lines->paths.front() = without_straight(lines->paths.front(), panel.y.high);
    }
  }
  return found;
}

// A column that the model reads by the names of its values: those of categories, or intervals of numbers.
struct NamedColumn {
  std::size_t place = 0;
  bool is_number = false;
  std::map<std::string, std::vector<double>> counts = {};  // of each value, for each class
};

// The place of the number that the name of an interval begins with: "< 2.5", "2.5 to 4", ">= 4".
double start_of(const std::string& interval) {
  if (interval.starts_with("< ")) {
    return -std::numeric_limits<double>::infinity();
  }
  const std::string_view number = std::string_view(interval).substr(interval.starts_with(">= ") ? 3 : 0);
  double start = std::numeric_limits<double>::infinity();  // "(missing)" comes last
  std::from_chars(number.data(), number.data() + number.size(), start);
  return start;
}

// Values in the order of a panel: intervals ascending, others by how often the model has met them.
std::vector<std::string> ordered_values(const NamedColumn& column) {
  std::vector<std::pair<std::string, double>> ranked;
  for (const auto& [value, counts] : column.counts) {
    ranked.emplace_back(value,
                        column.is_number ? start_of(value) : -std::accumulate(counts.begin(), counts.end(), 0.0));
  }
  std::ranges::stable_sort(ranked, {}, &std::pair<std::string, double>::second);
  std::vector<std::string> values;
  for (const auto& entry : ranked) {
    values.push_back(entry.first);
  }
  return values;
}

// log p(value | c). Where columns depend on each other, or a missing value is a value too, what the model says of a
// value alone is no probability: then shares of the counts are shown.
std::vector<double> log_shares(const Model& model, const Probes& probes, const NamedColumn& column,
                               const std::vector<std::string>& values) {
  const std::size_t classes = model.labels().size();
  std::vector<double> logs;
  bool sound = !column.is_number;
  if (sound) {
    logs = probes.log_probabilities(column.place, values);
    for (std::size_t c = 0; c < classes; ++c) {
      double sum = 0;
      for (std::size_t k = c; k < logs.size(); k += classes) {
        sum += std::exp(logs[k]);
      }
      sound = sound && sum > 0.98 && sum < 1 + 1e-9;  // unseen values may have the rest
    }
  }
  if (!sound) {
    logs.assign(values.size() * classes, 0);
    for (std::size_t c = 0; c < classes; ++c) {
      double sum = 0;
      for (const auto& entry : column.counts) {
        sum += entry.second[c];
      }
      for (std::size_t k = 0; k < values.size(); ++k) {
        logs[k * classes + c] = std::log(column.counts.at(values[k])[c] / std::max(sum, 1e-300));
      }
    }
  }
  return logs;
}

ColumnPanel named_panel(const Model& model, const Probes& probes, const NamedColumn& column) {
  const std::vector<std::string> values = ordered_values(column);
  const std::vector<double> logs = log_shares(model, probes, column, values);
  ColumnPanel found;
  found.information = information_of(logs, model, 1);
  const std::vector<std::vector<double>> shares = by_look(logs, model);
  const std::size_t shown = std::min(values.size(), most_bars);
  found.panel = {.title = probes.names()[column.place], .x = {.low = -0.5, .high = static_cast<double>(shown) - 0.5}};
  draw::Panel& panel = found.panel;
  for (std::size_t k = 0; k < shown; ++k) {
    panel.x.names.push_back(with_dates(model.schema(), panel.title, values[k]));
  }
  panel.title += shown < values.size() ? fmt::format(" ({} of {} values)", shown, draw::grouped(values.size())) : "";
  panel.y.high = 0;
  const double width = 0.8 / static_cast<double>(shares.size());
  for (std::size_t look = 0; look < shares.size(); ++look) {
    draw::Bars bars = {.bars = {}, .look = draw::look_of(look, model.labels().size())};
    for (std::size_t k = 0; k < shown; ++k) {
      const double from = static_cast<double>(k) - 0.4 + width * static_cast<double>(look);
      bars.bars.push_back({{from, 0}, {from + 0.92 * width, shares[look][k]}, 0.85});
      panel.y.high = std::max(panel.y.high, 1.05 * shares[look][k]);
    }
    panel.marks.emplace_back(std::move(bars));
  }
  panel.y.high = panel.y.high > 0 ? panel.y.high : 1;
  return found;
}

// Columns of blocks of categories, a number also where it is read in another way beside, those first that speak most
// for some class; at most most_candidates.
std::vector<NamedColumn> named_columns(const Model& model, const Probes& probes) {
  const std::size_t classes = model.labels().size();
  std::map<std::string, std::size_t> places;
  std::vector<NamedColumn> columns;
  for (std::size_t j = 0; j < probes.names().size(); ++j) {
    if (probes.forms()[j] != CellForm::text) {
      places.emplace(probes.names()[j], j);
    }
  }
  std::map<std::string, std::size_t> listed;
  std::vector<std::size_t> all(classes);
  std::iota(all.begin(), all.end(), std::size_t{0});
  for (std::size_t r = 0; r < model.readings(); ++r) {
    if (model.schema().blocks[r].kind != Kind::categories) {
      continue;
    }
    const std::vector<std::vector<FeatureOdds>> of_classes = model.strongest_of(all, SIZE_MAX, r);
    for (std::size_t c = 0; c < classes; ++c) {
      for (const FeatureOdds& odds : of_classes[c]) {
        const auto place = places.find(odds.feature);
        if (place == places.end() || (!listed.contains(odds.feature) && columns.size() == most_candidates)) {
          continue;
        }
        const auto [entry, is_new] = listed.emplace(odds.feature, columns.size());
        if (is_new) {
          columns.push_back({place->second, probes.forms()[place->second] == CellForm::number});
        }
        std::vector<double>& counts = columns[entry->second].counts[odds.value];
        counts.resize(classes, 0);
        counts[c] = odds.count;
      }
    }
  }
  return columns;
}

// The columns of numbers that have densities: all but those that are read as intervals.
std::vector<std::size_t> number_columns(const Probes& probes, const std::vector<NamedColumn>& named) {
  std::vector<std::size_t> numbers = probes.numbers();
  std::erase_if(numbers,
                [&](std::size_t place) { return std::ranges::find(named, place, &NamedColumn::place) != named.end(); });
  return numbers;
}

}  // namespace

draw::Picture densities_picture(const Model& model, const std::optional<PictureRows>& rows,
                                const PictureOptions& options) {
  if (!model.is_density()) {
    throw Error(ErrorCode::usage, "the model tells classes apart without densities: there are none to draw");
  }
  const Probes probes(model, options.threads);
  draw::Picture picture = {.title = "Densities of the columns in each class"};
  std::vector<ColumnPanel> found;
  const std::vector<NamedColumn> named = named_columns(model, probes);
  if (const std::vector<std::size_t> numbers = number_columns(probes, named); !numbers.empty()) {
    const Scene scene = scene_of(model, probes, numbers, rows, options.seed);
    const bool histogram = rows && model.labels().size() <= 3;
    for (std::size_t j = 0; j < scene.shown.places.size(); ++j) {
      found.push_back(number_panel(model, probes, scene, j, {histogram, numbers.size() > 4 ? 90U : 200U}));
    }
    picture.caption = histogram ? fmt::format("Bars behind the curves: {}. ", rows_text(scene.shown, rows)) : "";
    picture.caption += "Each curve has the area 1. ";
  }
  for (const NamedColumn& column : named) {
    found.push_back(named_panel(model, probes, column));
  }
  picture.caption += named.empty() ? "" : "Bars of one colour have the sum 1. ";
  if (found.empty()) {
    throw Error(ErrorCode::usage,
                "densities are drawn of numbers and categories as they are, and the model reads no such column");
  }
  const auto all = static_cast<std::size_t>(
      std::ranges::count_if(probes.forms(), [](CellForm form) { return form != CellForm::text; }));
  if (found.size() > most_panels) {
    std::ranges::stable_sort(found, std::ranges::greater{}, &ColumnPanel::information);
    found.resize(most_panels);
  }
  if (found.size() < all) {
    picture.caption +=
        fmt::format("The {} of {} columns that tell most about the class. ", found.size(), draw::grouped(all));
  }
  for (ColumnPanel& column : found) {
    picture.panels.push_back(std::move(column.panel));
  }
  picture.columns = found.size() == 1 ? 1 : found.size() <= 4 ? 2 : 3;
  for (draw::Panel& panel : picture.panels) {
    panel.width = found.size() == 1 ? 440 : picture.columns == 2 ? 290 : 210;
    panel.height = found.size() == 1 ? 300 : picture.columns == 2 ? 190 : 140;
  }
  picture.legend =
      class_legend(model.labels(), named.empty() ? draw::LegendEntry::Sign::line : draw::LegendEntry::Sign::area);
  picture.description = fmt::format("The density of {} columns in each of {} classes.", found.size(),
                                    draw::grouped(model.labels().size()));
  return picture;
}

}  // namespace suffice
