// Pictures of losses: learning curves of `compare`, and the candidates of `auto`.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/picture/labels.hpp"
#include "suffice/compare.hpp"
#include "suffice/error.hpp"
#include "suffice/model_pictures.hpp"
#include "suffice/picture.hpp"
#include "suffice/store.hpp"

namespace suffice {

namespace {

// Large losses of few rows would flatten the rest: three times the median of all is the top.
void fit_axes(draw::Panel& panel, const Comparison& comparison) {
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
    return;
  }
  std::ranges::sort(losses);
  panel.y.high = std::max(1e-3, 1.1 * std::min(losses.back(), 3 * losses[losses.size() / 2]));
  panel.y.low = -0.02 * panel.y.high;
  panel.x.low = 0.93 * std::max(1.0, std::ranges::min(rows));
  panel.x.high = 1.07 * std::max(std::ranges::max(rows), 1.01 * panel.x.low);
}

// A line with a marker and an interval at each point; `beside` moves the intervals of models apart.
void add_curve(draw::Panel& panel, const ComparedModel& model, draw::Look look, double beside) {
  draw::Points points = {.at = {}, .look = look, .radius = 3};
  draw::Lines intervals = {.paths = {}, .look = look, .width = 1, .opacity = 0.55};
  for (const CurvePoint& point : model.curve) {
    const double rows = static_cast<double>(point.rows) * beside;
    const MeanInterval& loss = point.log_loss;
    points.at.push_back({rows, loss.mean});
    if (std::isfinite(loss.mean) && std::isfinite(loss.half_width)) {
      intervals.paths.push_back(
          {{rows, std::max(0.0, loss.mean - loss.half_width)}, {rows, loss.mean + loss.half_width}});
    }
  }
  panel.marks.emplace_back(std::move(intervals));
  panel.marks.emplace_back(
      draw::Lines{{points.at}, look, 1.8, model.generative ? draw::Stroke::solid : draw::Stroke::dashed});
  panel.marks.emplace_back(std::move(points));
}

// Generative models look different; a partner looks as the first model that it is the partner of.
std::vector<std::size_t> looks_of(const Comparison& comparison) {
  std::vector<std::size_t> looks(comparison.models.size());
  std::vector<bool> has_look(comparison.models.size());
  std::size_t next = 0;
  for (std::size_t k = 0; k < comparison.models.size(); ++k) {
    if (!comparison.models[k].generative) continue;
    looks[k] = next++;
    const std::optional<std::size_t> partner = comparison.models[k].partner;
    if (partner && !has_look[*partner]) {
      looks[*partner] = looks[k];
      has_look[*partner] = true;
    }
  }
  return looks;
}

// The models whose losses lie in part above the frame.
std::vector<std::string> beyond(const draw::Panel& panel, const Comparison& comparison) {
  std::vector<std::string> names;
  for (const ComparedModel& model : comparison.models) {
    if (std::ranges::any_of(model.curve, [&](const CurvePoint& point) { return point.log_loss.mean > panel.y.high; })) {
      names.push_back(model.name);
    }
  }
  return names;
}

}  // namespace

draw::Picture curves_picture(const Comparison& comparison) {
  draw::Picture picture = {.title = "Learning curves",
                           .caption =
                               "Log loss on rows that were not trained on, with 95 % intervals. Generative "
                               "models are solid, their discriminative partners dashed."};
  picture.description =
      fmt::format("Log loss of {} models over the number of training rows.", comparison.models.size());
  draw::Panel panel = {.x = {.label = "training rows", .low = 1, .high = 10, .logarithmic = true},
                       .y = {.label = "log loss"}};
  fit_axes(panel, comparison);
  const std::vector<std::size_t> looks = looks_of(comparison);
  for (std::size_t k = 0; k < comparison.models.size(); ++k) {
    const ComparedModel& model = comparison.models[k];
    const double middle = (static_cast<double>(comparison.models.size()) - 1) / 2;
    add_curve(panel, model, looks[k], std::pow(1.012, static_cast<double>(k) - middle));
    picture.legend.push_back(
        {model.name, looks[k], model.generative ? draw::LegendEntry::Sign::line : draw::LegendEntry::Sign::dashed});
  }
  if (const std::vector<std::string> names = beyond(panel, comparison); !names.empty()) {
    picture.caption += fmt::format(" In part above the frame: {}.", fmt::join(names, ", "));
  }
  picture.panels.push_back(std::move(panel));
  return picture;
}

draw::Picture ranking_picture(const Ranking& ranking) {
  constexpr std::size_t most = 20;
  draw::Picture picture = {.title = "Candidates for the model"};
  draw::Panel panel = {.x = {.label = "log loss"}, .width = 360};
  std::vector<double> ends;
  draw::Points means = {.at = {}, .look = 0, .radius = 4};
  draw::Lines intervals = {.paths = {}, .look = 0, .width = 1.6};
  for (const RankedModel& model : ranking.models) {
    if (!model.problem.empty() || panel.y.names.size() == most) {
      continue;
    }
    const auto place = static_cast<double>(panel.y.names.size());
    const double half = std::isnan(model.standard_error) ? 0 : 1.96 * model.standard_error;
    panel.y.names.push_back(model.name);
    means.at.push_back({model.log_loss, place});
    intervals.paths.push_back({{model.log_loss - half, place}, {model.log_loss + half, place}});
    ends.insert(ends.end(), {model.log_loss - half, model.log_loss + half});
  }
  const draw::Range range = draw::range_of(ends);
  panel.x.low = range.low;
  panel.x.high = range.high;
  const auto count = static_cast<double>(panel.y.names.size());
  panel.y.low = count - 0.5;
  panel.y.high = -0.5;
  panel.height = std::max(40.0, 20 * count);
  panel.marks = {std::move(intervals), std::move(means)};
  if (panel.y.names.empty()) {
    throw Error(ErrorCode::usage, "the model was named: there were no candidates to choose from");
  }
  picture.caption = fmt::format("Log loss by {} folds of {} rows, with 95 % intervals. The first is the model.",
                                ranking.folds, draw::grouped(ranking.rows));
  picture.description = fmt::format("Log loss of {} candidates.", panel.y.names.size());
  picture.panels.push_back(std::move(panel));
  return picture;
}

}  // namespace suffice
