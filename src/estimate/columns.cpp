#include "estimate/columns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "data/names.hpp"
#include "estimate/scatters.hpp"
#include "suffice/error.hpp"
#include "summary/moments.hpp"

namespace suffice {

namespace {

// A class without a value has no mean.
bool same_mean_in_each_class(const Summary& summary, std::size_t j) {
  const Moments& moments = summary.moments();
  const std::size_t width = summary.schema.features.size();
  std::optional<double> mean;
  for (std::size_t at = j; at < moments.mean.size(); at += width) {
    if (!moments.column_weight.empty() && !(moments.column_weight[at] > 0)) {
      continue;
    }
    if (mean.value_or(moments.mean[at]) != moments.mean[at]) {
      return false;
    }
    mean = moments.mean[at];
  }
  return true;
}

// Whether column j, of no variance within the classes, is given one. A share of the mean variance is one only where
// some column varies.
bool gets_a_variance(const EstimateOptions& options, std::size_t j, bool some_vary) {
  const auto* fixed = std::get_if<FixedShrinkage>(&options.shrinkage);
  const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage);
  const auto& variance = options.gaussian_prior.variance;
  const bool towards_mean_variance = (fixed != nullptr && fixed->lambda > 0) || (rda != nullptr && rda->gamma > 0) ||
                                     std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage) ||
                                     std::holds_alternative<OasShrinkage>(options.shrinkage);
  return options.ridge > 0 || (towards_mean_variance && some_vary) || (variance && (*variance)[j] > 0);
}

[[noreturn]] void throw_separating(const Schema& schema, const std::vector<std::size_t>& separating) {
  const bool single = separating.size() == 1;
  throw Error(ErrorCode::bad_data,
              fmt::format("{} {} constant within each class (or too small to square) but not between classes, so the "
                          "class follows from {} alone. Leave {} out (--drop), or fit more rows",
                          list_features(schema, separating), single ? "is" : "are", single ? "it" : "them",
                          single ? "it" : "them"),
              fmt::format("column {}", shown(schema.features[separating.front()])));
}

}  // namespace

std::string list_features(const Schema& schema, std::span<const std::size_t> columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const std::size_t j : columns) {
    names.push_back(schema.features[j]);
  }
  return list_names(names);
}

void throw_too_large(const Schema& schema, std::size_t column) {
  throw Error(ErrorCode::bad_data, "the values are too large to square; use another unit for this column",
              fmt::format("column {}", shown(schema.features[column])));
}

std::vector<std::size_t> columns_with_a_say(const Summary& summary, const EstimateOptions& options) {
  const std::size_t width = summary.schema.features.size();
  std::vector<std::size_t> all(width);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (options.structure == Structure::identity) {
    return all;
  }
  const std::vector<double> variation = pooled_variation(summary);
  const bool some_vary = std::ranges::any_of(variation, [](double v) { return v > 0; });
  const bool moves_means = options.gaussian_prior.kappa.value_or(0) > 0;
  std::vector<std::size_t> varying;
  std::vector<std::size_t> separating;
  for (std::size_t j = 0; j < width; ++j) {
    if (!std::isfinite(variation[j])) {
      throw_too_large(summary.schema, j);
    }
    if (variation[j] > 0 || gets_a_variance(options, j, some_vary)) {
      varying.push_back(j);
    } else if (!same_mean_in_each_class(summary, j)) {
      (moves_means ? varying : separating).push_back(j);
    }
  }
  if (shape_of(options.structure) == Shape::trace) {
    return all;
  }
  if (!separating.empty()) {
    throw_separating(summary.schema, separating);
  }
  return varying;
}

}  // namespace suffice
