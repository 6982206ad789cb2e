#include "suffice/discriminants.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "estimate/complete_sums.hpp"
#include "estimate/fisher.hpp"
#include "estimate/gaussians.hpp"
#include "math/affine.hpp"
#include "math/parallel.hpp"
#include "suffice/error.hpp"
#include "summary/moments.hpp"

namespace suffice {

namespace {

constexpr std::size_t rows_at_once = 256;

void check_values(const Batch& rows, std::size_t first) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      if (!std::isfinite(rows.value(i, j))) {
        throw Error(ErrorCode::bad_data,
                    fmt::format("the value of column {} is missing or not finite: a row needs every value to be placed "
                                "on the discriminant axes",
                                j),
                    fmt::format("row {}", first + i));
      }
    }
  }
}

// L⁻ᵀ u, scaled, its largest entry positive, into column k of the axes.
void put_axis(const Gaussians& gaussians, const WhitenedAxes& whitened, std::size_t k, double scale,
              Discriminants& result) {
  const std::size_t d = gaussians.columns.size();
  std::vector<double> direction(d);
  for (std::size_t i = 0; i < d; ++i) {
    direction[i] = scale * whitened.directions[i * whitened.count + k];
  }
  const std::vector<double> axis = gaussians.factors.front().upper_solve(direction);
  const double largest = *std::ranges::max_element(axis, {}, [](double entry) { return std::abs(entry); });
  for (std::size_t i = 0; i < d; ++i) {
    result.axes[gaussians.columns[i] * result.count() + k] = largest < 0 ? -axis[i] : axis[i];
  }
}

}  // namespace

void Discriminants::transform(const Batch& rows, std::span<double> out, unsigned threads) const {
  if (rows.columns != centre.size()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the rows have {} columns where {} features are expected", rows.columns, centre.size()));
  }
  if (out.size() != rows.rows * count()) {
    throw Error(ErrorCode::usage, fmt::format("{} numbers for {} rows on {} axes", out.size(), rows.rows, count()));
  }
  const AffineMap map(centre, axes, std::vector<double>(count(), 0.0));
  const std::size_t tasks = (rows.rows + rows_at_once - 1) / rows_at_once;
  parallel_for(thread_count(threads), tasks, [&](std::size_t task, unsigned) {
    const std::size_t first = task * rows_at_once;
    const Batch part = rows.slice(first, std::min(rows_at_once, rows.rows - first));
    check_values(part, first);
    map.apply(part, out.data() + first * count());
  });
}

Discriminants discriminants(const Summary& summary, const EstimateOptions& options) {
  if (options.structure != Structure::shared) {
    throw Error(ErrorCode::usage,
                fmt::format("discriminant axes come of one covariance that the classes share, not of {}: give --model "
                            "lda or fisher",
                            model_name(options)));
  }
  if (options.estimator == Estimator::predictive) {
    throw Error(ErrorCode::usage,
                "discriminant axes have no predictive estimate: give --estimate mle, unbiased, map or mean");
  }
  if (needs_completion(summary, options)) {
    return discriminants(complete_sums(summary, options), options);
  }
  EstimateOptions all_axes = options;
  all_axes.fisher.reset();
  const Gaussians shared = gaussians(summary, all_axes);
  const WhitenedAxes whitened = whitened_axes(summary.classes, shared);
  const std::size_t count = axis_count(options.fisher.value_or(FisherAxes{}), whitened);
  const double degrees = summary.classes.total_weight() - static_cast<double>(summary.classes.size());
  if (!(degrees > 0)) {
    throw Error(ErrorCode::bad_data,
                fmt::format("discriminant axes need more rows (weight {}) than classes ({}): fit more rows",
                            summary.classes.total_weight(), summary.classes.size()));
  }
  // The scatter is D Σ: its eigenvalues are those of Σ⁻¹ S_B divided by D, and Wᵀ (D Σ / (n−C)) W = I.
  const double divisor = shared.divisor.front();
  const double total = std::accumulate(whitened.squares.begin(), whitened.squares.end(), 0.0);
  Discriminants result;
  result.centre = grand_mean(summary);
  double log_wilks = 0;
  for (std::size_t k = 0; k < whitened.count; ++k) {
    const double eigenvalue = whitened.squares[k] / divisor;
    log_wilks -= std::log1p(eigenvalue);
    if (k < count) {
      result.eigenvalues.push_back(eigenvalue);
      result.explained.push_back(whitened.squares[k] / total);
      result.canonical_correlations.push_back(std::sqrt(eigenvalue / (1 + eigenvalue)));
    }
  }
  result.wilks_lambda = std::exp(log_wilks);
  result.axes.resize(summary.schema.features.size() * count);
  for (std::size_t k = 0; k < count; ++k) {
    put_axis(shared, whitened, k, std::sqrt(degrees / divisor), result);
  }
  return result;
}

}  // namespace suffice
