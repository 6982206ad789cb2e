#include "evaluate/criteria/sum_criteria.hpp"

#include <cmath>
#include <numbers>
#include <numeric>

#include "estimate/amounts/amounts.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/moments/complete_sums.hpp"
#include "estimate/moments/scatters.hpp"
#include "estimate/pseudocounts.hpp"
#include "estimate/read_block.hpp"
#include "estimate/terms/term_selection.hpp"
#include "math/linear/symmetric.hpp"
#include "math/special/log_gamma.hpp"
#include "math/special/not_a_number.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

constexpr double log_two_pi = 2 * half_log_two_pi;

/// Error (usage) where the sums do not hold what the structure needs.
void check_kind(const MomentBlock& moments, Structure structure) {
  if (!contains(moments.sums.kind, moments_needed(GaussianOptions{.structure = structure}).moments)) {
    throw Error(ErrorCode::usage, "the sums do not hold the covariances of each class");
  }
}

bool is_incomplete(const MomentBlock& moments) {
  return moments.sums.has_patterns() || !moments.sums.column_weight.empty();
}

/// The columns that all structures are compared on. Error (bad_data) where a class has no value in one of them.
std::vector<std::size_t> compared_columns(const MomentBlock& moments) {
  std::vector<std::size_t> columns = informative_columns(moments, {.structure = Structure::shared_diagonal});
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    for (const std::size_t j : columns) {
      if (moments.classes.weight[c] > 0 && !(column_weight(moments, c, j) > 0)) {
        throw Error(ErrorCode::bad_data, "a class has no value in a column: it has no likelihood");
      }
    }
  }
  return columns;
}

/// log |A / divisor|. Error (bad_data) where A is singular.
double log_determinant(std::span<const double> matrix, std::size_t d, double divisor) {
  const auto factor = cholesky({matrix.begin(), matrix.end()}, d, 1);
  if (!factor) throw Error(ErrorCode::bad_data, "a covariance is singular: it has no likelihood");
  return factor->log_determinant - static_cast<double>(d) * std::log(divisor);
}

double log_variance(double scatter, double divisor) {
  if (!(scatter > 0)) throw Error(ErrorCode::bad_data, "a variance is 0: it has no likelihood");
  return std::log(scatter / divisor);
}

/// log Γ_d(x + step) − log Γ_d(x), less what does not depend on them.
double multivariate_increase(std::size_t d, double x, double step) {
  double sum = 0;
  for (std::size_t j = 0; j < d; ++j) sum += log_gamma_increase(x - static_cast<double>(j) / 2, step);
  return sum;
}

/// The prior of the means about the grand mean: Σ_c κ₀ n_c / κ_c (x̄_c − m₀)(·)ᵀ in a shape, and ½ d Σ log(κ₀ / κ_c).
struct MeanPrior {
  static constexpr double kappa = 0.01;
  Scatters scatters;
  std::vector<double> log_volume;  // one for each scatter
};

MeanPrior mean_prior(const MomentBlock& moments, const Scatters& like, std::span<const std::size_t> columns) {
  MeanPrior prior{like, std::vector<double>(like.count())};
  std::ranges::fill(prior.scatters.values, 0.0);
  const std::vector<double> centre = grand_mean(moments);
  const std::size_t d = moments.features();
  for (std::size_t c = 0; c < moments.classes.size(); ++c) {
    const double n = moments.classes.weight[c];
    if (!(n > 0)) continue;
    const std::size_t k = like.count() == 1 ? 0 : c;
    std::vector<double> deviation;
    for (const std::size_t j : columns) deviation.push_back(moments.sums.mean[c * d + j] - centre[j]);
    add_deviation(like.shape, prior.scatters.one(k), deviation, MeanPrior::kappa * n / (MeanPrior::kappa + n));
    prior.log_volume[k] +=
        static_cast<double>(columns.size()) / 2 * std::log(MeanPrior::kappa / (MeanPrior::kappa + n));
  }
  return prior;
}

/// −(n/2) log π + log Γ((ν₀+n)/2) − log Γ(ν₀/2) + (ν₀/2) log s₀ − ((ν₀+n)/2) log s_n: one variance with n numbers.
double variance_evidence(double n, double scatter, double prior_scatter) {
  constexpr double nu = 3;
  return -n / 2 * std::log(std::numbers::pi) + log_gamma_increase(nu / 2, n / 2) +
         nu / 2 * log_variance(prior_scatter, 1) - (nu + n) / 2 * std::log(scatter);
}

double matrix_evidence(double n, std::span<const double> scatter, std::span<const double> prior_diagonal) {
  const std::size_t d = prior_diagonal.size();
  const double nu = static_cast<double>(d) + 2;
  double log_prior = 0;
  for (const double variance : prior_diagonal) log_prior += log_variance(variance, 1);
  return -n * static_cast<double>(d) / 2 * std::log(std::numbers::pi) + multivariate_increase(d, nu / 2, n / 2) +
         nu / 2 * log_prior - (nu + n) / 2 * log_determinant(scatter, d, 1);
}

double scalar_pseudocount(const Pseudocount& pseudocount, Estimator estimator) {
  if (!pseudocount.rules.empty()) throw Error(ErrorCode::usage, "a table of pseudocounts is not compared");
  return pseudocount.usual(estimator);
}

}  // namespace

Likelihood gaussian_likelihood(const MomentBlock& moments, Structure structure) {
  check_kind(moments, structure);
  if (moments.sums.has_patterns()) {
    if (shape_of(structure) == Shape::matrix) {
      throw Error(ErrorCode::usage, "the likelihood of incomplete rows is not computed for covariances");
    }
    const Moments by_column = without_patterns(moments, {.structure = structure}, 1);
    return gaussian_likelihood({moments.block, moments.classes, by_column}, structure);
  }
  const std::vector<std::size_t> columns = compared_columns(moments);
  const auto d = static_cast<double>(columns.size());
  const auto classes = static_cast<double>(moments.classes.size());
  const bool is_fixed = structure == Structure::identity;
  Scatters found = is_fixed ? pooled_scatters(moments, Shape::trace, columns) : scatters(moments, structure, columns);
  double sum = 0;  // of −2 log likelihood
  for (std::size_t k = 0; k < found.count(); ++k) {
    const double weight = found.weight[k];
    if (!(weight > 0)) continue;
    if (found.shape == Shape::matrix) {
      sum += weight * (d * (log_two_pi + 1) + log_determinant(found.one(k), columns.size(), weight));
    } else if (found.shape == Shape::diagonal) {
      for (std::size_t j = 0; j < columns.size(); ++j) {
        const double known = weight - found.lacking(k, j);
        sum += known * (log_two_pi + 1 + log_variance(found.one(k)[j], known));
      }
    } else {
      const double known = (weight - found.lacking(k, 0)) * d;  // numbers
      const double scatter = found.one(k)[0];
      sum += known * log_two_pi + (is_fixed ? scatter : known * (1 + log_variance(scatter, known)));
    }
  }
  const double shape = found.shape == Shape::matrix ? d * (d + 1) / 2 : found.shape == Shape::diagonal ? d : 1;
  return {-0.5 * sum, classes * d + (is_fixed ? 0 : static_cast<double>(found.count()) * shape)};
}

double gaussian_evidence(const MomentBlock& moments, Structure structure) {
  check_kind(moments, structure);
  if (is_incomplete(moments)) {
    throw Error(ErrorCode::usage, "the marginal likelihood of incomplete rows is not computed");
  }
  const std::vector<std::size_t> columns = compared_columns(moments);
  const bool is_fixed = structure == Structure::identity;
  Scatters found = is_fixed ? pooled_scatters(moments, Shape::trace, columns) : scatters(moments, structure, columns);
  MeanPrior prior = mean_prior(moments, found, columns);
  const double n = moments.classes.total_weight();
  const double degrees = n - static_cast<double>(moments.classes.size());
  std::vector<double> variances = select(pooled_variation(moments), moments.features(), columns);
  for (double& variance : variances) variance /= degrees;
  const auto d = static_cast<double>(columns.size());
  double sum = 0;
  for (std::size_t k = 0; k < found.count(); ++k) {
    const double weight = found.weight[k];
    sum += prior.log_volume[k];
    if (!(weight > 0)) continue;
    std::vector<double> scatter(found.one(k).begin(), found.one(k).end());
    for (std::size_t j = 0; j < scatter.size(); ++j) scatter[j] += prior.scatters.one(k)[j];
    if (is_fixed) {
      sum -= 0.5 * (n * d * log_two_pi + scatter[0]);
    } else if (found.shape == Shape::matrix) {
      for (std::size_t j = 0; j < columns.size(); ++j) scatter[j * (columns.size() + 1)] += variances[j];
      sum += matrix_evidence(weight, scatter, variances);
    } else if (found.shape == Shape::diagonal) {
      for (std::size_t j = 0; j < columns.size(); ++j) {
        sum += variance_evidence(weight, scatter[j] + variances[j], variances[j]);
      }
    } else {
      const double variance = std::accumulate(variances.begin(), variances.end(), 0.0) / d;
      sum += variance_evidence(weight * d, scatter[0] + variance, variance);
    }
  }
  return sum;
}

namespace {

/// count · log(share), 0 where nothing was counted.
double times_log(double count, double share) { return count > 0 ? count * std::log(share) : 0; }

double log_likelihood(AmountFamily family, const ColumnAmounts& own) {
  if (const AmountProblem* const problem = amount_problem(family, Estimator::mle, own, {})) {
    throw Error(ErrorCode::bad_data, "a class " + problem->message);
  }
  const auto [first, second] = amount_parameters(family, Estimator::mle, own, {});
  switch (family) {
    case AmountFamily::poisson:
      return times_log(own.sum, first) - own.weight * first;
    case AmountFamily::exponential:
      return own.weight * std::log(first) - first * own.sum;
    case AmountFamily::geometric:
      return own.weight * std::log(first) + times_log(own.sum, 1 - first);
    case AmountFamily::gamma:
      break;
  }
  return own.weight * (first * std::log(second) - log_gamma(first)) + (first - 1) * own.log_sum - second * own.sum;
}

}  // namespace

Likelihood likelihood(const ValueBlock& counts, const ValueOptions& options) {
  if (options.dependence != Dependence::none) {
    throw Error(ErrorCode::usage, "columns that depend on each other have no likelihood here");
  }
  const std::size_t classes = counts.classes.size();
  Likelihood all;
  const double* count = counts.sums.counts.data();
  for (const std::vector<std::string>& values : counts.sums.values) {
    for (std::size_t c = 0; c < classes; ++c) {
      double total = 0;
      for (std::size_t v = 0; v < values.size(); ++v) total += count[v * classes + c];
      for (std::size_t v = 0; v < values.size(); ++v) {
        all.log_likelihood += times_log(count[v * classes + c], count[v * classes + c] / total);
      }
    }
    if (!values.empty()) all.parameters += static_cast<double>(classes * (values.size() - 1));
    count += values.size() * classes;
  }
  return all;
}

Likelihood likelihood(const TermBlock& counts, const TermOptions& options) {
  if (!is_density(options.family) || options.tf_idf) {
    throw Error(ErrorCode::usage, "scores of complement-nb and of terms weighed by their rarity have no likelihood");
  }
  const TermSelection selection = select_terms(counts, options);
  const std::size_t classes = counts.classes.size();
  const bool is_presence = options.family == TermFamily::bernoulli;
  const std::vector<double>& used = is_presence || options.boolean ? counts.sums.documents : counts.sums.tokens;
  std::vector<double> totals = is_presence ? counts.classes.weight : std::vector<double>(classes);
  Likelihood all;
  for (std::size_t k = 0; k < counts.sums.terms(); ++k) {
    if (selection.kept[k] == 0) continue;
    for (std::uint64_t entry = counts.sums.offsets[k]; entry < counts.sums.offsets[k + 1]; ++entry) {
      const std::uint32_t c = counts.sums.classes[entry];
      all.log_likelihood += times_log(used[entry], used[entry]);  // less log total, below
      if (!is_presence) totals[c] += used[entry];
      if (is_presence) all.log_likelihood += times_log(totals[c] - used[entry], totals[c] - used[entry]);
      if (is_presence) all.log_likelihood -= times_log(totals[c], totals[c]);
    }
  }
  for (const double total : totals) all.log_likelihood -= is_presence ? 0 : times_log(total, total);
  const auto size = static_cast<double>(selection.size() + selection.declared.size());
  all.parameters = static_cast<double>(classes) * (is_presence ? size : size - 1);
  return all;
}

Likelihood likelihood(const AmountBlock& sums, const AmountOptions& options) {
  Likelihood all;
  const double parameters = options.family == AmountFamily::gamma ? 2 : 1;
  for (std::size_t j = 0; j < sums.features(); ++j) {
    if (is_unseen(sums, j)) continue;
    for (std::size_t c = 0; c < sums.classes.size(); ++c) {
      if (!(sums.classes.weight[c] > 0)) continue;
      all.log_likelihood += log_likelihood(options.family, column_sums(sums, c, j));
      all.parameters += parameters;
    }
  }
  return all;
}

double evidence(const ValueBlock& counts, const ValueOptions& options) {
  if (options.dependence != Dependence::none) {
    throw Error(ErrorCode::usage, "columns that depend on each other have no marginal likelihood here");
  }
  const double beta = scalar_pseudocount(options.pseudocount, options.estimator);
  const std::size_t classes = counts.classes.size();
  double sum = 0;
  const double* count = counts.sums.counts.data();
  for (const std::vector<std::string>& values : counts.sums.values) {
    const std::size_t places = values.size() + (options.unseen == Unseen::reserve ? 1 : 0);
    for (std::size_t c = 0; c < classes; ++c) {
      double total = 0;
      for (std::size_t v = 0; v < values.size(); ++v) {
        sum += log_gamma_increase(beta, count[v * classes + c]);
        total += count[v * classes + c];
      }
      sum -= log_gamma_increase(beta * static_cast<double>(places), total);
    }
    count += values.size() * classes;
  }
  return sum;
}

double evidence(const TermBlock& counts, const TermOptions& options) {
  if (!is_density(options.family)) {
    throw Error(ErrorCode::usage, "scores of complement-nb are no density: they have no marginal likelihood");
  }
  const double beta = scalar_pseudocount(options.pseudocount, options.estimator);
  const TermSelection selection = select_terms(counts, options);
  const std::size_t classes = counts.classes.size();
  const bool is_presence = options.family == TermFamily::bernoulli;
  const std::vector<double>& used = is_presence || options.boolean ? counts.sums.documents : counts.sums.tokens;
  std::vector<double> totals(classes);
  std::vector<double> present(classes);  // of Bernoulli: terms that occur in the class
  double sum = 0;
  for (std::size_t k = 0; k < counts.sums.terms(); ++k) {
    if (selection.kept[k] == 0) continue;
    for (std::uint64_t entry = counts.sums.offsets[k]; entry < counts.sums.offsets[k + 1]; ++entry) {
      const std::uint32_t c = counts.sums.classes[entry];
      sum += log_gamma_increase(beta, used[entry]);
      totals[c] += used[entry];
      if (!is_presence) continue;
      sum += log_gamma_increase(beta, counts.classes.weight[c] - used[entry]);
      ++present[c];
    }
  }
  const auto size = static_cast<double>(selection.size() + selection.declared.size());
  for (std::size_t c = 0; c < classes; ++c) {
    const double n = counts.classes.weight[c];
    if (is_presence) {
      sum += (size - present[c]) * log_gamma_increase(beta, n) - size * log_gamma_increase(2 * beta, n);
    } else {
      sum -= log_gamma_increase(beta * size, totals[c]);
    }
  }
  return sum;
}

double evidence(const AmountBlock& sums, const AmountOptions& options) {
  if (options.family == AmountFamily::gamma) {
    throw Error(ErrorCode::usage, "gamma-nb has no conjugate prior, and so no marginal likelihood");
  }
  const double rows = scalar_pseudocount(options.pseudocount, options.estimator);
  const std::size_t d = sums.features();
  double sum = 0;
  for (std::size_t j = 0; j < d; ++j) {
    double total = 0;
    double weight = 0;
    for (std::size_t c = 0; c < sums.classes.size(); ++c) {
      total += sums.sums.sum[c * d + j];
      weight += sums.sums.weight[c * d + j];
    }
    if (!(total > 0)) continue;
    const double amount = rows * total / weight;  // of the pseudo-rows
    for (std::size_t c = 0; c < sums.classes.size(); ++c) {
      const double n = sums.sums.weight[c * d + j];
      const double t = sums.sums.sum[c * d + j];
      switch (options.family) {
        case AmountFamily::poisson:
          sum += log_gamma_increase(amount, t) + amount * std::log(rows) - (amount + t) * std::log(rows + n);
          break;
        case AmountFamily::exponential:
          sum += log_gamma_increase(rows, n) + rows * std::log(amount) - (rows + n) * std::log(amount + t);
          break;
        case AmountFamily::geometric:
          sum += log_gamma_increase(rows, n) + log_gamma_increase(amount, t) - log_gamma_increase(rows + amount, n + t);
          break;
        case AmountFamily::gamma:  // an Error above
          break;
      }
    }
  }
  return sum;
}

namespace {

struct LikelihoodOf {
  const ReadBlock& read;

  Likelihood operator()(const GaussianOptions& gaussian) const {
    return gaussian_likelihood(read.of<Moments>(), gaussian.structure);
  }
  Likelihood operator()(const TermOptions& terms) const { return likelihood(read.of<TermCounts>(), terms); }
  Likelihood operator()(const ValueOptions& values) const { return likelihood(read.of<ValueCounts>(), values); }
  Likelihood operator()(const AmountOptions& amounts) const { return likelihood(read.of<AmountSums>(), amounts); }
};

}  // namespace

OptionScore likelihood_criterion(const Summary& summary, const Options& options, double penalty) {
  try {
    Likelihood all;
    const std::vector<double> prior = class_prior(summary.classes, options.class_prior);
    for (std::size_t c = 0; c < prior.size(); ++c) {
      all.log_likelihood += summary.classes.weight[c] > 0 ? summary.classes.weight[c] * std::log(prior[c]) : 0;
    }
    if (std::holds_alternative<EmpiricalPrior>(options.class_prior))
      all.parameters += static_cast<double>(prior.size()) - 1;
    for (const Reading& reading : options.readings) {
      if (reading.pooled()) continue;
      const ReadBlock read(summary, reading);
      const Likelihood one = std::visit(LikelihoodOf{read}, reading.options);
      all.log_likelihood += one.log_likelihood;
      all.parameters += one.parameters;
    }
    return {penalty * all.parameters - 2 * all.log_likelihood};
  } catch (const Error& error) {
    return {not_a_number, error.message()};
  }
}

namespace {

struct EvidenceOf {
  const ReadBlock& read;

  double operator()(const GaussianOptions& gaussian) const {
    return gaussian_evidence(read.of<Moments>(), gaussian.structure);
  }
  double operator()(const TermOptions& terms) const { return evidence(read.of<TermCounts>(), terms); }
  double operator()(const ValueOptions& values) const { return evidence(read.of<ValueCounts>(), values); }
  double operator()(const AmountOptions& amounts) const { return evidence(read.of<AmountSums>(), amounts); }
};

}  // namespace

OptionScore evidence_criterion(const Summary& summary, const Options& options) {
  try {
    double sum = 0;
    for (const Reading& reading : options.readings) {
      if (reading.pooled()) continue;
      const ReadBlock read(summary, reading);
      sum += std::visit(EvidenceOf{read}, reading.options);
    }
    return {-2 * sum};
  } catch (const Error& error) {
    return {not_a_number, error.message()};
  }
}

}  // namespace suffice
