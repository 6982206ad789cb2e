#include "estimate/moments/plug_in.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/moments/scatters.hpp"
#include "estimate/moments/shrinkage.hpp"
#include "estimate/moments/singular.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

[[noreturn]] void throw_no_divisor(const MomentBlock& moments, const GaussianOptions& options, bool shared,
                                   std::size_t k) {
  if (shared) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the {} estimate needs more rows (weight {}) than classes ({})",
                            options.estimator == Estimator::unbiased ? "unbiased" : "shrunken",
                            moments.classes.total_weight(), moments.classes.size()),
                {}, remedies(moments, options));
  }
  throw Error(ErrorCode::bad_data,
              fmt::format("the unbiased estimate needs a class to weigh more than 1, and class {} weighs {}",
                          quoted(moments.classes.labels[k]), moments.classes.weight[k]),
              fmt::format("class {}", shown(moments.classes.labels[k])), remedies(moments, options));
}

// n − C, where it is a divisor.
double pooled_degrees(const MomentBlock& moments, const GaussianOptions& options) {
  const double degrees = moments.classes.total_weight() - static_cast<double>(moments.classes.size());
  if (!(degrees > 0)) {
    throw_no_divisor(moments, options, true, 0);
  }
  return degrees;
}

[[noreturn]] void throw_no_divisor_in_column(const MomentBlock& moments, const GaussianOptions& options, bool shared,
                                             std::size_t k, std::size_t column, double weight) {
  const std::string name = quoted(moments.block.features[column]);
  const std::string what =
      shared
          ? fmt::format("needs more values (weight {}) than classes ({}) in column {}", weight, moments.classes.size(),
                        name)
          : fmt::format("needs the values of a class to weigh more than 1, and those of class {} in column {} weigh {}",
                        quoted(moments.classes.labels[k]), name, weight);
  throw Error(
      ErrorCode::bad_data,
      fmt::format("the {} estimate {}", options.estimator == Estimator::unbiased ? "unbiased" : "shrunken", what),
      fmt::format("column {}", shown(moments.block.features[column])),
      remedies(moments, options, std::span(&column, 1)));
}

// Error where a column of the k-th scatter has nothing to be divided by.
void check_divisor(const MomentBlock& moments, const GaussianOptions& options, const Scatters& own, bool shared,
                   std::size_t k, double divisor, std::span<const std::size_t> columns) {
  for (std::size_t j = 0; j < own.d; ++j) {
    const double lacking = own.lacking(k, j);
    if (!(divisor > 0) || (own.shape == Shape::trace && !(divisor - lacking > 0))) {
      throw_no_divisor(moments, options, shared, k);
    }
    if (!(divisor - lacking > 0)) {
      throw_no_divisor_in_column(moments, options, shared, k, columns[j], own.weight[k] - lacking);
    }
  }
}

void add_to_each(Scatters& own, std::span<const double> extra) {
  for (std::size_t k = 0; k < own.count(); ++k) {
    std::ranges::transform(own.one(k), extra, own.one(k).begin(), std::plus<>());
  }
}

// Fills λ, and changes numerators and divisors where shrinkage means more than a λ.
struct Shrink {
  const MomentBlock& moments;
  const GaussianOptions& options;
  Scatters& own;
  Gaussians& result;

  void operator()(const NoShrinkage&) const {}

  void operator()(const FixedShrinkage& fixed) const {
    if (own.shape != Shape::trace) {
      std::ranges::fill(result.lambda, fixed.lambda);
    }
  }

  void operator()(const OasShrinkage&) const {
    for (std::size_t k = 0; k < own.count(); ++k) {
      result.lambda[k] = oas_lambda(own.one(k), own.d, own.weight[k]);
    }
  }

  void operator()(const LedoitWolfShrinkage&) const {
    const std::vector<double>& by_class = moments.sums.fourth;
    const std::vector<double> fourth =
        result.shared ? std::vector{std::accumulate(by_class.begin(), by_class.end(), 0.0)} : by_class;
    for (std::size_t k = 0; k < own.count(); ++k) {
      if (!std::isfinite(fourth[k])) {
        throw Error(ErrorCode::bad_data,
                    "the values are too large for their fourth powers, unless the largest columns have another unit",
                    {}, {{"shrinkage", {"oas"}}, {"shrinkage", {"auto"}}});
      }
      result.lambda[k] = ledoit_wolf_lambda(own.one(k), own.d, own.weight[k], fourth[k]);
    }
  }

  // A_c = ((1−α) S_c + α S_W) / ((1−α) n_c + α n), then γ in the place of λ.
  void operator()(const RdaShrinkage& rda) const {
    Scatters pooled = pooled_scatters(moments, own.shape, result.columns);
    if (rda.target == RdaTarget::variances) {
      const double degrees = moments.classes.total_weight() - static_cast<double>(moments.classes.size());
      const double lambda = automatic_lambda(pooled.values, own.d, degrees);
      pooled.values = shrunk(std::move(pooled.values), own.d, lambda, Target::own_diagonal);
      result.target = Target::own_diagonal;
    }
    for (double& s : pooled.values) {
      s *= rda.alpha;
    }
    for (double& s : own.values) {
      s *= 1 - rda.alpha;
    }
    add_to_each(own, pooled.values);
    for (double& divisor : result.divisor) {
      divisor = (1 - rda.alpha) * divisor + rda.alpha * pooled.weight[0];
    }
    std::ranges::fill(result.lambda, rda.gamma);
  }

  // shared: λ towards the own diagonal; full: ν = d+1 rows of the shared covariance so shrunk; diagonal: one row of
  // s_j² = S_Wjj / (n−C).
  void operator()(const AutoShrinkage&) const {
    result.target = Target::own_diagonal;
    if (own.d == 0 || own.shape == Shape::trace || options.structure == Structure::shared_diagonal) {
      return;
    }
    const double degrees = moments.classes.total_weight() - static_cast<double>(moments.classes.size());
    if (options.structure == Structure::shared) {
      result.lambda[0] = automatic_lambda(own.values, own.d, degrees);
      return;
    }
    Scatters pooled = pooled_scatters(moments, own.shape, result.columns);
    std::vector<double>& target = pooled.values;
    double rows = 1;
    double divisor = 0;
    if (own.shape == Shape::matrix) {
      const double lambda = automatic_lambda(target, own.d, degrees);
      target = shrunk(std::move(target), own.d, lambda, Target::own_diagonal);
      rows = static_cast<double>(own.d) + 1;
      divisor = options.estimator == Estimator::mle ? moments.classes.total_weight() : pooled_degrees(moments, options);
    } else {
      divisor = degrees;
      check_divisor(moments, options, pooled, true, 0, divisor, result.columns);
      adjust_for_missing(pooled, std::span(&divisor, 1));
    }
    for (double& s : target) {
      s *= rows / divisor;
    }
    add_to_each(own, target);
    for (double& own_divisor : result.divisor) {
      own_divisor += rows;
    }
  }
};

}  // namespace

Gaussians plug_in(const MomentBlock& moments, const GaussianOptions& options, std::vector<std::size_t> columns) {
  Gaussians result;
  result.columns = std::move(columns);
  result.means = moments.sums.mean;
  result.remainder = moments.sums.remainder;
  result.shared = is_shared(options.structure);
  result.diagonal = shape_of(options.structure) != Shape::matrix;
  result.nothing_to_shrink = shape_of(options.structure) == Shape::trace;
  result.spread.assign(moments.classes.size(), 1);
  result.lambda.assign(result.count(), 0);
  if (options.structure == Structure::identity) {
    result.numerator.assign(result.columns.size(), 1);
    result.divisor = {1};
    return result;
  }
  Scatters own = scatters(moments, options.structure, result.columns);
  result.divisor = own.weight;
  if (options.estimator == Estimator::unbiased) {
    const double means = result.shared ? static_cast<double>(moments.classes.size()) : 1;
    std::ranges::transform(own.weight, result.divisor.begin(), [means](double weight) { return weight - means; });
  }
  std::visit(Shrink{moments, options, own, result}, options.shrinkage);
  for (std::size_t k = 0; k < own.count(); ++k) {
    check_divisor(moments, options, own, result.shared, k, result.divisor[k], result.columns);
  }
  adjust_for_missing(own, result.divisor);
  result.numerator = as_numerators(std::move(own));
  return result;
}

}  // namespace suffice
