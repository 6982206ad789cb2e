#include "estimate/moments/least_squares.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "estimate/linear_weights.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/moments/scatters.hpp"
#include "math/linear/symmetric.hpp"
#include "suffice/error.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

std::vector<std::size_t> all_columns(std::size_t d) {
  std::vector<std::size_t> columns(d);
  std::iota(columns.begin(), columns.end(), std::size_t{0});
  return columns;
}

// The entries of a d × d matrix in some of its columns.
std::vector<double> restricted_matrix(std::span<const double> matrix, std::size_t d,
                                      std::span<const std::size_t> columns) {
  std::vector<double> part;
  for (const std::size_t i : columns) {
    for (const std::size_t j : columns) {
      part.push_back(matrix[i * d + j]);
    }
  }
  return part;
}

[[noreturn]] void refuse_dependent(const MomentBlock& moments, std::span<const std::size_t> columns,
                                   std::span<const double> total) {
  std::vector<std::string> names;
  for (const std::size_t k : dependent_columns(total, columns.size())) {
    names.push_back(moments.block.features[columns[k]]);
  }
  throw Error(ErrorCode::bad_data,
              fmt::format("least squares has no single solution: {} of {} features follow from the others ({})",
                          names.size(), columns.size(), fmt::join(names, ", ")),
              "", {{"ridge", {"1e-6"}}, {"drop", {fmt::format("{}", fmt::join(names, ","))}}});
}

// The features that are solved for: of indicators that follow from those before them, as that of the last value of each
// column does, none; a solution without them is one of those with them. Values are in the order of their bytes, so that
// the order of rows has no say: a value without a coefficient, met or not, counts like the last one.
std::vector<std::size_t> without_dependent_indicators(const MomentBlock& moments, std::vector<std::size_t> columns,
                                                      std::span<const double> total) {
  std::size_t first = moments.features();
  for (const Indicators& own : moments.block.indicators) first -= own.values.size();
  std::vector<std::pair<std::size_t, std::string_view>>
      keys;  // of each feature: numbers, then columns and their values
  for (std::size_t j = 0; j < first; ++j) keys.emplace_back(j, "");
  for (const Indicators& own : moments.block.indicators) {
    const std::size_t column = keys.size();
    for (const std::string& value : own.values) keys.emplace_back(column, value);
  }
  std::ranges::sort(columns, {}, [&](std::size_t j) { return keys[j]; });
  std::vector<double> matrix = restricted_matrix(total, moments.features(), columns);
  std::vector<std::size_t> dependent = dependent_columns(matrix, columns.size());
  for (std::size_t& k : dependent) k = columns[k];
  if (std::ranges::all_of(dependent, [&](std::size_t j) { return j >= first; })) {
    std::erase_if(columns, [&](std::size_t j) { return std::ranges::find(dependent, j) != dependent.end(); });
  }
  std::ranges::sort(columns);
  return columns;
}

}  // namespace

LeastSquares least_squares(const MomentBlock& moments, double ridge, unsigned threads) {
  const std::size_t d = moments.features();
  const std::vector<double>& weight = moments.classes.weight;
  const std::size_t classes = weight.size();
  const double rows = std::accumulate(weight.begin(), weight.end(), 0.0);
  const std::vector<double> mean = grand_mean(moments);
  const std::vector<double> mean_remainder = grand_mean_from(moments, mean);
  const std::vector<double>& remainder = moments.sums.remainder;
  Scatters total = pooled_scatters(moments, Shape::matrix, all_columns(d));
  std::vector<double> deviations(classes * d);
  for (std::size_t c = 0; c < classes; ++c) {
    const auto own = std::span(deviations).subspan(c * d, d);
    for (std::size_t j = 0; j < d; ++j) {
      const TwoSum own_mean{moments.sums.mean[c * d + j], remainder.empty() ? 0 : remainder[c * d + j]};
      own[j] = own_mean.minus({mean[j], mean_remainder[j]});
    }
    add_deviation(Shape::matrix, total.values, own, weight[c]);
  }
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < d; ++j) {
    if (!std::isfinite(total.values[j * d + j])) {
      throw_too_large(moments.block, j);
    }
    total.values[j * d + j] += ridge;
    if (total.values[j * d + j] > 0) {
      columns.push_back(j);
    }
  }
  if (!moments.block.indicators.empty() && ridge == 0) {
    columns = without_dependent_indicators(moments, std::move(columns), total.values);
  }
  const std::vector<double> matrix = restricted_matrix(total.values, d, columns);
  const std::optional<Cholesky> factor = cholesky(matrix, columns.size(), threads);
  if (!factor && !columns.empty()) {
    refuse_dependent(moments, columns, matrix);
  }
  LeastSquares fit;
  for (std::size_t c = 0; c < classes; ++c) {
    std::vector<double> right;
    for (const std::size_t j : columns) {
      right.push_back(weight[c] * deviations[c * d + j]);
    }
    const std::vector<double> beta = columns.empty() ? std::vector<double>() : factor->solve(right);
    std::vector<double> own(d);
    for (std::size_t k = 0; k < columns.size(); ++k) {
      own[columns[k]] = beta[k];
    }
    const double at_mean = std::inner_product(own.begin(), own.end(), mean_remainder.begin(), 0.0);
    add_class(fit, own, weight[c] / rows - at_mean, mean);
  }
  drop_slight_remainder(fit);
  return fit;
}

}  // namespace suffice
