#include "estimate/amounts/amounts.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"
#include "estimate/model_table.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/pseudocounts.hpp"
#include "math/special/digamma.hpp"

namespace suffice {

namespace {

[[noreturn]] void refuse(const AmountBlock& sums, std::size_t c, std::size_t j, const AmountProblem& problem) {
  const std::string& column = sums.block.features[j];
  std::vector<Remedy> remedies = problem.remedies;
  for (Remedy& remedy : remedies) {
    if (remedy.option == "drop") {
      remedy.values = {column};
    }
  }
  throw Error(ErrorCode::bad_data, fmt::format("class {} {}", quoted(sums.classes.labels[c]), problem.message),
              fmt::format("column {}", shown(column)), std::move(remedies));
}

bool is_positive(double value) { return value > 0 && std::isfinite(value); }

void check_values(const AmountBlock& sums, std::size_t c, std::size_t j, AmountFamily family) {
  const std::size_t k = c * sums.features() + j;
  const bool counts = family == AmountFamily::poisson || family == AmountFamily::geometric;
  if (counts && sums.sums.fractional[k] > 0) {
    refuse(sums, c, j,
           {fmt::format("has values that are not whole numbers, which a {} model cannot have",
                        family == AmountFamily::poisson ? "Poisson" : "geometric"),
            {{"model", {"gamma-nb"}}, {"model", {"exponential-nb"}}, {"model", {"gaussian-nb"}}}});
  }
  if (family == AmountFamily::gamma && sums.sums.zeros[k] > 0) {
    refuse(sums, c, j,
           {"has zeros, which a Gamma model cannot have",
            {{"drop"}, {"model", {"exponential-nb"}}, {"model", {"gaussian-nb"}}}});
  }
}

ColumnAmounts together(const ColumnAmounts& a, const ColumnAmounts& b) {
  return {a.weight + b.weight, a.sum + b.sum, a.log_sum + b.log_sum};
}

// log x̄ − mean log x.
double log_mean_less_mean_log(const ColumnAmounts& sums) {
  return std::log(sums.sum / sums.weight) - sums.log_sum / sums.weight;
}

Remedy estimate_mean() { return {"estimate", {"mean"}}; }
// refuse() names the column.
Remedy drop_column() { return {"drop"}; }

const AmountProblem* conjugate_problem(AmountFamily family, Estimator estimator, const ColumnAmounts& sums) {
  static const AmountProblem only_zeros{
      "has nothing but zeros, which has no exponential rate (if other classes have more, a pseudocount above 0 gives "
      "one to the estimate mean)",
      {estimate_mean(), drop_column()}};
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
      {estimate_mean(), drop_column()}};
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
                                      {estimate_mean(), drop_column()}};
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
  if (family == AmountFamily::gamma) {
    const double shape = gamma_shape(log_mean_less_mean_log({rows, total, log_total}));
    return {shape, shape / (total / rows)};
  }
  if (estimator == Estimator::predictive) {
    return family == AmountFamily::poisson ? AmountParameters{total, rows} : AmountParameters{rows, total};
  }
  const double mode = estimator == Estimator::map ? 1 : 0;
  if (family == AmountFamily::poisson) {
    return {(total - mode) / rows, 0};
  }
  if (family == AmountFamily::exponential) {
    return {(rows - mode) / total, 0};
  }
  return {(rows - mode) / (rows + total - 2 * mode), 0};
}

namespace {

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
      check_values(sums, c, j, options.family);
      ColumnAmounts own = column_sums(sums, c, j);
      ColumnAmounts prior;
      if (options.estimator != Estimator::mle && pooled.weight > 0) {
        prior = pseudo_rows(pooled, pseudocounts.of(sums.classes.labels[c], sums.block.features[j]));
      }
      const AmountProblem* problem = amount_problem(options.family, options.estimator, own, prior);
      if (problem != nullptr && sums.classes.rows[c] == 0) {
        own = pooled;
        result.borrowed.push_back({c, j});
        problem = amount_problem(options.family, options.estimator, own, prior);
      }
      if (problem != nullptr) {
        refuse(sums, c, j, *problem);
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
