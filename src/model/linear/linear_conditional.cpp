#include "model/linear/linear_conditional.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "math/kernels/panel_product.hpp"
#include "math/special/log_zero.hpp"
#include "model/row_values.hpp"
#include "model/strongest.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Rows far out may have scores beyond the range of a double.
double finite(double score) {
  constexpr double most = std::numeric_limits<double>::max() / 4;
  return std::isnan(score) ? 0 : std::clamp(score, -most, most);
}

// A class whose score is −∞ before any feature counts has no row.
double finite(double score, double before) { return before == log_zero ? log_zero : finite(score); }

}  // namespace

LinearConditional::LinearConditional(FeatureMap features, std::vector<double> coefficients,
                                     std::vector<TwoSum> intercepts, bool gives_probabilities)
    : features_(std::move(features)),
      coefficients_(std::move(coefficients)),
      intercepts_(std::move(intercepts)),
      at_centre_(scores_at(features_.centre())),
      gives_probabilities_(gives_probabilities) {
  const std::size_t d = features_.size();
  by_feature_.resize(coefficients_.size());
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      by_feature_[j * classes() + c] = coefficients_[c * d + j];
    }
  }
  if (features_.is_plain()) {
    std::vector<std::size_t> columns(d);
    std::iota(columns.begin(), columns.end(), std::size_t{0});
    layout_ = panel_layout(columns, features_.centre());
  }
}

std::vector<double> LinearConditional::scores_at(std::span<const double> centre) const {
  std::vector<double> scores;
  for (std::size_t c = 0; c < classes(); ++c) {
    const auto own = std::span(coefficients_).subspan(c * centre.size(), centre.size());
    scores.push_back(intercepts_[c].plus_products(1, own, centre).rounded);
  }
  return scores;
}

void LinearConditional::check(const BlockRows& rows, unsigned threads) const { check_shape(rows, block(), threads); }

void LinearConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted /*wanted*/,
                                        std::span<PanelColumn> out, Workspace& work) const {
  if (const auto* batch = std::get_if<Batch>(&rows); batch != nullptr && features_.is_plain()) {
    score_panels(*batch, first, count, out, work);
    return;
  }
  work.features.values.buffer = work.buffer;
  for (std::size_t r = 0; r < count; ++r) {
    score_row(rows, first + r, work);
    for (std::size_t c = 0; c < classes(); ++c) {
      out[r / panel_rows * classes() + c][r % panel_rows] =
          finite(work.start[c] + work.scores[c], work.start[c] + intercepts_[c].rounded);
    }
  }
}

void LinearConditional::score_panels(const Batch& rows, std::size_t first, std::size_t count,
                                     std::span<PanelColumn> out, Workspace& work) const {
  std::vector<double> offsets(classes());
  std::ranges::transform(at_centre_, work.start, offsets.begin(), std::plus<>());
  for (std::size_t start = 0; start < count; start += panel_rows) {
    const Batch panel = rows.slice(first + start, std::min(panel_rows, count - start));
    pack_panel(panel, layout_, work.panel);
    if (!work.panel.moderate) {
      check_scored_rows(panel, block(), work.origin + first + start);
      work.counts.missing += count_missing(panel);
      for (PanelColumn& column : work.panel.columns) {
        std::ranges::replace_if(column.values, [](double value) { return std::isnan(value); }, 0.0);
      }
    }
    const auto scores = out.subspan(start / panel_rows * classes(), classes());
    multiply(coefficients_, offsets, work.panel.wanted(), scores, work.panel.ahead);
    for (std::size_t c = 0; c < classes(); ++c) {
      for (double& score : scores[c].values) score = finite(score, offsets[c]);
    }
  }
}

void LinearConditional::score_row(const BlockRows& rows, std::size_t i, Workspace& work) const {
  features_.read(rows, i, work.origin, work.features, work.counts);
  const bool from_centre = std::holds_alternative<Batch>(rows);  // each number has an entry; of terms the centre is 0
  work.scores = at_centre_;
  for (std::size_t c = 0; c < classes() && !from_centre; ++c) {
    work.scores[c] = intercepts_[c].rounded;
  }
  for (const FeatureEntry& entry : work.features.entries) {
    const double* const weights = by_feature_.data() + entry.feature * classes();
    const double centre = features_.centre()[entry.feature];
    const double value = (std::isnan(entry.value) ? centre : entry.value) - (from_centre ? centre : 0);
    for (std::size_t c = 0; c < classes(); ++c) {
      work.scores[c] += value * weights[c];
    }
  }
}

std::optional<std::string> LinearConditional::impossible(const BlockRows& /*rows*/, std::size_t /*i*/,
                                                         std::span<double> /*left*/) {
  return std::nullopt;
}

std::vector<double> LinearConditional::centre_between(std::optional<ClassPair> between) const {
  std::vector<double> centre = features_.centre();
  const std::vector<double>& means = features_.class_means();
  for (std::size_t j = 0; between && !means.empty() && j < centre.size(); ++j) {
    centre[j] = std::midpoint(means[between->first * centre.size() + j], means[between->second * centre.size() + j]);
  }
  return centre;
}

Explanation LinearConditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start,
                                       std::optional<ClassPair> between) const {
  Workspace work;
  work.origin = i;
  score_row(slice_rows(rows, i, 1), 0, work);
  const auto* const batch = std::get_if<Batch>(&rows);
  const std::vector<double> centre = batch != nullptr ? centre_between(between) : std::vector<double>();
  Explanation result{{}, {start.begin(), start.end()}, {}};
  for (std::size_t c = 0; c < classes() && batch == nullptr; ++c) {
    result.base[c] += intercepts_[c].rounded;
  }
  if (batch != nullptr) {
    std::ranges::transform(result.base, scores_at(centre), result.base.begin(), std::plus<>());
  }
  result.log_joint = result.base;
  for (const FeatureEntry& entry : work.features.entries) {
    const bool is_missing = std::isnan(entry.value);
    Contribution part{features_.names()[entry.feature],
                      is_missing ? std::string(missing_value_name) : fmt::format("{}", entry.value),
                      {}};
    if (block().kind == Kind::categories) {
      const std::size_t equals = part.feature.find('=');
      part.value = part.feature.substr(equals + 1);
      part.feature.resize(equals);
    }
    const double scored = is_missing ? features_.centre()[entry.feature] : entry.value;
    const double from_centre = scored - (batch != nullptr ? centre[entry.feature] : 0);
    for (std::size_t c = 0; c < classes(); ++c) {
      part.scores.push_back(finite(by_feature_[entry.feature * classes() + c] * from_centre));
      result.log_joint[c] += part.scores.back();
    }
    result.contributions.push_back(std::move(part));
  }
  return result;
}

std::vector<std::vector<FeatureOdds>> LinearConditional::strongest(std::span<const std::size_t> classes_wanted,
                                                                   std::size_t count,
                                                                   std::span<const double> /*class_prior*/) const {
  if (classes() < 2) {
    return std::vector<std::vector<FeatureOdds>>(classes_wanted.size());
  }
  OddsAgainstOthers against_others(false, std::vector(classes(), 1.0));
  StrongestFeatures strongest(classes_wanted, count);
  std::vector<double> odds;
  for (std::size_t j = 0; j < features_.size(); ++j) {
    const auto weights = std::span(by_feature_).subspan(j * classes(), classes());
    odds.assign(weights.begin(), weights.end());
    against_others.take(odds);
    strongest.offer(features_.names()[j], {}, odds, {});
  }
  return strongest.take();
}

LinearForm LinearConditional::linear_form() const {
  LinearForm form{coefficients_, {}, features_.names()};
  for (const TwoSum& intercept : intercepts_) {
    form.intercepts.push_back(intercept.rounded);
  }
  return form;
}

void LinearConditional::sample(std::size_t /*c*/, Random& /*random*/, DrawnRow& /*out*/,
                               std::optional<double> /*length*/) {
  throw Error(ErrorCode::internal, "linear scores are no density to draw from");
}

}  // namespace suffice
