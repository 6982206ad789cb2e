#include "estimate/moments/complete_sums.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <numeric>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "estimate/model_table.hpp"
#include "estimate/moments/check_sums.hpp"
#include "estimate/moments/columns.hpp"
#include "estimate/moments/gaussians.hpp"
#include "estimate/moments/incomplete_sums.hpp"
#include "estimate/moments/scatters.hpp"
#include "estimate/moments/singular.hpp"
#include "math/linear/symmetric.hpp"
#include "math/special/fixed_point.hpp"
#include "math/special/two_sum.hpp"
#include "suffice/error.hpp"
#include "suffice/estimate.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

constexpr std::size_t most_steps = 5000;

// Indicators of which every row has one: any of them is 1 less the others.
struct FollowingIndicator {
  std::size_t column;               // the most frequent
  std::vector<std::size_t> others;  // those that vary
};

// What is estimated: moments over the informative columns alone, with means less the origin.
struct Problem {
  const MomentBlock& moments;        // by pattern
  Moments by_column;                 // mean and variation of what is there, of the classes or of all together
  std::vector<std::size_t> columns;  // that are informative
  std::vector<double> origin;        // of every feature
  Block block;                       // of the columns
  GaussianOptions options;           // for them
  bool pooled;
  std::vector<FollowingIndicator> following = {};  // none of the columns

  [[nodiscard]] std::size_t classes() const { return moments.classes.size(); }
  [[nodiscard]] std::size_t sets() const { return pooled ? 1 : classes(); }
  [[nodiscard]] std::size_t size() const { return columns.size(); }
  [[nodiscard]] std::size_t width() const { return moments.features(); }
  [[nodiscard]] MomentKind kind() const { return pooled ? MomentKind::pooled : MomentKind::full; }
  [[nodiscard]] double weight(std::size_t set) const {
    return pooled ? moments.classes.total_weight() : moments.classes.weight[set];
  }
};

// Where a class has no value, it starts from the mean of one that has, or from that of the prior.
void fill_means(Moments& by_column, std::size_t width, const GaussianOptions& options) {
  by_column.remainder.resize(by_column.mean.size());
  for (std::size_t j = 0; j < width; ++j) {
    std::optional<TwoSum> start;
    for (std::size_t at = j; at < by_column.mean.size() && !start; at += width) {
      start = by_column.column_weight[at] > 0 ? std::optional(TwoSum{by_column.mean[at], by_column.remainder[at]})
                                              : std::nullopt;
    }
    for (std::size_t at = j; at < by_column.mean.size(); at += width) {
      if (!(by_column.column_weight[at] > 0)) {
        const TwoSum mean = start ? *start : TwoSum{(*options.prior.mean)[j]};
        by_column.mean[at] = mean.rounded;
        by_column.remainder[at] = mean.remainder;
      }
    }
  }
}

// Whether every row that has indicators from `first` on, `count` of them, holds 1 in one of them.
bool sum_to_one(const MomentBlock& by_column, std::size_t first, std::size_t count) {
  constexpr double rounding = 1e-12;
  const std::size_t width = by_column.features();
  for (std::size_t c = 0; c < by_column.classes.size(); ++c) {
    if (!(by_column.sums.column_weight[c * width + first] > 0)) continue;
    const auto own = std::span(by_column.sums.mean).subspan(c * width + first, count);
    if (std::abs(std::accumulate(own.begin(), own.end(), 0.0) - 1) > rounding) return false;
  }
  return true;
}

// One of each column whose indicators sum to 1, where nothing else makes the covariance of all of them regular.
std::vector<FollowingIndicator> following_indicators(const MomentBlock& by_column, std::span<const double> grand_mean,
                                                     std::span<const std::size_t> informative,
                                                     const GaussianOptions& options) {
  std::vector<FollowingIndicator> found;
  if (!std::holds_alternative<NoShrinkage>(options.shrinkage) || options.ridge > 0 || has_prior(options.estimator)) {
    return found;
  }
  std::size_t first = by_column.features() - indicator_count(by_column.block);
  for (const Indicators& own : by_column.block.indicators) {
    FollowingIndicator following{0, {}};
    std::ranges::copy_if(informative, std::back_inserter(following.others),
                         [&](std::size_t j) { return j >= first && j < first + own.values.size(); });
    if (!following.others.empty() && sum_to_one(by_column, first, own.values.size())) {
      const auto most = std::ranges::max_element(following.others, {}, [&](std::size_t j) { return grand_mean[j]; });
      following.column = *most;
      following.others.erase(most);
      found.push_back(std::move(following));
    }
    first += own.values.size();
  }
  return found;
}

Problem make_problem(const MomentBlock& moments, const GaussianOptions& options) {
  const bool pooled = is_shared(options.structure);
  Problem problem{moments,
                  read_as(moments, pooled ? MomentKind::pooled_diagonal : MomentKind::diagonal),
                  {},
                  {},
                  {.kind = moments.block.kind, .features = {}},
                  options,
                  pooled};
  const MomentBlock by_column{moments.block, moments.classes, problem.by_column};
  check_values_present(by_column, options);
  problem.origin = grand_mean(by_column);
  fill_means(problem.by_column, problem.width(), options);
  problem.columns = informative_columns(by_column, options);
  problem.following = following_indicators(by_column, problem.origin, problem.columns, options);
  for (const FollowingIndicator& following : problem.following) std::erase(problem.columns, following.column);
  for (const std::size_t j : problem.columns) {
    problem.block.features.push_back(moments.block.features[j]);
  }
  problem.options.fisher.reset();
  GaussianPrior& prior = problem.options.prior;
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
  const Moments& known = problem.by_column;
  Moments start{problem.kind(), {}, std::vector<double>(problem.sets() * d * d), {}, {}};
  for (std::size_t c = 0; c < problem.classes(); ++c) {
    for (const std::size_t j : problem.columns) {
      const std::size_t at = c * problem.width() + j;
      start.mean.push_back(TwoSum{known.mean[at], known.remainder[at]}.minus({problem.origin[j]}));
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
  for (const Pattern& pattern : problem.moments.sums.patterns) {
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
  while (!cholesky({correlations.begin(), correlations.end()}, d, 1)) {
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
  return static_cast<double>(problem.moments.sums.patterns.size() * problem.sets()) * d * d * d;
}

// Starting a thread takes as long as some 2²¹ multiplications.
unsigned threads_for_step(const Problem& problem, unsigned threads) {
  return static_cast<unsigned>(std::min<double>(std::max(threads, 1U), 1 + work_of_step(problem) / 0x1p21));
}

// 5,000, or fewer where they would take minutes; Error where 20 would.
std::size_t affordable_steps(const Problem& problem) {
  const std::size_t patterns = problem.moments.sums.patterns.size();
  const double steps = 4e11 / (1 + work_of_step(problem));
  if (steps < 20) {
    throw Error(ErrorCode::bad_data,
                fmt::format("expectation-maximisation over {} columns, with {} patterns of missing values, would take "
                            "too long; variances alone need none",
                            problem.size(), patterns),
                {}, {{"drop", {"COL"}}, {"model", {problem.pooled ? "diagonal-lda" : "gaussian-nb"}}});
  }
  return static_cast<std::size_t>(std::min<double>(steps, most_steps));
}

// Mean and scatter of an indicator that is 1 less the others, of which those that do not vary are 0.
void add_following(const Problem& problem, const FollowingIndicator& following, Moments& all) {
  const std::size_t width = problem.width();
  for (std::size_t c = 0; c < problem.classes(); ++c) {
    double& mean = all.mean[c * width + following.column];
    mean = 1;
    for (const std::size_t j : following.others) mean -= all.mean[c * width + j];
    all.remainder[c * width + following.column] = 0;
  }
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    double* const scatter = all.scatter.data() + set * width * width;
    const auto set_product = [&](std::size_t l) {
      double product = 0;
      for (const std::size_t j : following.others) product -= scatter[j * width + l];
      scatter[following.column * width + l] = scatter[l * width + following.column] = product;
    };
    for (std::size_t l = 0; l < width; ++l) {
      if (l != following.column) set_product(l);
    }
    set_product(following.column);
  }
}

// Over every feature, where it belongs, with means from 0 again; `found` is over the informative columns, less the
// origin.
Moments over_all_columns(const Problem& problem, const Moments& found) {
  const std::size_t width = problem.width();
  const std::size_t d = problem.size();
  const Moments& known = problem.by_column;
  Moments all{problem.kind(), known.mean, std::vector<double>(problem.sets() * width * width), {}, {}, {}, {},
              known.remainder};
  for (std::size_t i = 0; i < found.mean.size(); ++i) {
    const std::size_t j = problem.columns[i % d];
    const TwoSum mean = TwoSum{problem.origin[j]}.plus(found.mean[i]);
    all.mean[i / d * width + j] = mean.rounded;
    all.remainder[i / d * width + j] = mean.remainder;
  }
  for (std::size_t set = 0; set < problem.sets(); ++set) {
    for (std::size_t i = 0; i < d * d; ++i) {
      const std::size_t row = problem.columns[i / d];
      all.scatter[set * width * width + row * width + problem.columns[i % d]] = found.scatter[set * d * d + i];
    }
  }
  for (const FollowingIndicator& following : problem.following) add_following(problem, following, all);
  drop_slight_remainder(all, problem.moments.classes.weight, width);
  return all;
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

// Where the steps converge to, Error where that is nowhere.
constexpr const char* leads_to_singular = "leads to a singular one";

Moments converged(const Problem& problem, const std::function<Gaussians(const Point&)>& estimate,
                  const std::function<Point(const Point&)>& step) {
  constexpr double least_share_allowed = 0x1p-30;
  const Iteration iteration{.map = step,
                            .units = [&](const Point& x) { return units_of(problem, x); },
                            .most_steps = affordable_steps(problem)};
  const Point start = start_of(problem, step);
  try {
    const FixedPoint found = fixed_point(start, iteration);
    const Least least = least_share(estimate(found.x));
    if (least.share < least_share_allowed || (!found.stands_still && iteration.most_steps == most_steps)) {
      throw_undetermined(problem.moments, problem.options, least.k, leads_to_singular);
    }
    if (!found.stands_still) {
      throw_undetermined(problem.moments, problem.options, least.k,
                         fmt::format("has not converged in {} steps, and more would take too long", found.steps));
    }
    return as_moments(problem, found.x);
  } catch (const SingularError& error) {
    throw_undetermined(problem.moments, problem.options, error.k(), leads_to_singular);
  }
}

}  // namespace

bool needs_completion(const MomentBlock& moments, const GaussianOptions& options) {
  return moments.sums.has_patterns() && shape_of(options.structure) == Shape::matrix;
}

Moments complete_sums(const MomentBlock& moments, const GaussianOptions& options, unsigned threads) {
  check_options(options);
  check_sums(moments, options);
  const Problem problem = make_problem(moments, options);
  const IncompleteSums sums(moments, problem.columns, problem.origin, problem.pooled);
  const auto estimate = [&](const Point& x) {
    const Moments at = as_moments(problem, x);
    Gaussians found = gaussians({problem.block, moments.classes, at}, problem.options, Numerators::dropped, threads);
    if (found.columns.size() < problem.size()) {  // a column that varied has come to be constant
      throw_undetermined(problem.moments, problem.options, 0, leads_to_singular);
    }
    return found;
  };
  const unsigned at_once = threads_for_step(problem, threads);
  const auto step = [&](const Point& x) { return as_numbers(sums.expected(estimate(x), at_once)); };
  return over_all_columns(problem, converged(problem, estimate, step));
}

Moments without_patterns(const MomentBlock& moments, const GaussianOptions& options, unsigned threads) {
  return needs_completion(moments, options) ? complete_sums(moments, options, threads)
                                            : read_as(moments, moments_needed(options).moments);
}

}  // namespace suffice
