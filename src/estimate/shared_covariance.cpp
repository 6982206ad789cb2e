#include "estimate/shared_covariance.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

// 'a', 'b', 'c' and 12 more
std::string quoted_list(const std::vector<std::size_t>& columns, const Schema& schema) {
  constexpr std::size_t most = 5;
  std::string text;
  for (std::size_t k = 0; k < std::min(columns.size(), most); ++k) {
    text += fmt::format("{}'{}'", k == 0 ? "" : ", ", schema.features[columns[k]]);
  }
  return columns.size() > most ? fmt::format("{} and {} more", text, columns.size() - most) : text;
}

// The features that vary. One that is constant over all rows has no say; one that is constant within each class but not
// overall would have an infinite say.
std::vector<std::size_t> varying_columns(const Summary& summary) {
  const std::size_t d = summary.schema.features.size();
  std::vector<std::size_t> varying;
  std::vector<std::size_t> separating;
  for (std::size_t j = 0; j < d; ++j) {
    const double variance = summary.moments.scatter[j * d + j];
    if (!std::isfinite(variance)) {
      throw Error(ErrorCode::bad_data, "the values are too large to square; use another unit for this column",
                  fmt::format("column {}", summary.schema.features[j]));
    }
    if (variance > 0) {
      varying.push_back(j);
      continue;
    }
    for (std::size_t c = 1; c < summary.classes.size(); ++c) {
      if (summary.moments.mean[c * d + j] != summary.moments.mean[j]) {
        separating.push_back(j);
        break;
      }
    }
  }
  if (!separating.empty()) {
    const std::string names = quoted_list(separating, summary.schema);
    throw Error(ErrorCode::bad_data,
                fmt::format("{} {} constant within each class (or too small to square) but not between classes, so the "
                            "class follows from {} alone. Leave {} out (--drop), or fit more rows",
                            names, separating.size() == 1 ? "is" : "are", separating.size() == 1 ? "it" : "them",
                            separating.size() == 1 ? "it" : "them"),
                fmt::format("column {}", summary.schema.features[separating.front()]));
  }
  return varying;
}

[[noreturn]] void throw_singular(const Summary& summary, const SharedCovariance& covariance) {
  const std::size_t d = covariance.columns.size();
  const std::vector<std::size_t> dependent = dependent_columns(covariance.matrix, d);
  std::vector<std::size_t> named(dependent);
  std::ranges::transform(named, named.begin(), [&](std::size_t k) { return covariance.columns[k]; });
  throw Error(ErrorCode::bad_data,
              fmt::format("the shared covariance is singular: rank {} for {} features, with {} rows in {} classes. The "
                          "other features determine {}. Leave out what repeats (--drop), shrink (--shrinkage auto), or "
                          "fit more rows",
                          d - dependent.size(), d, summary.classes.total_rows(), summary.classes.size(),
                          quoted_list(named, summary.schema)),
              named.empty() ? std::string() : fmt::format("column {}", summary.schema.features[named.front()]));
}

}  // namespace

double automatic_lambda(const std::vector<double>& scatter, std::size_t size, double degrees_of_freedom) {
  double t = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double correlation =
          scatter[i * size + j] / std::sqrt(scatter[i * size + i]) / std::sqrt(scatter[j * size + j]);
      t += i == j ? 1 : correlation * correlation;
    }
  }
  const auto d = static_cast<double>(size);
  const double excess = (degrees_of_freedom + 1) * (t - d);
  return excess > 0 ? std::min(1.0, (t + d * d) / excess) : 1.0;
}

SharedCovariance shared_covariance(const Summary& summary, const EstimateOptions& options) {
  const double n = summary.classes.total_weight();
  const auto size = static_cast<double>(summary.classes.size());
  if (summary.classes.size() == 0) {
    throw Error(ErrorCode::bad_data, "there are no rows to learn from");
  }
  SharedCovariance result;
  result.divisor = options.estimator == Estimator::mle ? n : n - size;
  result.columns = varying_columns(summary);
  const std::size_t d = result.columns.size();
  if (d > 0 && !(result.divisor > 0)) {
    throw Error(ErrorCode::bad_data, fmt::format("the unbiased estimate needs more rows (weight {}) than classes ({})",
                                                 n, summary.classes.size()));
  }
  const std::size_t all = summary.schema.features.size();
  double trace = 0;
  for (const std::size_t i : result.columns) {
    for (const std::size_t j : result.columns) {
      result.scatter.push_back(summary.moments.scatter[i * all + j]);
    }
    trace += summary.moments.scatter[i * all + i];
  }
  if (std::holds_alternative<AutoShrinkage>(options.shrinkage)) {
    result.lambda = automatic_lambda(result.scatter, d, n - size);
  } else if (const auto* fixed = std::get_if<FixedShrinkage>(&options.shrinkage)) {
    result.lambda = fixed->lambda;
  }
  // (1−λ) Σ + λ T, where T is diag Σ for `auto` and (tr Σ / d) I for a given λ.
  const bool towards_itself = std::holds_alternative<AutoShrinkage>(options.shrinkage);
  const double mean_scatter = trace / static_cast<double>(d);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      const double s = result.scatter[i * d + j];
      const double target = i != j ? 0 : (towards_itself ? s : mean_scatter);
      result.matrix.push_back(((1 - result.lambda) * s + result.lambda * target) / result.divisor);
    }
  }
  if (auto factor = cholesky(result.matrix, d)) {
    result.factor = std::move(*factor);
  } else {
    throw_singular(summary, result);
  }
  return result;
}

}  // namespace suffice
