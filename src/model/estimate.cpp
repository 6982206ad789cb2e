// estimate(): the parameters that sums imply, put together as a model.
#include "suffice/estimate.hpp"

#include <algorithm>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "estimate/class_prior.hpp"
#include "estimate/gaussians.hpp"
#include "model/density.hpp"

namespace suffice {

namespace {

// The least share of a column's variance that the columns before it leave unexplained, over all covariances.
double least_share_left(const Gaussians& gaussians) {
  double least = 1;
  for (const Cholesky& factor : gaussians.factors) {
    for (std::size_t i = 0; i < factor.size; ++i) {
      const auto row = std::span(factor.lower).subspan(i * factor.size, i + 1);
      const double variance = std::inner_product(row.begin(), row.end(), row.begin(), 0.0);
      least = std::min(least, row[i] * row[i] / variance);
    }
  }
  return least;
}

std::vector<std::string> notes_on(const Summary& summary, const Gaussians& gaussians) {
  std::vector<std::string> notes;
  if (summary.classes.size() == 1) {
    notes.push_back(
        fmt::format("there is a single class, '{}': every prediction will be it until the model is merged "
                    "or updated with others",
                    summary.classes.labels.front()));
  }
  for (std::size_t j = 0; j < summary.schema.features.size(); ++j) {
    if (!std::ranges::binary_search(gaussians.columns, j)) {
      notes.push_back(fmt::format("column '{}' is constant: it is kept and has no say", summary.schema.features[j]));
    }
  }
  // What rounding of the sums makes of that share comes back in the scores.
  const double error = 0x1p-52 / least_share_left(gaussians);
  if (error > 1e-6) {
    notes.push_back(
        fmt::format("some features nearly follow from others: scores may be off by a share of {:.0e}. Shrinkage, a "
                    "ridge or leaving columns out makes them sure",
                    error));
  }
  return notes;
}

// λ; for the covariances of single classes under `auto` the share ν / (n_c + ν) of what the classes share.
std::vector<double> applied_shrinkage(const Gaussians& gaussians, const EstimateOptions& options) {
  if (gaussians.nothing_to_shrink) {
    return {};
  }
  std::vector<double> lambda = gaussians.lambda;
  if (!gaussians.shared && std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    const double rows = gaussians.diagonal ? 1 : static_cast<double>(gaussians.columns.size()) + 1;
    std::ranges::transform(gaussians.divisor, lambda.begin(), [rows](double divisor) { return rows / divisor; });
  }
  return lambda;
}

}  // namespace

Model estimate(const Summary& summary, const EstimateOptions& options) {
  check_estimate_options(options);
  Gaussians parameters = gaussians(summary, options);
  std::vector<std::string> notes = notes_on(summary, parameters);
  std::vector<double> lambda = applied_shrinkage(parameters, options);
  return {summary.schema,
          summary.classes.labels,
          class_prior(summary.classes, options.class_prior),
          make_density(std::move(parameters), summary.schema.features.size()),
          std::move(lambda),
          std::move(notes)};
}

}  // namespace suffice
