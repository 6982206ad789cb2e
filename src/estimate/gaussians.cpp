#include "estimate/gaussians.hpp"

#include <cmath>

#include "estimate/check_sums.hpp"
#include "estimate/columns.hpp"
#include "estimate/complete_sums.hpp"
#include "estimate/fisher.hpp"
#include "estimate/normal_inverse_wishart.hpp"
#include "estimate/plug_in.hpp"
#include "estimate/shrinkage.hpp"
#include "estimate/singular.hpp"
#include "suffice/sums_needed.hpp"

namespace suffice {

namespace {

// Σ_k, d × d or d numbers.
std::vector<double> covariance(const Gaussians& gaussians, std::size_t k) {
  const std::size_t d = gaussians.columns.size();
  const std::size_t size = gaussians.diagonal ? d : d * d;
  const auto numerator = std::span(gaussians.numerator).subspan(k * size, size);
  std::vector<double> result = gaussians.diagonal ? shrunk_diagonal(numerator, gaussians.lambda[k], gaussians.target)
                                                  : shrunk(numerator, d, gaussians.lambda[k], gaussians.target);
  for (double& entry : result) {
    entry /= gaussians.divisor[k];
  }
  for (std::size_t j = 0; j < d; ++j) {
    result[gaussians.diagonal ? j : j * d + j] += gaussians.ridge;
  }
  return result;
}

void factor(const Summary& summary, const EstimateOptions& options, Gaussians& gaussians) {
  const std::size_t d = gaussians.columns.size();
  for (std::size_t k = 0; k < gaussians.count(); ++k) {
    std::vector<double> sigma = covariance(gaussians, k);
    bool regular = true;
    for (std::size_t j = 0; j < d; ++j) {
      const double variance = sigma[gaussians.diagonal ? j : j * d + j];
      if (!std::isfinite(variance)) {
        throw_too_large(summary.schema, gaussians.columns[j]);
      }
      regular = regular && variance > 0;
    }
    if (gaussians.diagonal) {
      gaussians.variances.insert(gaussians.variances.end(), sigma.begin(), sigma.end());
    } else if (auto found = cholesky(std::move(sigma), d)) {
      gaussians.factors.push_back(std::move(*found));
    } else {
      regular = false;
    }
    if (!regular) {
      throw_singular(summary, options, gaussians, k, covariance(gaussians, k));
    }
  }
}

}  // namespace

Gaussians gaussians(const Summary& summary, const EstimateOptions& options) {
  check_estimate_options(options);
  check_sums(summary, options);
  if (std::holds_alternative<PatternMoments>(summary.sums)) {
    return gaussians(needs_completion(summary, options) ? complete_sums(summary, options).sums
                                                        : read_as(summary, sums_needed(options).moments),
                     options);
  }
  std::vector<std::size_t> columns = columns_with_a_say(summary, options);
  const bool has_prior = options.estimator != Estimator::mle && options.estimator != Estimator::unbiased;
  Gaussians result = has_prior ? normal_inverse_wishart(summary, options, std::move(columns))
                               : plug_in(summary, options, std::move(columns));
  result.ridge = options.ridge;
  factor(summary, options, result);
  if (options.fisher) {
    project_means(summary.classes, *options.fisher, result);
  }
  return result;
}

}  // namespace suffice
