#include "model/gaussian_conditional.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include <fmt/format.h>

#include "data/check_batch.hpp"
#include "math/log_gamma.hpp"
#include "math/log_zero.hpp"
#include "model/forms.hpp"
#include "model/parameters.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// The log density of the k-th column with a say in class c, whose distance from the mean is u.
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

// Starts with what every class has: nothing but its prior.
Explanation prior_alone(std::span<const double> log_prior) {
  return {{}, {log_prior.begin(), log_prior.end()}, {log_prior.begin(), log_prior.end()}};
}

Contribution contribution_of(const std::string& feature, double value, std::size_t classes) {
  return {feature, fmt::format("{}", value), std::vector<double>(classes)};
}

}  // namespace

GaussianConditional::GaussianConditional(Gaussians gaussians, Schema schema)
    : density_(std::make_shared<const Density>(std::move(gaussians), schema.features.size())),
      schema_(std::move(schema)) {}

void GaussianConditional::check(const Rows& rows) const { check_shape(rows, schema_); }

std::optional<std::string> GaussianConditional::impossible(const Rows& /*rows*/, std::size_t /*i*/,
                                                           std::span<const double> /*log_prior*/) {
  return std::nullopt;
}

Explanation GaussianConditional::explain(const Rows& rows, std::size_t i, std::span<const double> log_prior) const {
  const Gaussians& gaussians = density_->gaussians();
  if (gaussians.tail == Tail::joint_t || !(gaussians.diagonal || gaussians.shared)) {
    throw Error(ErrorCode::usage,
                "this model does not score feature by feature: lda, gaussian-nb, diagonal-lda, spherical, "
                "shared-spherical, centroid and fisher do, other than by the estimate predictive where that is a "
                "multivariate t");
  }
  check_numbers(slice_rows(rows, i, 1), schema_, NumberRule::known, i);
  const std::vector<double> row = row_values(rows, i, schema_.features.size());
  return gaussians.diagonal ? explain_columns(row, log_prior) : explain_scores(row, log_prior);
}

Explanation GaussianConditional::explain_columns(std::span<const double> row, std::span<const double> log_prior) const {
  const Gaussians& gaussians = density_->gaussians();
  Explanation result = prior_alone(log_prior);
  for (std::size_t k = 0; k < gaussians.columns.size(); ++k) {
    const std::size_t j = gaussians.columns[k];
    if (std::isnan(row[j])) {
      continue;
    }
    Contribution part = contribution_of(schema_.features[j], row[j], classes());
    for (std::size_t c = 0; c < classes(); ++c) {
      part.scores[c] = log_column_density(gaussians, c, k, row[j] - gaussians.means[c * row.size() + j]);
      result.log_joint[c] += part.scores[c];
    }
    result.contributions.push_back(std::move(part));
  }
  return result;
}

// log p(x|c) = β_cᵀ(x − m) + γ_c + the log density at x of a Gaussian about m, which is the same for every class.
Explanation GaussianConditional::explain_scores(std::span<const double> row, std::span<const double> log_prior) const {
  const Gaussians& all = density_->gaussians();
  std::vector<std::size_t> kept;
  for (std::size_t k = 0; k < all.columns.size(); ++k) {
    if (!std::isnan(row[all.columns[k]])) {
      kept.push_back(k);
    }
  }
  const Gaussians gaussians = marginal(all, kept);
  std::vector<double> centre(row.size());
  for (std::size_t k = 0; k < all.means.size(); ++k) {
    centre[k % row.size()] += all.means[k] / static_cast<double>(classes());
  }
  constexpr double largest = std::numeric_limits<double>::max();  // no +∞ meets the base, which may be −∞
  const std::vector<double> means = class_means(gaussians, centre);
  std::vector<double> from_centre;
  Explanation result = prior_alone(log_prior);
  for (const std::size_t j : gaussians.columns) {
    from_centre.push_back(row[j] - centre[j]);
    result.contributions.push_back(contribution_of(schema_.features[j], row[j], classes()));
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

std::vector<FeatureOdds> GaussianConditional::strongest(std::size_t /*c*/, std::size_t /*count*/,
                                                        std::span<const double> /*class_prior*/) {
  throw Error(ErrorCode::usage,
              "a Gaussian model has neither terms nor values that speak for a class; look at its means and forms "
              "instead");
}

bool GaussianConditional::is_linear() const { return suffice::is_linear(density_->gaussians()); }

LinearForm GaussianConditional::linear_form() const {
  if (!is_linear()) {
    throw Error(ErrorCode::usage,
                "this model has no linear form: that needs one covariance for all classes and an estimate other than "
                "predictive");
  }
  LinearForm form = suffice::linear_form(density_->gaussians(), schema_.features.size());
  form.names = schema_.features;
  return form;
}

void GaussianConditional::sample(std::size_t c, Random& random, DrawnRow& out) const {
  if (density_->gaussians().reduced) {
    throw Error(ErrorCode::usage,
                "Fisher's discriminant on some of its axes says nothing about the others, so there is nothing to "
                "sample from; use all axes, or lda");
  }
  out.values.resize(schema_.features.size());
  density_->sample(c, random, out.values);
}

}  // namespace suffice
