#include "model/moments/gaussian_conditional.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "encode/check_rows.hpp"
#include "math/special/log_gamma.hpp"
#include "math/special/log_zero.hpp"
#include "model/moments/forms.hpp"
#include "model/moments/parameters.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// The log density of the k-th informative column in class c, whose distance from the mean is u.
double log_column_density(const Gaussians& gaussians, std::size_t c, std::size_t k, double u) {
  const std::size_t d = gaussians.columns.size();
  const double variance = gaussians.spread[c] * gaussians.variances[covariance_of(gaussians, c) * d + k];
  const double z = u / std::sqrt(variance);
  if (gaussians.tail == Tail::gaussian) {
    return -0.5 * (std::log(2 * std::numbers::pi * variance) + z * z);
  }
  const double degrees = gaussians.degrees[c];
  return log_gamma_ratio(degrees / 2, 1) - 0.5 * std::log(degrees * std::numbers::pi * variance) -
         (degrees + 1) * std::log(std::hypot(1, z / std::sqrt(degrees)));
}

// Before any column.
Explanation start_alone(std::span<const double> start) {
  return {{}, {start.begin(), start.end()}, {start.begin(), start.end()}};
}

// Rows of a block of numbers, dense; those of a sparse one are written out.
Batch dense_panel(const BlockRows& rows, std::size_t first, std::size_t count, std::vector<double>& dense) {
  if (const auto* batch = std::get_if<Batch>(&rows)) {
    return batch->slice(first, count);
  }
  const std::size_t columns = std::get<SparseBatch>(rows).columns;
  dense.resize(panel_rows * columns);
  for (std::size_t r = 0; r < count; ++r) {
    copy_row(rows, first + r, dense.data() + r * columns);
  }
  return Batch::row_major(dense.data(), count, columns);
}

void score_panel(const Density& density, Wanted wanted, GaussianConditional::Workspace& work,
                 std::span<PanelColumn> out) {
  if (wanted == Wanted::distances) {
    density.squared_distances(work.panel, out);
  } else if (wanted == Wanted::joint) {
    density.log_joint(work.panel, work.start, out);
  } else {
    density.relative_log_joint(work.panel, work.start, out);
  }
}

Contribution contribution_of(const std::string& feature, double value, std::size_t classes) {
  return {feature, fmt::format("{}", value), std::vector<double>(classes)};
}

// The mean of the d means of all classes, or of two.
std::vector<double> mean_of_means(std::span<const double> means, std::size_t d, std::optional<ClassPair> between) {
  std::vector<double> centre(d);
  if (between) {
    for (std::size_t j = 0; j < d; ++j) {
      centre[j] = means[between->first * d + j] / 2 + means[between->second * d + j] / 2;
    }
    return centre;
  }
  const std::size_t classes = means.size() / d;
  for (std::size_t k = 0; k < means.size(); ++k) {
    centre[k % d] += means[k] / static_cast<double>(classes);
  }
  return centre;
}

std::vector<std::string> form_names(const Block& block) {
  std::vector<std::string> names = block.features;
  for (std::size_t j = 0; j < block.normal_scores.size(); ++j) {
    if (!block.normal_scores[j].empty()) {
      names[j] = "normal score of " + names[j];
    }
  }
  return names;
}

}  // namespace

GaussianConditional::GaussianConditional(Gaussians gaussians, const Shared<Block>& block, std::vector<double> shrinkage)
    : density_(std::make_shared<const Density>(std::move(gaussians), block->features.size())),
      block_(block),
      shrinkage_(std::move(shrinkage)),
      scores_(block->normal_scores.begin(), block->normal_scores.end()) {}

void GaussianConditional::check(const BlockRows& rows, unsigned threads) const { check_shape(rows, block_, threads); }

void GaussianConditional::add_log_density(const BlockRows& rows, std::size_t first, std::size_t count, Wanted wanted,
                                          std::span<PanelColumn> out, Workspace& work) const {
  RowsByPattern incomplete;
  for (std::size_t start = 0; start < count; start += panel_rows) {
    const Batch panel = dense_panel(rows, first + start, std::min(panel_rows, count - start), work.dense);
    pack_panel(panel, density_->layout(), work.panel);
    if (!work.panel.moderate) {
      check_scored_rows(panel, block_, work.origin + first + start);
      work.counts.missing += count_missing(panel);
      find_incomplete(panel, start, incomplete);
    }
    score_panel(*density_, wanted, work, out.subspan(start / panel_rows * classes(), classes()));
  }
  score_incomplete(rows, first, incomplete, wanted, out, work);
  work.some_missing = !incomplete.empty();
  work.likes_long_calls = work.likes_long_calls || work.some_missing;
}

void GaussianConditional::find_incomplete(const Batch& panel, std::size_t first, RowsByPattern& incomplete) const {
  const std::vector<std::size_t>& columns = density_->gaussians().columns;
  for (std::size_t r = 0; r < panel.rows; ++r) {
    std::vector<std::size_t> present;
    for (std::size_t k = 0; k < columns.size(); ++k) {
      if (!std::isnan(panel.value(r, columns[k]))) {
        present.push_back(k);
      }
    }
    if (present.size() < columns.size()) {
      incomplete[std::move(present)].push_back(first + r);
    }
  }
}

void GaussianConditional::score_incomplete(const BlockRows& rows, std::size_t first, const RowsByPattern& incomplete,
                                           Wanted wanted, std::span<PanelColumn> out, Workspace& work) const {
  const std::size_t columns = block_->features.size();
  work.scores.resize(classes());
  for (const auto& [present, places] : incomplete) {
    const Density& part = work.marginals.get(*density_, present);
    for (std::size_t start = 0; start < places.size(); start += panel_rows) {
      const std::size_t count = std::min(panel_rows, places.size() - start);
      work.dense.resize(panel_rows * columns);
      for (std::size_t r = 0; r < count; ++r) {
        copy_row(rows, first + places[start + r], work.dense.data() + r * columns);
      }
      pack_panel(Batch::row_major(work.dense.data(), count, columns), part.layout(), work.panel);
      score_panel(part, wanted, work, work.scores);
      for (std::size_t r = 0; r < count; ++r) {
        const std::size_t place = places[start + r];
        for (std::size_t c = 0; c < classes(); ++c) {
          out[place / panel_rows * classes() + c][place % panel_rows] = work.scores[c][r];
        }
      }
    }
  }
}

std::optional<std::string> GaussianConditional::impossible(const BlockRows& /*rows*/, std::size_t /*i*/,
                                                           std::span<double> /*left*/) {
  return std::nullopt;
}

Explanation GaussianConditional::explain(const BlockRows& rows, std::size_t i, std::span<const double> start,
                                         std::optional<ClassPair> between) const {
  const Gaussians& gaussians = density_->gaussians();
  check_numbers(slice_rows(rows, i, 1), block_, NumberRule::known, i, 1);
  if (gaussians.tail == Tail::joint_t) {
    return explain_together(rows, i, start);
  }
  const std::vector<double> row = row_values(rows, i, block_->features.size());
  if (gaussians.diagonal) {
    return explain_columns(row, start);
  }
  return gaussians.shared ? explain_scores(row, start, between) : explain_squares(row, start);
}

Explanation GaussianConditional::explain_columns(std::span<const double> row, std::span<const double> start) const {
  const Gaussians& gaussians = density_->gaussians();
  Explanation result = start_alone(start);
  for (std::size_t k = 0; k < gaussians.columns.size(); ++k) {
    const std::size_t j = gaussians.columns[k];
    if (std::isnan(row[j])) {
      continue;
    }
    Contribution part = contribution_of(block_->features[j], row[j], classes());
    for (std::size_t c = 0; c < classes(); ++c) {
      part.scores[c] = log_column_density(gaussians, c, k, -gaussians.mean_from(c * row.size() + j, row[j]));
      result.log_joint[c] += part.scores[c];
    }
    result.contributions.push_back(std::move(part));
  }
  return result;
}

// By their place among the informative columns.
std::vector<std::size_t> GaussianConditional::present_columns(std::span<const double> row) const {
  const std::vector<std::size_t>& columns = density_->gaussians().columns;
  std::vector<std::size_t> present;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    if (!std::isnan(row[columns[k]])) {
      present.push_back(k);
    }
  }
  return present;
}

// With u = x − μ_c and P = Σ_c⁻¹, −½ uᵀPu = Σ_j −½ u_j (Pu)_j: the squares of each column, and half of its products
// with the others.
Explanation GaussianConditional::explain_squares(std::span<const double> row, std::span<const double> start) const {
  const std::vector<std::size_t> kept = present_columns(row);
  const Gaussians gaussians = marginal(density_->gaussians(), kept);
  const auto d = static_cast<double>(kept.size());
  Explanation result = start_alone(start);
  for (const std::size_t j : gaussians.columns) {
    result.contributions.push_back(contribution_of(block_->features[j], row[j], classes()));
  }
  const std::vector<double> x = informative_part(gaussians, row);
  for (std::size_t c = 0; c < classes(); ++c) {
    std::vector<double> from_mean(x.size());
    std::ranges::transform(gaussians.columns, from_mean.begin(),
                           [&](std::size_t j) { return -gaussians.mean_from(c * row.size() + j, row[j]); });
    const std::size_t k = covariance_of(gaussians, c);
    const std::vector<double> along = precision_times(gaussians, k, from_mean);
    const double size = d * std::log(2 * std::numbers::pi * gaussians.spread[c]) + log_determinant(gaussians, k);
    const double square = std::inner_product(along.begin(), along.end(), from_mean.begin(), 0.0);
    result.base[c] += std::isfinite(square) ? -0.5 * size : log_zero;
    result.log_joint[c] = result.base[c];
    for (std::size_t j = 0; std::isfinite(square) && j < x.size(); ++j) {
      result.contributions[j].scores[c] = -0.5 * from_mean[j] * along[j] / gaussians.spread[c];
      result.log_joint[c] += result.contributions[j].scores[c];
    }
  }
  return result;
}

// log p(x|c) = β_cᵀ(x − m) + γ_c + the log density at x of a Gaussian about m, which is the same for every class.
Explanation GaussianConditional::explain_scores(std::span<const double> row, std::span<const double> start,
                                                std::optional<ClassPair> between) const {
  const Gaussians& all = density_->gaussians();
  const std::vector<std::size_t> kept = present_columns(row);
  const Gaussians gaussians = marginal(all, kept);
  const std::vector<double> centre = mean_of_means(all.means, row.size(), between);
  constexpr double largest = std::numeric_limits<double>::max();  // no +∞ meets the base, which may be −∞
  const std::vector<double> means = class_means(gaussians, centre);
  std::vector<double> from_centre;
  Explanation result = start_alone(start);
  for (const std::size_t j : gaussians.columns) {
    from_centre.push_back(row[j] - centre[j]);
    result.contributions.push_back(contribution_of(block_->features[j], row[j], classes()));
  }
  const double size = static_cast<double>(kept.size()) * std::log(2 * std::numbers::pi) + log_determinant(gaussians, 0);
  const std::vector<double> z = whitened(gaussians, 0, from_centre);
  const double square = std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
  const double common = std::isfinite(square) ? -0.5 * (size + square) : log_zero;
  for (std::size_t c = 0; c < classes(); ++c) {
    const auto mean = std::span(means).subspan(c * kept.size(), kept.size());
    const std::vector<double> beta = precision_times(gaussians, 0, mean);
    result.base[c] += common - 0.5 * std::inner_product(beta.begin(), beta.end(), mean.begin(), 0.0);
    result.log_joint[c] = result.base[c];
    for (std::size_t k = 0; k < kept.size(); ++k) {
      result.contributions[k].scores[c] = std::clamp(beta[k] * from_centre[k], -largest, largest);
      result.log_joint[c] += result.contributions[k].scores[c];
    }
  }
  return result;
}

Explanation GaussianConditional::explain_together(const BlockRows& rows, std::size_t i,
                                                  std::span<const double> start) const {
  Workspace work;
  const std::vector<double> zeros(classes());
  work.start = zeros;
  std::vector<PanelColumn> scores(classes());
  add_log_density(rows, i, 1, Wanted::joint, scores, work);
  const std::size_t columns = density_->gaussians().columns.size();
  Explanation result = start_alone(start);
  Contribution part{fmt::format("{} number{} together", columns, columns == 1 ? "" : "s"), "", {}};
  for (std::size_t c = 0; c < classes(); ++c) {
    part.scores.push_back(scores[c][0]);
    result.log_joint[c] += scores[c][0];
  }
  result.contributions.push_back(std::move(part));
  return result;
}

std::vector<std::vector<FeatureOdds>> GaussianConditional::strongest(std::span<const std::size_t> /*classes*/,
                                                                     std::size_t /*count*/,
                                                                     std::span<const double> /*class_prior*/) {
  throw Error(ErrorCode::usage,
              "a Gaussian model has neither terms nor values that speak for a class; look at its means and forms "
              "instead");
}

bool GaussianConditional::is_linear() const { return suffice::is_linear(density_->gaussians()); }

bool GaussianConditional::is_quadratic() const { return suffice::is_quadratic(density_->gaussians()); }

LinearForm GaussianConditional::linear_form() const {
  if (!is_linear()) {
    throw Error(ErrorCode::usage,
                "this model has no linear form: that needs one covariance for all classes and an estimate other than "
                "predictive");
  }
  LinearForm form = suffice::linear_form(density_->gaussians(), block_->features.size());
  form.names = form_names(block_);
  return form;
}

QuadraticForm GaussianConditional::quadratic_form() const {
  if (!is_quadratic()) {
    throw Error(ErrorCode::usage,
                "this model has no quadratic form: the predictive estimate makes densities of Student's t; estimate "
                "with another");
  }
  QuadraticForm form = suffice::quadratic_form(density_->gaussians(), block_->features.size());
  form.names = form_names(block_);
  return form;
}

std::vector<std::size_t> GaussianConditional::missing_columns(const BlockRows& rows, std::size_t i) const {
  std::vector<std::size_t> missing = suffice::missing_columns(rows, i);
  std::erase_if(missing, [&](std::size_t j) { return !std::ranges::binary_search(density_->gaussians().columns, j); });
  return missing;
}

void GaussianConditional::sample(std::size_t c, Random& random, DrawnRow& out, std::optional<double> /*length*/) const {
  if (density_->gaussians().reduced) {
    throw Error(ErrorCode::usage,
                "Fisher's discriminant on some of its axes says nothing about the others, so there is nothing to "
                "sample from; use all axes, or lda");
  }
  out.values.resize(block_->features.size());
  density_->sample(c, random, out.values);
  for (std::size_t j = 0; j < scores_.size(); ++j) {
    if (!scores_[j].empty()) {
      out.values[j] = scores_[j].inverse(out.values[j]);
    }
  }
}

}  // namespace suffice
