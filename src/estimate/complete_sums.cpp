#include "estimate/complete_sums.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "estimate/check_sums.hpp"
#include "estimate/columns.hpp"
#include "estimate/gapped_sums.hpp"
#include "estimate/gaussians.hpp"
#include "estimate/scatters.hpp"
#include "estimate/singular.hpp"
#include "math/fixed_point.hpp"
#include "math/parallel.hpp"
#include "math/symmetric.hpp"
#include "suffice/error.hpp"
#include "suffice/sums_needed.hpp"
#include "summary/moments.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_steps = 5000;

// The same estimate over fewer columns, and of means less the origin.
struct Problem {
  const Summary& summary;
  Summary by_column;                 // mean and variation of what is there, of the classes or of all together
  std::vector<std::size_t> columns;  // that have a say
  std::vector<double> origin;        // of every feature
  Schema schema;                     // of the columns
  EstimateOptions options;           // for them
  bool pooled;

  [[nodiscard]] std::size_t classes() const { return summary.classes.size(); }
  [[nodiscard]] std::size_t sets() const { return pooled ? 1 : classes(); }
  [[nodiscard]] std::size_t size() const { return columns.size(); }
  [[nodiscard]] std::size_t width() const { return summary.schema.features.size(); }
  [[nodiscard]] MomentKind kind() const { return pooled ? MomentKind::pooled : MomentKind::full; }
  [[nodiscard]] double weight(std::size_t set) const {
    return pooled ? summary.classes.total_weight() : summary.classes.weight[set];
  }
};

// Where a class has no value, it starts from the mean of one that has, or from that of the prior.
void fill_means(Summary& by_column, const EstimateOptions& options) {
  Moments& moments = by_column.moments();
  const std::size_t width = by_column.schema.features.size();
  for (std::size_t j = 0; j < width; ++j) {
    std::optional<double> start;
    for (std::size_t at = j; at < moments.mean.size() && !start; at += width) {
      start = moments.column_weight[at] > 0 ? std::optional(moments.mean[at]) : std::nullopt;
    }
    for (std::size_t at = j; at < moments.mean.size(); at += width) {
      if (!(moments.column_weight[at] > 0)) {
        moments.mean[at] = start ? *start : (*options.gaussian_prior.mean)[j];
      }
    }
  }
}

Problem make_problem(const Summary& summary, const EstimateOptions& options) {
  const bool pooled = is_shared(options.structure);
  Problem problem{
      summary, read_as(summary, pooled ? MomentKind::pooled_diagonal : MomentKind::diagonal), {}, {}, {}, options,
      pooled};
  check_values_there(problem.by_column, options);
  problem.origin = grand_mean(problem.by_column);
  fill_means(problem.by_column, options);
  problem.columns = columns_with_a_say(problem.by_column, options);
  problem.schema.target = summary.schema.target;
  for (const std::size_t j : problem.columns) {
    problem.schema.features.push_back(summary.schema.features[j]);
  }
  problem.options.fisher.reset();
  GaussianPrior& prior = problem.options.gaussian_prior;
  if (prior.mean) {
    std::ranges::transform(*prior.mean, problem.origin, prior.mean->begin(), std::minus<>());
    prior.mean = select(*prior.mean, problem.width(), problem.columns);
  }
  if (prior.variance) {
    prior.variance = select(*prior.variance, problem.width(), problem.columns);
  }
  return problem;
}

// A point of the iteration: means, C × d, then scatters.
Point as_numbers(Moments moments) {
  Point numbers = std::move(moments.mean);
  numbers.insert(numbers.end(), moments.scatter.begin(), moments.scatter.end());
  return numbers;
}

Moments as_moments(const Problem& problem, const Point& numbers) {
  const auto scatter = numbers.begin() + static_cast<std::ptrdiff_t>(problem.classes() * problem.size());
  return {problem.kind(), {numbers.begin(), scatter}, {scatter, numbers.end()}, {}, {}};
}

// Means and variances of what is there, and no correlations.
Point without_correlations(const Problem& problem) {
  const std::size_t d = problem.size();
  const Moments& known = problem.by_column.moments();
  Moments start{problem.kind(), {}, std::vector<double>(problem.sets() * d * d), {}, {}};
  for (std::size_t c = 0; c < problem.classes(); ++c) {
    for (const std::size_t j : problem.columns) {
      start.mean.push_back(known.mean[c * problem.width() + j] - problem.origin[j]);
    }
  }
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    for (std::size_t i = 0; i < d; ++i) {
      const std::size_t j = problem.columns[i];
      double weight = 0;
      for (std::size_t c = 0; c < problem.classes(); ++c) {
        weight += problem.pooled || c == set ? known.column_weight[c * problem.width() + j] : 0;
      }
      const double variation = known.scatter[set * problem.width() + j];
      start.scatter[set * d * d + i * (d + 1)] = weight > 0 ? variation * (problem.weight(set) / weight) : 0;
    }
  }
  return as_numbers(std::move(start));
}

// The weight of the rows of a set that have both of two columns: d × d.
std::vector<double> pair_weights(const Problem& problem, std::size_t set) {
  const std::size_t d = problem.size();
  std::vector<double> weights(d * d);
  for (const Pattern& pattern : problem.summary.patterns().patterns) {
    const double weight =
        problem.pooled ? std::accumulate(pattern.weight.begin(), pattern.weight.end(), 0.0) : pattern.weight[set];
    for (std::size_t i = 0; i < d * d; ++i) {
      const bool both = pattern.present[problem.columns[i / d]] != 0 && pattern.present[problem.columns[i % d]] != 0;
      weights[i] += both ? weight : 0;
    }
  }
  return weights;
}

// A matrix of the unit diagonal and positive definite: its other entries are lessened until it is.
void make_definite(std::span<double> correlations, std::size_t d) {
  while (!cholesky({correlations.begin(), correlations.end()}, d)) {
    for (std::size_t i = 0; i < d * d; ++i) {
      correlations[i] *= i / d == i % d ? 1 : 0.75;
    }
  }
}

// Means and variances of what is there, and the correlations of the rows that have both columns. Without correlations
// nothing follows from anything: one step from there leaves the products of values that are both there.
Point start_of(const Problem& problem, const std::function<Point(const Point&)>& step) {
  const std::size_t d = problem.size();
  const Point uncorrelated = without_correlations(problem);
  const Point products = step(uncorrelated);
  Point start = uncorrelated;
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    const std::size_t first = problem.classes() * d + set * d * d;
    const std::vector<double> weights = pair_weights(problem, set);
    std::vector<double> correlations(d * d);
    std::vector<double> units(d * d);
    for (std::size_t i = 0; i < d * d; ++i) {
      units[i] = std::sqrt(uncorrelated[first + i / d * (d + 1)]) * std::sqrt(uncorrelated[first + i % d * (d + 1)]);
      const double product = weights[i] > 0 ? products[first + i] * (problem.weight(set) / weights[i]) : 0;
      correlations[i] = i / d == i % d ? 1 : units[i] > 0 ? std::clamp(product / units[i], -1.0, 1.0) : 0;
    }
    make_definite(correlations, d);
    for (std::size_t i = 0; i < d * d; ++i) {
      start[first + i] = correlations[i] * units[i];
    }
  }
  return start;
}

// Standard deviations for means, products of them for scatters.
Point units_of(const Problem& problem, const Point& numbers) {
  const std::size_t d = problem.size();
  const std::size_t means = problem.classes() * d;
  Point units(numbers.size());
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    const std::size_t first = means + set * d * d;
    std::vector<double> root(d);
    for (std::size_t i = 0; i < d; ++i) {
      root[i] = std::sqrt(std::max(0.0, numbers[first + i * (d + 1)]));
    }
    for (std::size_t i = 0; i < d * d; ++i) {
      units[first + i] = root[i / d] * root[i % d];
    }
    for (std::size_t c = 0; c < problem.classes(); ++c) {
      for (std::size_t i = 0; i < d && (problem.pooled || c == set); ++i) {
        units[c * d + i] = root[i] / std::sqrt(problem.weight(set));
      }
    }
  }
  return units;
}

// Multiplications, or thereabouts.
double work_of_step(const Problem& problem) {
  const auto d = static_cast<double>(problem.size());
  return static_cast<double>(problem.summary.patterns().patterns.size() * problem.sets()) * d * d * d;
}

// Starting a thread takes as long as some 2²¹ multiplications.
unsigned threads_for_step(const Problem& problem, unsigned threads) {
  return static_cast<unsigned>(std::min<double>(thread_count(threads), 1 + work_of_step(problem) / 0x1p21));
}

// 5,000, or fewer where they would take minutes; Error where 20 would.
std::size_t affordable_steps(const Problem& problem) {
  const std::size_t patterns = problem.summary.patterns().patterns.size();
  const double steps = 4e11 / (1 + work_of_step(problem));
  if (steps < 20) {
    throw Error(ErrorCode::bad_data,
                fmt::format("expectation-maximisation over {} columns, with {} patterns of missing values, would take "
                            "too long: leave columns out (--drop), or estimate variances alone (--model {})",
                            problem.size(), patterns, problem.pooled ? "diagonal-lda" : "gaussian-nb"));
  }
  return static_cast<std::size_t>(std::min<double>(steps, most_steps));
}

// Means over the columns that have a say, `times` the origin further on.
Moments moved(const Problem& problem, Moments moments, double times) {
  for (std::size_t i = 0; i < moments.mean.size(); ++i) {
    moments.mean[i] += times * problem.origin[problem.columns[i % problem.size()]];
  }
  return moments;
}

// Over every feature, where it belongs.
Summary over_all_columns(const Problem& problem, const Moments& found) {
  const std::size_t width = problem.width();
  const std::size_t d = problem.size();
  Moments all{
      problem.kind(), problem.by_column.moments().mean, std::vector<double>(problem.sets() * width * width), {}, {}};
  for (std::size_t i = 0; i < found.mean.size(); ++i) {
    all.mean[i / d * width + problem.columns[i % d]] = found.mean[i];
  }
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    for (std::size_t i = 0; i < d * d; ++i) {
      const std::size_t row = problem.columns[i / d];
      all.scatter[set * width * width + row * width + problem.columns[i % d]] = found.scatter[set * d * d + i];
    }
  }
  return {problem.summary.schema, problem.summary.classes, std::move(all)};
}

// The moments that the patterns have, over the columns that have a say; nothing where they are not of these shapes.
std::optional<Moments> moments_at_hand(const Problem& problem) {
  const Moments* held = problem.summary.patterns().completed.get();
  const std::size_t width = problem.width();
  if (held == nullptr || held->kind != problem.kind() || held->mean.size() != problem.classes() * width ||
      held->scatter.size() != problem.sets() * width * width) {
    return std::nullopt;
  }
  Moments result{held->kind, select(held->mean, width, problem.columns), {}, {}, {}};
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    for (const std::size_t j : problem.columns) {
      for (const std::size_t k : problem.columns) {
        result.scatter.push_back(held->scatter[(set * width + j) * width + k]);
      }
    }
  }
  return result;
}

bool stands_still(const Problem& problem, const Point& x, const std::function<Point(const Point&)>& step) {
  constexpr double tolerance = 1e-9;
  try {
    const Point y = step(x);
    const Point units = units_of(problem, y);
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (!(std::abs(y[i] - x[i]) <= tolerance * units[i])) {
        return false;
      }
    }
    return true;
  } catch (const Error&) {
    return false;
  }
}

// Σ_k that has least of its own.
struct Least {
  double share = 1;
  std::size_t k = 0;
};

Least least_share(const Gaussians& gaussians) {
  Least least;
  for (std::size_t k = 0; k < gaussians.factors.size(); ++k) {
    if (const double share = least_share_left(gaussians.factors[k]); share < least.share) {
      least = {share, k};
    }
  }
  return least;
}

// Where the steps lead, Error where that is nowhere.
Moments settled(const Problem& problem, const std::function<Gaussians(const Point&)>& estimate,
                const std::function<Point(const Point&)>& step) {
  constexpr double least_share_allowed = 0x1p-30;
  const Iteration iteration{.map = step,
                            .units = [&](const Point& x) { return units_of(problem, x); },
                            .most_steps = affordable_steps(problem)};
  std::optional<Moments> at_hand = moments_at_hand(problem);
  Point start = at_hand ? as_numbers(moved(problem, *at_hand, -1)) : Point();
  if (at_hand && !stands_still(problem, start, step)) {
    at_hand.reset();
  }
  if (!at_hand) {
    start = start_of(problem, step);
  }
  const std::string singular = "leads to a singular one";
  try {
    const FixedPoint found = at_hand ? FixedPoint{start} : fixed_point(start, iteration);
    const Least least = least_share(estimate(found.x));
    if (least.share < least_share_allowed || (!found.stands_still && iteration.most_steps == most_steps)) {
      throw_unsettled(problem.summary, problem.options, least.k, singular);
    }
    if (!found.stands_still) {
      throw_unsettled(problem.summary, problem.options, least.k,
                      fmt::format("has not come to rest in {} steps, and more would take too long", found.steps));
    }
    return at_hand ? std::move(*at_hand) : moved(problem, as_moments(problem, found.x), 1);
  } catch (const SingularError& error) {
    throw_unsettled(problem.summary, problem.options, error.k(), singular);
  }
}

}  // namespace

bool needs_completion(const Summary& summary, const EstimateOptions& options) {
  return std::holds_alternative<PatternMoments>(summary.sums) && shape_of(options.structure) == Shape::matrix;
}

Summary complete_sums(const Summary& summary, const EstimateOptions& options, unsigned threads) {
  check_estimate_options(options);
  check_sums(summary, options);
  const Problem problem = make_problem(summary, options);
  const GappedSums sums(summary, problem.columns, problem.origin, problem.pooled);
  const auto estimate = [&](const Point& x) {
    return gaussians({problem.schema, summary.classes, as_moments(problem, x)}, problem.options, Numerators::dropped,
                     threads);
  };
  const unsigned at_once = threads_for_step(problem, threads);
  const auto step = [&](const Point& x) { return as_numbers(sums.expected(estimate(x), at_once)); };
  return over_all_columns(problem, settled(problem, estimate, step));
}

Summary without_patterns(const Summary& summary, const EstimateOptions& options, unsigned threads) {
  return needs_completion(summary, options) ? complete_sums(summary, options, threads)
                                            : read_as(summary, sums_needed(options).moments);
}

}  // namespace suffice
