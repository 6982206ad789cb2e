#include "estimate/moments/columns.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/moments/scatters.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

// A class without a value has no mean.
bool same_mean_in_each_class(const MomentBlock& moments, std::size_t j) {
  const std::size_t width = moments.features();
  std::optional<double> mean;
  for (std::size_t at = j; at < moments.sums.mean.size(); at += width) {
    if (!moments.sums.column_weight.empty() && !(moments.sums.column_weight[at] > 0)) {
      continue;
    }
    if (mean.value_or(moments.sums.mean[at]) != moments.sums.mean[at]) {
      return false;
    }
    mean = moments.sums.mean[at];
  }
  return true;
}

// Whether column j, of no variance within the classes, is given one by what was asked for it.
bool is_given_a_variance(const GaussianOptions& options, std::size_t j) {
  const auto& variance = options.prior.variance;
  return options.ridge > 0 || (variance && (*variance)[j] > 0);
}

// Whether all columns get a share of the mean variance. It is one only where some column varies.
bool shares_variance(const GaussianOptions& options, bool some_vary) {
  const auto* fixed = std::get_if<FixedShrinkage>(&options.shrinkage);
  const auto* rda = std::get_if<RdaShrinkage>(&options.shrinkage);
  const bool towards_mean_variance = (fixed != nullptr && fixed->lambda > 0) ||
                                     (rda != nullptr && rda->gamma > 0 && rda->target == RdaTarget::spheres) ||
                                     std::holds_alternative<LedoitWolfShrinkage>(options.shrinkage) ||
                                     std::holds_alternative<OasShrinkage>(options.shrinkage);
  return towards_mean_variance && some_vary;
}

Remedy as_categories(const Block& block, const std::vector<std::size_t>& columns) {
  Remedy remedy{"column"};
  for (const std::size_t j : columns) {
    remedy.values.push_back(block.features[j] + "=categorical");
  }
  return remedy;
}

[[noreturn]] void throw_separating(const Block& block, const std::vector<std::size_t>& separating) {
  const bool single = separating.size() == 1;
  throw Error(ErrorCode::bad_data,
              fmt::format("{} {} constant within each class (or too small to square) but not between classes, so the "
                          "class follows from {} alone: take {} as {}",
                          list_features(block, separating), single ? "is" : "are", single ? "it" : "them",
                          single ? "it" : "them", single ? "a category" : "categories"),
              fmt::format("column {}", shown(block.features[separating.front()])), {as_categories(block, separating)});
}

}  // namespace

std::string list_features(const Block& block, std::span<const std::size_t> columns) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const std::size_t j : columns) {
    names.push_back(block.features[j]);
  }
  return list_names(names);
}

Remedy dropping(const Block& block, std::span<const std::size_t> columns) {
  constexpr std::size_t most = 10;
  Remedy remedy{"drop", {}};
  for (std::size_t i = 0; i < columns.size() && columns.size() <= most; ++i) {
    remedy.values.push_back(block.features[columns[i]]);
  }
  if (remedy.values.empty()) {
    remedy.values = {"COL"};
  }
  return remedy;
}

void throw_too_large(const Block& block, std::size_t column) {
  throw Error(ErrorCode::bad_data, "the values are too large to square; use another unit for this column",
              fmt::format("column {}", shown(block.features[column])));
}

std::vector<std::size_t> informative_columns(const MomentBlock& moments, const GaussianOptions& options) {
  constexpr double least_variation = 0x1p-1030;  // less has lost too many of its digits
  const std::size_t width = moments.features();
  std::vector<std::size_t> all(width);
  std::iota(all.begin(), all.end(), std::size_t{0});
  if (options.structure == Structure::identity) {
    return all;
  }
  const std::vector<double> variation = pooled_variation(moments);
  const bool some_vary = std::ranges::any_of(variation, [](double v) { return v > 0; });
  const bool is_spherical = shape_of(options.structure) == Shape::trace;
  const bool moves_means = options.prior.kappa.value_or(0) > 0;
  std::vector<std::size_t> varying;
  std::vector<std::size_t> separating;
  for (std::size_t j = 0; j < width; ++j) {
    if (!std::isfinite(variation[j])) {
      throw_too_large(moments.block, j);
    }
    if (variation[j] > 0 && variation[j] < least_variation) {
      throw Error(ErrorCode::bad_data, "the values are too small to square; use another unit for this column",
                  fmt::format("column {}", shown(moments.block.features[j])));
    }
    if (variation[j] > 0 || is_given_a_variance(options, j)) {
      varying.push_back(j);
    } else if (!same_mean_in_each_class(moments, j)) {
      const bool has_variance = is_spherical || shares_variance(options, some_vary) || moves_means;
      (has_variance ? varying : separating).push_back(j);
    }
  }
  if (!separating.empty()) {
    throw_separating(moments.block, separating);
  }
  return varying;
}

}  // namespace suffice
