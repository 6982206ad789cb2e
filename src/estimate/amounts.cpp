#include "estimate/amounts.hpp"

#include <cmath>

#include <fmt/format.h>

#include "data/names.hpp"
#include "estimate/class_prior.hpp"
#include "estimate/columns.hpp"
#include "estimate/pseudocounts.hpp"
#include "math/digamma.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

/// One class and one column, for messages.
struct Place {
  const Summary& summary;
  std::size_t c;
  std::size_t j;

  template <typename... Parts>
  [[noreturn]] void refuse(fmt::format_string<Parts...> problem, Parts&&... parts) const {
    throw Error(ErrorCode::bad_data,
                fmt::format("class {} {}", quoted(summary.classes.labels[c]),
                            fmt::format(problem, std::forward<Parts>(parts)...)),
                fmt::format("column {}", shown(summary.schema.features[j])));
  }
};

bool is_positive(double value) { return value > 0 && std::isfinite(value); }

void check_values(const Place& place, Family family) {
  const AmountSums& sums = place.summary.amounts();
  const std::size_t k = place.c * place.summary.schema.features.size() + place.j;
  const bool counts = family == Family::poisson || family == Family::geometric;
  if (counts && sums.fractional[k] > 0) {
    place.refuse(
        "has values that are not whole numbers, which a {} model cannot have: try gamma-nb, exponential-nb or "
        "gaussian-nb",
        family == Family::poisson ? "Poisson" : "geometric");
  }
  if (family == Family::gamma && sums.zeros[k] > 0) {
    place.refuse(
        "has zeros, which a Gamma model cannot have: leave the column out (--drop), or try exponential-nb or "
        "gaussian-nb");
  }
}

ColumnAmounts together(const ColumnAmounts& a, const ColumnAmounts& b) {
  return {a.weight + b.weight, a.sum + b.sum, a.log_sum + b.log_sum};
}

// log x̄ − mean log x.
double log_mean_less_mean_log(const ColumnAmounts& sums) {
  return std::log(sums.sum / sums.weight) - sums.log_sum / sums.weight;
}

const char* conjugate_problem(Family family, Estimator estimator, const ColumnAmounts& sums) {
  const double mode = estimator == Estimator::map ? 1 : 0;
  if (family == Family::exponential && !is_positive(sums.sum)) {
    return "has nothing but zeros, which has no exponential rate: leave the column out (--drop), or give --estimate "
           "mean, with a pseudocount above 0, if other classes have more";
  }
  const bool few_rows = sums.weight <= mode && family != Family::poisson;
  const bool small_values = sums.sum < mode && family != Family::exponential;
  if (few_rows || small_values) {
    return "has so few rows, or so small values, that the posterior has no mode: give --estimate mean, or a larger "
           "pseudocount";
  }
  return nullptr;
}

const char* gamma_problem(const ColumnAmounts& sums) {
  constexpr double least = 1e-12;  // of log x̄ − mean log x, which rounding of the sums makes of no variance at all
  if (!(log_mean_less_mean_log(sums) > least * (1 + std::abs(sums.log_sum / sums.weight)))) {
    return "has values that are all equal, or nearly so, for which a Gamma model has no shape: give --estimate mean, "
           "with a pseudocount above 0, if other classes vary, or leave the column out (--drop)";
  }
  return nullptr;
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

ColumnAmounts column_sums(const Summary& summary, std::size_t c, std::size_t j) {
  const AmountSums& sums = summary.amounts();
  const std::size_t k = c * summary.schema.features.size() + j;
  return {sums.weight[k], sums.sum[k], sums.log_sum[k]};
}

ColumnAmounts pooled_column(const Summary& summary, std::size_t j) {
  ColumnAmounts pooled;
  for (std::size_t c = 0; c < summary.classes.size(); ++c) {
    pooled = together(pooled, column_sums(summary, c, j));
  }
  return pooled;
}

bool is_unseen(const Summary& summary, std::size_t j) {
  return summary.schema.open_columns && pooled_column(summary, j).sum == 0;
}

ColumnAmounts pseudo_rows(const ColumnAmounts& pooled, double count) {
  if (!(pooled.weight > 0)) {
    return {};
  }
  return {count, count * (pooled.sum / pooled.weight), count * (pooled.log_sum / pooled.weight)};
}

const char* amount_problem(Family family, Estimator estimator, const ColumnAmounts& own, const ColumnAmounts& prior) {
  const ColumnAmounts sums = together(own, prior);
  if (!(sums.weight > 0)) {
    return "has no value in this column: give --estimate mean, with a pseudocount above 0, or leave the column out "
           "(--drop)";
  }
  const char* problem = family == Family::gamma ? gamma_problem(sums) : conjugate_problem(family, estimator, sums);
  if (problem != nullptr) {
    return problem;
  }
  const AmountParameters found = amount_parameters(family, estimator, own, prior);
  return std::isfinite(found.first) && std::isfinite(found.second)
             ? nullptr
             : "has values too large or too small to work with; use another unit for this column";
}

AmountParameters amount_parameters(Family family, Estimator estimator, const ColumnAmounts& own,
                                   const ColumnAmounts& prior) {
  const auto [rows, total, log_total] = together(own, prior);
  if (family == Family::gamma) {
    const double shape = gamma_shape(log_mean_less_mean_log({rows, total, log_total}));
    return {shape, shape / (total / rows)};
  }
  if (estimator == Estimator::predictive) {
    return family == Family::poisson ? AmountParameters{total, rows} : AmountParameters{rows, total};
  }
  const double mode = estimator == Estimator::map ? 1 : 0;
  if (family == Family::poisson) {
    return {(total - mode) / rows, 0};
  }
  if (family == Family::exponential) {
    return {(rows - mode) / total, 0};
  }
  return {(rows - mode) / (rows + total - 2 * mode), 0};
}

namespace {

// exponential: pseudo-rows at a mean of 0 are no help.
void refuse_zero_columns(const Summary& summary) {
  std::vector<std::size_t> zero;
  for (std::size_t j = 0; j < summary.schema.features.size(); ++j) {
    const ColumnAmounts pooled = pooled_column(summary, j);
    if (!is_unseen(summary, j) && pooled.weight > 0 && pooled.sum == 0) {
      zero.push_back(j);
    }
  }
  if (!zero.empty()) {
    throw Error(ErrorCode::bad_data,
                fmt::format("{} {} 0 in every row, which has no exponential rate: leave {} out (--drop)",
                            list_features(summary.schema, zero), zero.size() == 1 ? "is" : "are",
                            zero.size() == 1 ? "it" : "them"),
                fmt::format("column {}", shown(summary.schema.features[zero.front()])));
  }
}

}  // namespace

Amounts amounts(const Summary& summary, const EstimateOptions& options) {
  const std::size_t classes = summary.classes.size();
  const std::size_t d = summary.schema.features.size();
  const Pseudocounts pseudocounts(options.pseudocount, options.estimator);
  Amounts result;
  result.family = options.family;
  result.predictive = options.estimator == Estimator::predictive;
  result.classes = classes;
  result.first.resize(classes * d);
  if (result.predictive || options.family == Family::gamma) {
    result.second.resize(classes * d);
  }
  if (options.family == Family::exponential) {
    refuse_zero_columns(summary);
  }
  const std::vector<double> class_priors = class_prior(summary.classes, options.class_prior);
  for (std::size_t j = 0; j < d; ++j) {
    if (is_unseen(summary, j)) {
      result.unseen.resize(d);
      result.unseen[j] = 1;
      continue;
    }
    const ColumnAmounts pooled = pooled_column(summary, j);
    for (std::size_t c = 0; c < classes; ++c) {
      const Place place{summary, c, j};
      check_values(place, options.family);
      ColumnAmounts own = column_sums(summary, c, j);
      ColumnAmounts prior;
      if (options.estimator != Estimator::mle && pooled.weight > 0) {
        prior = pseudo_rows(pooled, pseudocounts.of(summary.classes.labels[c], summary.schema.features[j]));
      }
      const char* problem = amount_problem(options.family, options.estimator, own, prior);
      if (problem != nullptr && summary.classes.rows[c] == 0) {
        own = pooled;  // of a class that no row can be of, any parameters will do
        problem = class_priors[c] > 0 ? "was declared and has no rows: give --estimate mean, with a pseudocount above "
                                        "0, fit rows of it, or do not declare it"
                                      : amount_problem(options.family, options.estimator, own, prior);
      }
      if (problem != nullptr) {
        place.refuse("{}", problem);
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

}  // namespace suffice
