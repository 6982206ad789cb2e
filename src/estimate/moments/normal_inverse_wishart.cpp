#include "estimate/moments/normal_inverse_wishart.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/moments/scatters.hpp"
#include "estimate/moments/singular.hpp"
#include "math/special/two_sum.hpp"
#include "suffice/error.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

struct Prior {
  double kappa = 0;
  double nu = 0;
  std::vector<double> mean;       // every feature
  std::vector<double> variance;   // the diagonal of S₀, of the columns
  std::vector<double> remainder;  // every feature: what rounding took off a mean that is the mean of all rows
};

std::vector<double> default_variance(const MomentBlock& moments, const GaussianOptions& options,
                                     const std::vector<std::size_t>& columns) {
  if (options.estimator == Estimator::predictive) {
    return std::vector<double>(columns.size(), 0.0);
  }
  double degrees = moments.classes.total_weight() - static_cast<double>(moments.classes.size());
  Scatters pooled = pooled_scatters(moments, Shape::diagonal, columns);
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (!(degrees - pooled.lacking(0, j) > 0)) {
      throw Error(
          ErrorCode::bad_data,
          fmt::format("the prior of {} needs more rows (weight {}) than classes ({}), or a variance of its own",
                      to_text(options.estimator), pooled.weight[0] - pooled.lacking(0, j), moments.classes.size()),
          pooled.missing.empty() ? "" : fmt::format("column {}", shown(moments.block.features[columns[j]])));
    }
  }
  adjust_for_missing(pooled, std::span(&degrees, 1));
  for (double& v : pooled.values) {
    v /= degrees;
  }
  return std::move(pooled.values);
}

Prior complete_prior(const MomentBlock& moments, const GaussianOptions& options,
                     const std::vector<std::size_t>& columns) {
  const GaussianPrior& given = options.prior;
  double nu = shape_of(options.structure) == Shape::diagonal ? 3 : static_cast<double>(columns.size()) + 2;
  if (options.estimator == Estimator::predictive) {
    nu = is_shared(options.structure) ? -static_cast<double>(moments.classes.size()) : -1;
  }
  Prior prior{given.kappa.value_or(0), given.nu.value_or(nu), given.mean ? *given.mean : grand_mean(moments),
              given.variance ? select(*given.variance, moments.features(), columns)
                             : default_variance(moments, options, columns),
              std::vector<double>(moments.features())};
  if (!moments.sums.remainder.empty() && !given.mean) {
    prior.remainder = grand_mean_from(moments, prior.mean);
  }
  return prior;
}

void add_diagonal(Scatters& scatters, const std::vector<double>& diagonal) {
  for (std::size_t k = 0; k < scatters.count(); ++k) {
    const std::span<double> one = scatters.one(k);
    for (std::size_t j = 0; j < scatters.d; ++j) {
      one[scatters.shape == Shape::matrix     ? j * scatters.d + j
          : scatters.shape == Shape::diagonal ? j
                                              : 0] += diagonal[j];
    }
  }
}

// ν_n for a scatter S_n, with p the order of the Wishart (d; 1 for a diagonal's columns and for a sphere) and q the
// numbers that one row or one mean adds (1; d for a sphere). Σ is
//   mode S_n / (ν_n + p + 1 + q · means),  mean S_n / (ν_n − p − 1),  scale of t S_n / (ν_n − p + 1).
struct Posterior {
  double nu = 0;
  double order = 0;
  double divisor = 0;
  bool exists = false;
};

Posterior posterior_of(const Prior& prior, Estimator estimator, const Scatters& sums, double weight, double means) {
  const auto d = static_cast<double>(sums.d);
  const double numbers = sums.shape == Shape::trace ? d : 1;
  Posterior result{prior.nu + numbers * weight, sums.shape == Shape::matrix ? d : 1};
  if (estimator == Estimator::predictive) {
    result.divisor = result.nu - result.order + 1;
    result.exists = result.nu >= result.order;
    return result;
  }
  result.divisor =
      estimator == Estimator::map ? result.nu + result.order + 1 + numbers * means : result.nu - result.order - 1;
  result.exists = result.divisor > 0;
  return result;
}

[[noreturn]] void throw_no_estimate(const MomentBlock& moments, const GaussianOptions& options, bool shared,
                                    std::size_t k, const Posterior& posterior) {
  std::string name = "predictive estimate";
  std::string bound = fmt::format("at least {}", posterior.order);
  if (options.estimator == Estimator::mean) {
    name = "posterior mean";
    bound = fmt::format("greater than {}", posterior.order + 1);
  } else if (options.estimator == Estimator::map) {
    name = "posterior mode";
    bound = fmt::format("greater than {}", posterior.nu - posterior.divisor);
  }
  const std::uint64_t rows = shared ? moments.classes.total_rows() : moments.classes.rows[k];
  throw Error(ErrorCode::bad_data,
              fmt::format("there is no {} of {}: nu is {} with {} row{}, and must be {}; more rows raise it", name,
                          name_of_covariance(moments, shared, k), posterior.nu, rows, rows == 1 ? "" : "s", bound),
              shared ? std::string() : fmt::format("class {}", shown(moments.classes.labels[k])),
              remedies(moments, options));
}

// What a scatter weighs in the column that has the fewest values.
double least_weight(const Scatters& sums, std::size_t k) {
  double most = 0;
  for (std::size_t j = 0; j < sums.d; ++j) {
    most = std::max(most, sums.lacking(k, j));
  }
  return sums.weight[k] - most;
}

void move_mean(Gaussians& gaussians, std::size_t at, double step) {
  const bool exact = !gaussians.remainder.empty();
  const TwoSum moved = TwoSum{gaussians.means[at], exact ? gaussians.remainder[at] : 0}.plus(step);
  gaussians.means[at] = moved.rounded;
  if (exact) {
    gaussians.remainder[at] = moved.remainder;
  }
}

// m_c in the place of x̄_c, and what its distance from m₀ adds to S_n.
void add_means(const MomentBlock& moments, const Prior& prior, Gaussians& result, Scatters& sums) {
  const std::size_t width = moments.features();
  for (std::size_t c = 0; c < moments.classes.size() && prior.kappa > 0; ++c) {
    const double n = moments.classes.weight[c];
    const double share = prior.kappa / (prior.kappa + n);
    std::vector<double> deviation(width);
    for (std::size_t j = 0; j < width; ++j) {
      deviation[j] = result.mean_from(c * width + j, prior.mean[j]) - prior.remainder[j];
      move_mean(result, c * width + j, -share * deviation[j]);
    }
    add_deviation(sums.shape, sums.one(result.shared ? 0 : c), select(deviation, width, result.columns), share * n);
  }
}

// Means under the prior where values are missing, so that n differs from column to column.
void add_means_by_column(const MomentBlock& moments, const Prior& prior, Gaussians& result, Scatters& sums) {
  const std::size_t width = moments.features();
  for (std::size_t c = 0; c < moments.classes.size() && prior.kappa > 0; ++c) {
    std::vector<double> deviation(width);  // times √(κ₀ n_c / κ_c)
    for (std::size_t j = 0; j < width; ++j) {
      const double n = moments.sums.column_weight[c * width + j];
      const double share = prior.kappa / (prior.kappa + n);
      const double above = result.mean_from(c * width + j, prior.mean[j]) - prior.remainder[j];
      deviation[j] = std::sqrt(share * n) * above;
      move_mean(result, c * width + j, -share * above);
    }
    add_deviation(sums.shape, sums.one(result.shared ? 0 : c), select(deviation, width, result.columns), 1);
  }
}

}  // namespace

Gaussians normal_inverse_wishart(const MomentBlock& moments, const GaussianOptions& options,
                                 std::vector<std::size_t> columns) {
  const Prior prior = complete_prior(moments, options, columns);
  Scatters sums = scatters(moments, options.structure, columns);
  add_diagonal(sums, prior.variance);
  Gaussians result;
  result.columns = std::move(columns);
  result.means = moments.sums.mean;
  result.remainder = moments.sums.remainder;
  result.shared = is_shared(options.structure);
  result.diagonal = sums.shape != Shape::matrix;
  result.nothing_to_shrink = sums.shape == Shape::trace;
  result.lambda.assign(sums.count(), 0);
  result.spread.assign(moments.classes.size(), 1);
  (sums.missing.empty() ? add_means : add_means_by_column)(moments, prior, result, sums);

  const std::size_t classes = moments.classes.size();
  const std::size_t sharing = result.shared ? classes : 1;
  const bool predictive = options.estimator == Estimator::predictive && sums.d > 0;
  for (std::size_t k = 0; k < sums.count(); ++k) {
    const auto posterior_at = [&](double weight) {
      return posterior_of(prior, options.estimator, sums, weight, static_cast<double>(sharing));
    };
    const Posterior posterior = posterior_at(sums.weight[k]);
    if (const Posterior least = posterior_at(least_weight(sums, k)); !least.exists && sums.d > 0) {
      throw_no_estimate(moments, options, result.shared, k, least);
    }
    // The numerator of a sphere is tr / d, so its divisor is divided by d too.
    result.divisor.push_back(sums.shape == Shape::trace ? posterior.divisor / static_cast<double>(sums.d)
                                                        : posterior.divisor);
    if (predictive) {
      result.degrees.insert(result.degrees.end(), sharing, posterior.divisor);
    }
  }
  if (predictive) {
    result.tail = sums.shape == Shape::diagonal ? Tail::column_t : Tail::joint_t;
    for (std::size_t c = 0; c < classes; ++c) {
      const double kappa = prior.kappa + moments.classes.weight[c];
      result.spread[c] = (kappa + 1) / kappa;
    }
  }
  adjust_for_missing(sums, result.divisor);
  result.numerator = as_numerators(std::move(sums));
  return result;
}

}  // namespace suffice
