#include "estimate/amounts/amounts.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/pseudocounts.hpp"
#include "math/special/digamma.hpp"

namespace suffice {

namespace {

bool is_positive(double value) { return value > 0 && std::isfinite(value); }

ColumnAmounts together(const ColumnAmounts& a, const ColumnAmounts& b) {
  return {a.weight + b.weight, a.sum + b.sum, a.log_sum + b.log_sum};
}

// log x̄ − mean log x.
double log_mean_less_mean_log(const ColumnAmounts& sums) {
  return std::log(sums.sum / sums.weight) - sums.log_sum / sums.weight;
}

Remedy estimate_mean() { return {"estimate", {"mean"}}; }

const AmountProblem* conjugate_problem(AmountFamily family, Estimator estimator, const ColumnAmounts& sums) {
  static const AmountProblem only_zeros{
      "has nothing but zeros, which has no exponential rate (if other classes have more, a pseudocount above 0 gives "
      "one to the estimate mean)",
      {estimate_mean()}};
  static const AmountProblem no_mode{
      "has so few rows, or so small values, that the posterior has no mode; the estimate mean, or a larger "
      "pseudocount, has a value",
      {estimate_mean(), {"pseudocount", {"B"}}}};
  const double mode = estimator == Estimator::map ? 1 : 0;
  if (family == AmountFamily::exponential && !is_positive(sums.sum)) {
    return &only_zeros;
  }
  const bool few_rows = sums.weight <= mode && family != AmountFamily::poisson;
  const bool small_values = sums.sum < mode && family != AmountFamily::exponential;
  return few_rows || small_values ? &no_mode : nullptr;
}

const AmountProblem* gamma_problem(const ColumnAmounts& sums) {
  static const AmountProblem all_equal{
      "has values that are all equal, or nearly so, for which a Gamma model has no shape (if other classes vary, a "
      "pseudocount above 0 gives one to the estimate mean)",
      {estimate_mean()}};
  constexpr double least = 1e-12;  // of log x̄ − mean log x, which rounding of the sums makes of no variance at all
  const bool varies = log_mean_less_mean_log(sums) > least * (1 + std::abs(sums.log_sum / sums.weight));
  return varies ? nullptr : &all_equal;
}

}  // namespace

// Newton on 1/k, in which log k − ψ(k) is nearly linear at both ends (1/2k for large k, 1/k for small): with
// h(k) = log k − ψ(k), d h / d(1/k) = k² ψ′(k) − k.
double gamma_shape(double s) {
  double shape = (3 - s + std::sqrt((s - 3) * (s - 3) + 24 * s)) / (12 * s);  // Minka's start, within 2 %
  for (int step = 0; step < 50; ++step) {
    const double slope = shape * shape * trigamma(shape) - shape;
    const double inverse = 1 / shape + (s - log_less_digamma(shape)) / slope;
    const double next = 1 / inverse;
    if (!is_positive(next)) {
      break;
    }
    const bool done = std::abs(next - shape) <= 4e-16 * shape;
    shape = next;
    if (done) {
      break;
    }
  }
  return shape;
}

ColumnAmounts column_sums(const AmountBlock& sums, std::size_t c, std::size_t j) {
  const std::size_t k = c * sums.features() + j;
  return {sums.sums.weight[k], sums.sums.sum[k], sums.sums.log_sum[k]};
}

ColumnAmounts pooled_column(const AmountBlock& sums, std::size_t j) {
  ColumnAmounts pooled;
  for (std::size_t c = 0; c < sums.classes.size(); ++c) {
    pooled = together(pooled, column_sums(sums, c, j));
  }
  return pooled;
}

bool is_unseen(const AmountBlock& sums, std::size_t j) {
  return sums.block.open_columns && pooled_column(sums, j).sum == 0;
}

ColumnAmounts pseudo_rows(const ColumnAmounts& pooled, double count) {
  if (!(pooled.weight > 0)) {
    return {};
  }
  return {count, count * (pooled.sum / pooled.weight), count * (pooled.log_sum / pooled.weight)};
}

const AmountProblem* amount_problem(AmountFamily family, Estimator estimator, const ColumnAmounts& own,
                                    const ColumnAmounts& prior) {
  static const AmountProblem no_value{"has no value in this column, and so no parameters without a pseudocount above 0",
                                      {estimate_mean()}};
  static const AmountProblem not_finite{
      "has values too large or too small to work with; use another unit for this column"};
  const ColumnAmounts sums = together(own, prior);
  if (!(sums.weight > 0)) {
    return &no_value;
  }
  const AmountProblem* problem =
      family == AmountFamily::gamma ? gamma_problem(sums) : conjugate_problem(family, estimator, sums);
  if (problem != nullptr) {
    return problem;
  }
  const AmountParameters found = amount_parameters(family, estimator, own, prior);
  return std::isfinite(found.first) && std::isfinite(found.second) ? nullptr : &not_finite;
}

AmountParameters amount_parameters(AmountFamily family, Estimator estimator, const ColumnAmounts& own,
                                   const ColumnAmounts& prior) {
  const auto [rows, total, log_total] = together(own, prior);
  const bool predictive = estimator == Estimator::predictive;
  const double mode = estimator == Estimator::map ? 1 : 0;
  switch (family) {
    case AmountFamily::poisson:
      return predictive ? AmountParameters{total, rows} : AmountParameters{(total - mode) / rows, 0};
    case AmountFamily::exponential:
      return predictive ? AmountParameters{rows, total} : AmountParameters{(rows - mode) / total, 0};
    case AmountFamily::geometric:
      return predictive ? AmountParameters{rows, total}
                        : AmountParameters{(rows - mode) / (rows + total - 2 * mode), 0};
    case AmountFamily::gamma:
      break;
  }
  const double shape = gamma_shape(log_mean_less_mean_log({rows, total, log_total}));
  return {shape, shape / (total / rows)};
}

namespace {

// Why values of class c cannot be those of a family, whatever the estimate; nullptr: they can.
const char* value_problem(const AmountBlock& sums, std::size_t c, std::size_t j, AmountFamily family) {
  const std::size_t k = c * sums.features() + j;
  const bool counts = family == AmountFamily::poisson || family == AmountFamily::geometric;
  if (counts && sums.sums.fractional[k] > 0) {
    return family == AmountFamily::poisson
               ? "has values that are not whole numbers, which a Poisson model cannot have"
               : "has values that are not whole numbers, which a geometric model cannot have";
  }
  return family == AmountFamily::gamma && sums.sums.zeros[k] > 0 ? "has zeros, which a Gamma model cannot have"
                                                                 : nullptr;
}

// What the pseudocounts add to the sums of class c.
ColumnAmounts prior_of(const AmountBlock& sums, std::size_t c, std::size_t j, const AmountOptions& options,
                       const Pseudocounts& pseudocounts) {
  const ColumnAmounts pooled = pooled_column(sums, j);
  if (options.estimator == Estimator::mle || !(pooled.weight > 0)) {
    return {};
  }
  return pseudo_rows(pooled, pseudocounts.of(sums.classes.labels[c], sums.block.features[j]));
}

// Whether every class with rows has parameters in column j.
bool can_be(const AmountBlock& sums, std::size_t j, const AmountOptions& options) {
  if (options.family == AmountFamily::exponential && !(pooled_column(sums, j).sum > 0)) {
    return false;
  }
  const Pseudocounts pseudocounts(options.pseudocount, options.estimator);
  for (std::size_t c = 0; c < sums.classes.size(); ++c) {
    if (value_problem(sums, c, j, options.family) != nullptr) {
      return false;
    }
    if (sums.classes.rows[c] > 0 && amount_problem(options.family, options.estimator, column_sums(sums, c, j),
                                                   prior_of(sums, c, j, options, pseudocounts)) != nullptr) {
      return false;
    }
  }
  return true;
}

// The other roles that column j can have, as far as its sums say.
std::vector<Remedy> other_roles(const AmountBlock& sums, std::size_t j, AmountOptions options) {
  const AmountFamily refused = options.family;
  std::vector<Remedy> remedies;
  for (const auto& [family, role] : {std::pair(AmountFamily::gamma, Role::gamma),
                                     {AmountFamily::exponential, Role::exponential},
                                     {AmountFamily::poisson, Role::poisson}}) {
    options.family = family;
    if (family != refused && can_be(sums, j, options)) {
      remedies.push_back({"column", {sums.block.features[j] + "=" + to_text(role)}});
    }
  }
  remedies.push_back({"column", {sums.block.features[j] + "=number"}});
  return remedies;
}

[[noreturn]] void refuse(const AmountBlock& sums, std::size_t c, std::size_t j, const std::string& message,
                         std::vector<Remedy> remedies) {
  const std::string& column = sums.block.features[j];
  if (std::ranges::find(remedies, "pseudocount", &Remedy::option) == remedies.end()) {
    remedies.push_back({"drop", {column}});
  }
  throw Error(ErrorCode::bad_data, fmt::format("class {} {}", quoted(sums.classes.labels[c]), message),
              fmt::format("column {}", shown(column)), std::move(remedies));
}

// The remedies of a problem without the estimate that has it.
std::vector<Remedy> other_estimates(const AmountProblem& problem, Estimator estimator) {
  std::vector<Remedy> remedies = problem.remedies;
  std::erase(remedies, Remedy{"estimate", {to_text(estimator)}});
  return remedies;
}

// exponential: pseudo-rows at a mean of 0 are no help.
void refuse_zero_columns(const AmountBlock& sums) {
  std::vector<std::size_t> zero;
  for (std::size_t j = 0; j < sums.features(); ++j) {
    const ColumnAmounts pooled = pooled_column(sums, j);
    if (!is_unseen(sums, j) && pooled.weight > 0 && pooled.sum == 0) {
      zero.push_back(j);
    }
  }
  if (!zero.empty()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} {} 0 in every row, which has no exponential rate", list_features(sums.block, zero),
                            zero.size() == 1 ? "is" : "are"),
                fmt::format("column {}", shown(sums.block.features[zero.front()])), {dropping(sums.block, zero)});
  }
}

}  // namespace

Amounts amounts(const AmountBlock& sums, const AmountOptions& options) {
  check_options(options);
  const std::size_t classes = sums.classes.size();
  const std::size_t d = sums.features();
  const Pseudocounts pseudocounts(options.pseudocount, options.estimator);
  Amounts result;
  result.family = options.family;
  result.predictive = options.estimator == Estimator::predictive;
  result.classes = classes;
  result.first.resize(classes * d);
  if (result.predictive || options.family == AmountFamily::gamma) {
    result.second.resize(classes * d);
  }
  if (options.family == AmountFamily::exponential) {
    refuse_zero_columns(sums);
  }
  for (std::size_t j = 0; j < d; ++j) {
    if (is_unseen(sums, j)) {
      result.unseen.resize(d);
      result.unseen[j] = 1;
      continue;
    }
    const ColumnAmounts pooled = pooled_column(sums, j);
    for (std::size_t c = 0; c < classes; ++c) {
      if (const char* const problem = value_problem(sums, c, j, options.family)) {
        refuse(sums, c, j, problem, other_roles(sums, j, options));
      }
      ColumnAmounts own = column_sums(sums, c, j);
      const ColumnAmounts prior = prior_of(sums, c, j, options, pseudocounts);
      const AmountProblem* problem = amount_problem(options.family, options.estimator, own, prior);
      if (problem != nullptr && sums.classes.rows[c] == 0) {
        own = pooled;
        result.borrowed.push_back({c, j});
        problem = amount_problem(options.family, options.estimator, own, prior);
      }
      if (problem != nullptr) {
        refuse(sums, c, j, problem->message, other_estimates(*problem, options.estimator));
      }
      const AmountParameters found = amount_parameters(options.family, options.estimator, own, prior);
      result.first[c * d + j] = found.first;
      if (!result.second.empty()) {
        result.second[c * d + j] = found.second;
      }
    }
  }
  return result;
}

void check_borrowed(const Amounts& amounts, const Block& block, std::span<const std::string> labels,
                    std::span<const double> class_prior) {
  for (const auto& [c, j] : amounts.borrowed) {
    if (class_prior[c] > 0) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("class {} was declared and has no rows, and so no parameters without a pseudocount above "
                              "0; fit rows of it, or do not declare it",
                              quoted(labels[c])),
                  fmt::format("column {}", shown(block.features[j])),
                  {estimate_mean(), {"class-prior", {"empirical"}}});
    }
  }
}

}  // namespace suffice
