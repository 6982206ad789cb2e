// Pictures of how good a model is on rows: reliability, confusion, ROC and precision–recall.
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "evaluate/metrics/proportion.hpp"
#include "evaluate/metrics/ranked_scores.hpp"
#include "report/picture/labels.hpp"
#include "report/picture/shown_rows.hpp"
#include "suffice/error.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/model_pictures.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_shown_classes = 20;

std::string count_label(double count) {
  return count == std::round(count) ? draw::grouped(static_cast<std::uint64_t>(count)) : fmt::format("{:.3g}", count);
}

constexpr double enough = 20;  // rows of a bin

// The bins from the highest down, joined with the next lower ones until they hold enough rows to say something.
std::vector<CalibrationBin> joined_bins(const Metrics& metrics) {
  std::vector<CalibrationBin> joined;
  for (std::size_t k = metrics.calibration.size(); k-- > 0;) {
    const CalibrationBin& bin = metrics.calibration[k];
    if (bin.weight == 0) {
      continue;
    }
    if (joined.empty() || joined.back().weight >= enough) {
      joined.push_back(bin);
      continue;
    }
    CalibrationBin& last = joined.back();
    const double share = bin.weight / (last.weight + bin.weight);
    last.confidence += share * (bin.confidence - last.confidence);
    last.accuracy += share * (bin.accuracy - last.accuracy);
    last.weight += bin.weight;
  }
  return joined;
}

// Accuracy over confidence, a marker for each bin, and its 95 % Wilson interval.
void add_reliability(draw::Panel& panel, const Metrics& metrics, draw::Look look, draw::Stroke stroke) {
  draw::Points points = {.at = {}, .look = look, .radius = 3.4};
  draw::Lines intervals = {.paths = {}, .look = look, .width = 1.2, .opacity = 0.6};
  for (const CalibrationBin& bin : joined_bins(metrics)) {
    points.at.push_back({bin.confidence, bin.accuracy});
    const Proportion interval = wilson_interval(bin.accuracy * bin.weight, bin.weight);
    intervals.paths.push_back({{bin.confidence, interval.low}, {bin.confidence, interval.high}});
  }
  panel.marks.emplace_back(std::move(intervals));
  panel.marks.emplace_back(draw::Lines{{points.at}, look, 1.8, stroke});
  panel.marks.emplace_back(std::move(points));
}

draw::Bars weights_of(const Metrics& metrics, draw::Look look) {
  draw::Bars bars = {.bars = {}, .look = look};
  const auto bins = static_cast<double>(metrics.calibration.size());
  for (std::size_t k = 0; k < metrics.calibration.size(); ++k) {
    const auto from = static_cast<double>(k);
    bars.bars.push_back({{(from + 0.06) / bins, 0},
                         {(from + 0.94) / bins, metrics.calibration[k].weight / metrics.weight},
                         look == 0 ? 0.7 : 0.35});
  }
  return bars;
}

// One class against the rest.
struct RankedClass {
  std::size_t c = 0;
  double area = 0;  // under the ROC curve
  double average_precision = 0;
  std::vector<draw::Point> roc;     // false positive rate, true positive rate
  std::vector<draw::Point> recall;  // recall, precision
};

RankedClass ranked(std::vector<RankedRow> rows, std::size_t c) {
  RankedClass found;
  found.c = c;
  const RankQuality quality = rank_quality(rows);
  found.area = quality.roc_auc;
  found.average_precision = quality.average_precision;
  if (std::isnan(found.area)) {
    return found;
  }
  std::ranges::stable_sort(rows, std::ranges::greater{}, &RankedRow::score);
  double positives = 0;
  double negatives = 0;
  for (const RankedRow& row : rows) {
    (row.is_positive ? positives : negatives) += row.weight;
  }
  double right = 0;
  double wrong = 0;
  found.roc.push_back({0, 0});
  for (std::size_t k = 0; k < rows.size(); ++k) {
    (rows[k].is_positive ? right : wrong) += rows[k].weight;
    if (k + 1 < rows.size() && rows[k + 1].score == rows[k].score) {
      continue;  // rows of equal scores share a rank
    }
    if (found.recall.empty()) {
      found.recall.push_back({0, right / (right + wrong)});
    }
    found.roc.push_back({wrong / negatives, right / positives});
    found.recall.push_back({right / positives, right / (right + wrong)});
  }
  return found;
}

// The points that a curve of few pixels needs: those that are at least a two-hundredth away from the last one kept.
std::vector<draw::Point> coarse(const std::vector<draw::Point>& curve) {
  std::vector<draw::Point> kept;
  for (std::size_t k = 0; k < curve.size(); ++k) {
    const bool turns = k + 1 < curve.size() && k > 0 &&
                       (curve[k].x == curve[k - 1].x) != (curve[k + 1].x == curve[k].x) && curve.size() < 400;
    if (kept.empty() || k + 1 == curve.size() || turns ||
        std::hypot(curve[k].x - kept.back().x, curve[k].y - kept.back().y) > 0.005) {
      kept.push_back(curve[k]);
    }
  }
  return kept;
}

constexpr std::size_t most_ranked = 40;

// Classes that have rows, at most so many: those with most rows. Of two classes the second.
std::vector<std::size_t> ranked_classes(const std::vector<std::uint32_t>& truth, std::size_t classes) {
  std::vector<std::size_t> rows(classes + 1, 0);
  for (const std::uint32_t label : truth) {
    ++rows[label];
  }
  std::vector<std::size_t> shown;
  for (std::size_t c = classes == 2 ? 1 : 0; c < classes; ++c) {
    if (rows[c] > 0) {
      shown.push_back(c);
    }
  }
  if (shown.size() > most_ranked) {
    std::ranges::stable_sort(shown, std::ranges::greater{}, [&](std::size_t c) { return rows[c]; });
    shown.resize(most_ranked);
    std::ranges::sort(shown);
  }
  return shown;
}

// Rows by the log odds of a class against all others, which tell a posterior near 1 from 1.
std::vector<RankedClass> ranked_by_odds(const std::vector<double>& logs, const std::vector<std::uint32_t>& truth,
                                        const Table& rows, std::size_t classes, const std::vector<std::size_t>& shown) {
  std::vector<std::vector<RankedRow>> scores(shown.size());
  for (std::size_t i = 0; i < truth.size(); ++i) {
    const std::span<const double> row = std::span(logs).subspan(i * classes, classes);
    const auto best = static_cast<std::size_t>(std::ranges::max_element(row) - row.begin());
    double rest = 0;  // Σ p_k / p_best over the others
    for (std::size_t k = 0; k < classes; ++k) {
      rest += k == best || std::isinf(row[k]) ? 0 : std::exp(row[k] - row[best]);
    }
    for (std::size_t s = 0; s < shown.size(); ++s) {
      const double own = row[shown[s]];
      const double odds = std::isinf(own)    ? -INFINITY
                          : shown[s] == best ? -std::log(rest)
                                             : own - row[best] - std::log1p(rest - std::exp(own - row[best]));
      scores[s].push_back({odds, rows.weight(i), truth[i] == shown[s]});
    }
  }
  std::vector<RankedClass> found;
  for (std::size_t s = 0; s < shown.size(); ++s) {
    if (RankedClass one = ranked(std::move(scores[s]), shown[s]); !one.roc.empty()) {
      found.push_back(std::move(one));
    }
  }
  return found;
}

}  // namespace

Metrics metrics_of(const Model& model, const PictureRows& rows, unsigned threads) {
  std::vector<double> log_posterior(rows.rows.rows * model.labels().size());
  model.log_posterior(rows.rows, log_posterior, {.threads = threads});
  Evaluator evaluator(model.labels());
  evaluator.add(log_posterior, rows.labels, rows.rows.weights);
  return evaluator.metrics();
}

std::optional<Metrics> uncalibrated_metrics(const Model& model, const PictureRows& rows, unsigned threads) {
  if (!model.is_calibrated()) {
    return std::nullopt;
  }
  return metrics_of(model.calibrated({}), rows, threads);
}

draw::Picture calibration_picture(const Metrics& metrics, const std::optional<Metrics>& before) {
  draw::Picture picture = {.title = "Reliability"};
  draw::Panel curve = {.x = {.low = -0.02, .high = 1.02},
                       .y = {.label = "share that is right", .low = -0.02, .high = 1.02},
                       .width = 340,
                       .height = 300};
  draw::Panel rows = {.x = {.label = "probability of the predicted label", .low = -0.02, .high = 1.02},
                      .y = {.label = "share of rows"},
                      .width = 340,
                      .height = 90};
  curve.marks.emplace_back(draw::Lines{{{{0, 0}, {1, 1}}}, draw::faint, 1.2, draw::Stroke::dashed});
  rows.y.high = 0;
  for (const Metrics* shown : {&metrics, before ? &*before : &metrics}) {
    for (const CalibrationBin& bin : shown->calibration) {
      rows.y.high = std::max(rows.y.high, 1.05 * bin.weight / shown->weight);
    }
  }
  if (before) {
    add_reliability(curve, *before, 1, draw::Stroke::dashed);
    rows.marks.emplace_back(weights_of(*before, 1));
    picture.legend.push_back(
        {fmt::format("before, error {:.3g}", before->calibration_error), 1, draw::LegendEntry::Sign::dashed});
  }
  add_reliability(curve, metrics, 0, draw::Stroke::solid);
  rows.marks.emplace_back(weights_of(metrics, 0));
  picture.legend.push_back(
      {fmt::format("{}, error {:.3g}", before ? "calibrated" : "the model", metrics.calibration_error), 0,
       draw::LegendEntry::Sign::line});
  picture.legend.push_back({"as it should be", draw::faint, draw::LegendEntry::Sign::dashed});
  picture.panels = {std::move(curve), std::move(rows)};
  picture.caption = fmt::format(
      "Is the predicted label right as often as its probability says? {} rows in {} bins, those of few rows joined, "
      "with 95 % intervals.",
      draw::grouped(metrics.rows), metrics.calibration.size());
  picture.description =
      fmt::format("Share of right labels over their probability; calibration error {:.3g}.", metrics.calibration_error);
  return picture;
}

namespace {

// "; 95 % are", with the weight where that is not the number of rows.
std::string share_text(const Metrics& metrics) {
  const double percent = 100 * metrics.accuracy.value;
  return metrics.weight == static_cast<double>(metrics.rows)
             ? fmt::format("; {:.4g} % are", percent)
             : fmt::format(" of the weight {:.6g}, of which {:.4g} % is", metrics.weight, percent);
}

}  // namespace

draw::Picture confusion_picture(const Metrics& metrics) {
  if (metrics.confusion.empty()) {
    throw Error(ErrorCode::usage, fmt::format("there is no confusion of more than {} labels", most_confused_labels));
  }
  const std::size_t labels = metrics.labels.size();
  std::vector<std::size_t> order(labels);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::vector<double> of_true(labels, 0);
  std::vector<double> mistakes(labels, 0);
  for (std::size_t truth = 0; truth < labels; ++truth) {
    for (std::size_t said = 0; said < labels; ++said) {
      const double weight = metrics.confusion[truth * labels + said];
      of_true[truth] += weight;
      mistakes[truth] += truth == said ? 0 : weight;
      mistakes[said] += truth == said ? 0 : weight;
    }
  }
  if (labels > most_shown_classes) {
    std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t label) { return mistakes[label]; });
    order.resize(most_shown_classes);
    std::ranges::sort(order);
  }
  const auto count = static_cast<double>(order.size());
  const double cell = order.size() <= 4 ? 84 : order.size() <= 10 ? 48 : 34;
  draw::Panel panel = {.x = {.label = "predicted label", .low = -0.5, .high = count - 0.5},
                       .y = {.label = "true label", .low = count - 0.5, .high = -0.5},
                       .width = cell * count,
                       .height = std::min(cell, 48.0) * count,
                       .grid = false};
  draw::Bars right = {.bars = {}, .look = 0};
  draw::Bars wrong = {.bars = {}, .look = 1};
  std::vector<draw::Mark> words;
  for (std::size_t row = 0; row < order.size(); ++row) {
    panel.x.names.push_back(metrics.labels[order[row]]);
    panel.y.names.push_back(metrics.labels[order[row]]);
    for (std::size_t column = 0; column < order.size(); ++column) {
      const double weight = metrics.confusion[order[row] * labels + order[column]];
      if (weight == 0) {
        continue;
      }
      const double share = weight / of_true[order[row]];
      const auto x = static_cast<double>(column);
      const auto y = static_cast<double>(row);
      (row == column ? right : wrong).bars.push_back({{x - 0.48, y - 0.47}, {x + 0.48, y + 0.47}, 0.06 + 0.44 * share});
      words.emplace_back(draw::Words{{x, y}, count_label(weight), draw::Anchor::middle, draw::ink, cell});
    }
  }
  panel.marks = {std::move(right), std::move(wrong)};
  panel.marks.insert(panel.marks.end(), std::make_move_iterator(words.begin()), std::make_move_iterator(words.end()));
  draw::Picture picture = {.title = "Confusion"};
  picture.caption = fmt::format(
      "{} rows{} right (95 % interval {:.4g} to {:.4g} %). Cells are shaded by their "
      "share of the true label.",
      draw::grouped(metrics.rows), share_text(metrics), 100 * metrics.accuracy.low, 100 * metrics.accuracy.high);
  if (order.size() < labels) {
    picture.caption += fmt::format(" The {} of {} labels with most mistakes.", order.size(), draw::grouped(labels));
  }
  picture.description = fmt::format("Counts of true and predicted labels. {}", picture.caption);
  picture.panels.push_back(std::move(panel));
  return picture;
}

namespace {

// Axes of both curves.
draw::Panel rate_panel(std::string title, std::string x, std::string y, double size) {
  return {.title = std::move(title),
          .x = {.label = std::move(x), .low = -0.02, .high = 1.02},
          .y = {.label = std::move(y), .low = -0.02, .high = 1.02},
          .width = size,
          .height = size};
}

const draw::Lines by_chance = {{{{0, 0}, {1, 1}}}, draw::faint, 1.2, draw::Stroke::dashed};

// All classes in two panels, a look for each.
void add_two_panels(draw::Picture& picture, const std::vector<RankedClass>& found,
                    const std::vector<std::string>& labels) {
  draw::Panel roc = rate_panel("ROC", "false positive rate", "true positive rate", 280);
  draw::Panel precision = rate_panel("Precision and recall", "recall", "precision", 280);
  roc.marks.emplace_back(by_chance);
  picture.columns = 2;
  for (const RankedClass& one : found) {
    roc.marks.emplace_back(draw::Lines{{coarse(one.roc)}, one.c, 1.8});
    precision.marks.emplace_back(draw::Lines{{coarse(one.recall)}, one.c, 1.8});
    picture.legend.push_back({draw::with_numbers(draw::shortened(labels[one.c], 12, 140),
                                                 fmt::format("{:.3f}, {:.3f}", one.area, one.average_precision)),
                              one.c, draw::LegendEntry::Sign::line});
  }
  picture.panels = {std::move(roc), std::move(precision)};
}

// A panel with both curves for each class.
void add_small_multiples(draw::Picture& picture, const std::vector<RankedClass>& found,
                         const std::vector<std::string>& labels) {
  picture.columns = 4;
  for (const RankedClass& one : found) {
    draw::Panel panel = rate_panel(draw::shortened(labels[one.c], 12, 140),
                                   fmt::format("{:.3f}, {:.3f}", one.area, one.average_precision), "", 140);
    panel.marks.emplace_back(by_chance);
    panel.marks.emplace_back(draw::Lines{{coarse(one.roc)}, 0, 1.8});
    panel.marks.emplace_back(draw::Lines{{coarse(one.recall)}, 1, 1.5, draw::Stroke::dashed});
    picture.panels.push_back(std::move(panel));
  }
  picture.legend = {{"true over false positive rate (ROC)", 0, draw::LegendEntry::Sign::line},
                    {"precision over recall", 1, draw::LegendEntry::Sign::dashed}};
}

}  // namespace

draw::Picture roc_picture(const Model& model, const PictureRows& rows, const PictureOptions& options) {
  const std::size_t classes = model.labels().size();
  std::vector<double> logs(rows.rows.rows * classes);
  model.log_posterior(rows.rows, logs, {.threads = options.threads});
  const std::vector<std::uint32_t> truth = classes_of(model, rows.labels);
  const std::vector<std::size_t> shown = ranked_classes(truth, classes);
  const std::vector<RankedClass> found = ranked_by_odds(logs, truth, rows.rows, classes, shown);
  if (found.empty()) {
    throw Error(ErrorCode::bad_data, "all rows have one label, or none that the model knows: there is nothing to rank");
  }
  draw::Picture picture = {.title = classes == 2
                                        ? fmt::format("How well rows of {} are ranked first", model.labels()[1])
                                        : "How well each class is ranked against the rest"};
  const bool together = classes <= draw::most_series;
  together ? add_two_panels(picture, found, model.labels()) : add_small_multiples(picture, found, model.labels());
  const std::string count = draw::grouped(rows.rows.rows);
  picture.caption = fmt::format(
      "{} rows. {}: the area under the ROC curve, and the average precision.",
      rows.seen > rows.rows.rows ? fmt::format("A sample of {} of {}", count, draw::grouped(rows.seen)) : count,
      together ? "Beside each name" : "Below each panel");
  if (found.size() == most_ranked && classes > most_ranked) {
    picture.caption += fmt::format(" The {} of {} classes with most rows.", found.size(), draw::grouped(classes));
  }
  picture.description = found.size() == 1 ? "ROC and precision-recall curves."
                                          : fmt::format("ROC and precision-recall curves of {} classes.", found.size());
  return picture;
}

}  // namespace suffice
