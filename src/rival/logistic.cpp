#include "rival/logistic.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "estimate/linear_weights.hpp"
#include "math/linear/symmetric.hpp"
#include "rival/logistic_loss.hpp"
#include "rival/minimise.hpp"
#include "rival/zero_sums.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// More parameters than these have no Hessian.
constexpr std::size_t most_newton_parameters = 1500;

[[noreturn]] void refuse_separable() {
  throw Error(
      ErrorCode::bad_data,
      "a plane separates the classes, so that without a penalty the weights of logistic regression grow without "
      "end",
      "", {{"ridge", {"1"}}});
}

/// The mean loss and penalty over the weights of standardised features, C × (features + 1).
class Objective {
 public:
  Objective(const LinearProblem& problem, std::span<const double> scales, double penalty, unsigned threads)
      : problem_(&problem), threads_(threads) {
    const double both = problem.classes == 2 ? 2 : 1;  // w_1 − w_0 is twice w_1 where both add up to 0
    for (std::size_t c = 0; c < problem.classes; ++c) {
      for (std::size_t j = 0; j < problem.features; ++j) {
        scales_.push_back(scales[j]);
        penalties_.push_back(both * penalty / (scales[j] * scales[j]) / problem.weight);
      }
      scales_.push_back(1);
      penalties_.push_back(0);
    }
  }

  [[nodiscard]] const LinearProblem& problem() const { return *problem_; }
  [[nodiscard]] std::span<const double> penalties() const { return penalties_; }

  Slope operator()(std::span<const double> point) {
    LogisticLoss loss = logistic_loss(*problem_, unscaled(point), threads_);
    separates_ = loss.least_posterior > 0.5;
    loss_ = loss.value;
    Slope slope{loss.value / problem_->weight, std::move(loss.gradient)};
    for (std::size_t i = 0; i < point.size(); ++i) {
      slope.gradient[i] = slope.gradient[i] / scales_[i] / problem_->weight + penalties_[i] * point[i];
      slope.value += 0.5 * penalties_[i] * point[i] * point[i];
    }
    return slope;
  }

  [[nodiscard]] std::vector<double> curvature(std::span<const double> point) const {
    std::vector<double> pairs = logistic_curvature(*problem_, unscaled(point), threads_);
    const std::size_t width = problem_->features + 1;
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      pairs[k] /= scales_[k / width % width] * scales_[k % width] * problem_->weight;
    }
    return pairs;
  }

  // Weights of the centred features in their own units.
  [[nodiscard]] std::vector<double> unscaled(std::span<const double> point) const {
    std::vector<double> weights(point.begin(), point.end());
    std::ranges::transform(weights, scales_, weights.begin(), std::divides<>());
    return weights;
  }

  // Of the last evaluation.
  [[nodiscard]] bool separates() const { return separates_; }
  [[nodiscard]] double loss() const { return loss_; }

 private:
  const LinearProblem* problem_;
  unsigned threads_;
  std::vector<double> scales_;     // of each parameter
  std::vector<double> penalties_;  // likewise
  bool separates_ = false;
  double loss_ = 0;
};

/// H + μ diag H, factored; μ grows until it can be.
struct Damped {
  Cholesky factor;
  double damping = 0;
};

[[noreturn]] void throw_no_estimate() {
  throw Error(ErrorCode::bad_data,
              "the weights of logistic regression have no estimate: numbers of some column are too large or too small "
              "to square, or the penalty is too large; use another unit for the column, or a smaller --ridge");
}

Damped damped(const std::vector<double>& hessian, std::size_t size, double damping, unsigned threads) {
  constexpr double most_damping = 1e30;
  while (damping < most_damping) {
    std::vector<double> matrix = hessian;
    for (std::size_t i = 0; i < size; ++i) {
      double& entry = matrix[i * size + i];
      entry = entry > 0 ? entry * (1 + damping) : 1;  // a feature that is 0 throughout stays at 0
    }
    if (std::optional<Cholesky> factor = cholesky(std::move(matrix), size, threads)) {
      return {std::move(*factor), damping};
    }
    damping = std::max(4 * damping, 1e-12);
  }
  throw_no_estimate();
}

/// A point, and the Hessian near it as a guess for others.
struct NewtonResult {
  std::vector<double> point;
  std::optional<Cholesky> factor;
  Slope slope;
  std::size_t passes = 0;
  bool converged = false;
};

// Newton's method, its steps shortened by a multiple μ of the Hessian's diagonal where the quadratic model fails
// (Moré 1978): μ falls where a step does what the model says, and rises where it does not.
NewtonResult newton(Objective& objective, const ZeroSums& zero_sums, std::vector<double> start, double tolerance,
                    unsigned threads) {
  constexpr std::size_t most_steps = 200;
  const std::size_t width = objective.problem().features + 1;
  NewtonResult at{std::move(start), {}, {}, 1};
  at.slope = objective(at.point);
  double damping = 0;
  for (std::size_t k = 0; k < most_steps; ++k) {
    at.converged = largest_entry(at.slope.gradient) <= tolerance;
    if (at.converged && at.factor) {
      break;
    }
    std::vector<double> hessian = zero_sums.hessian(objective.curvature(at.point), width);
    const std::size_t size = hessian.size() == 0 ? 0 : (objective.problem().classes - 1) * width;
    for (std::size_t i = 0; i < size; ++i) {
      hessian[i * size + i] += objective.penalties()[i];
    }
    ++at.passes;
    bool moved = false;
    while (!moved) {
      Damped now = damped(hessian, size, damping, threads);
      damping = now.damping;
      at.factor = std::move(now.factor);
      if (at.converged) {
        return at;
      }
      const std::vector<double> gradient = zero_sums.reduced(at.slope.gradient);
      const std::vector<double> step = at.factor->solve(gradient);
      const double slope = std::inner_product(gradient.begin(), gradient.end(), step.begin(), 0.0);
      std::vector<double> next(at.point.size());
      zero_sums.expand(step, next);
      std::ranges::transform(at.point, next, next.begin(), std::minus<>());
      Slope there = objective(next);
      ++at.passes;
      const double gain = at.slope.value - there.value;
      const bool rounding = slope <= 1e-12 * std::abs(at.slope.value);
      moved = gain >= 0.1 * slope || (rounding && largest_entry(there.gradient) < largest_entry(at.slope.gradient));
      if (moved) {
        damping = gain > 0.4 * slope || rounding ? (damping > 1e-9 ? damping / 10 : 0) : damping;
        at.point = std::move(next);
        at.slope = std::move(there);
      } else if (damping > 1e9 || rounding) {
        return at;
      } else {
        damping = std::max(10 * damping, 1e-3);
      }
      if (objective.separates() && moved && objective.penalties()[0] == 0) {
        return at;
      }
    }
  }
  return at;
}

/// Whether adding the direction to the weights never lowers the score of a row's own class against another's, but for a
/// thousandth of what it raises others by: then the loss falls along it without end.
bool never_lowers(const LinearProblem& problem, std::span<const double> direction) {
  const std::size_t width = problem.features + 1;
  double least = 0;
  double most = 0;
  std::vector<double> row(width);
  std::vector<double> scores(problem.classes);
  problem.each([&](const LinearRows& rows) {
    const auto& batch = std::get<Batch>(rows.features);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (batch.weight(i) == 0) {
        continue;
      }
      batch.copy_row(i, row.data());
      for (std::size_t j = 0; j < problem.features; ++j) {
        row[j] = std::isnan(row[j]) ? 0 : row[j] - problem.centre[j];
      }
      row.back() = 1;
      for (std::size_t c = 0; c < problem.classes; ++c) {
        scores[c] =
            std::inner_product(row.begin(), row.end(), direction.begin() + static_cast<std::ptrdiff_t>(c * width), 0.0);
      }
      const double own = scores[rows.classes[i]];
      for (const double score : scores) {
        least = std::min(least, own - score);
        most = std::max(most, own - score);
      }
    }
  });
  return most > 1e-2 && least >= -1e-3 * most;
}

// The classes' shares as intercepts, and nothing else.
std::vector<double> shares_alone(const LinearProblem& problem) {
  std::vector<double> weight(problem.classes);
  problem.each([&](const LinearRows& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      weight[rows.classes[i]] += std::visit([i](const auto& batch) { return batch.weight(i); }, rows.features);
    }
  });
  double mean = 0;
  for (double& share : weight) {
    share = std::log((share + 1) / problem.weight);
    mean += share / static_cast<double>(problem.classes);
  }
  std::vector<double> point(problem.parameters());
  for (std::size_t c = 0; c < problem.classes; ++c) {
    point[(c + 1) * (problem.features + 1) - 1] = weight[c] - mean;
  }
  return point;
}

// Parts of the rows, each some times larger than the one before, up to where the Hessian is known well enough.
std::vector<std::size_t> part_sizes(const LinearProblem& problem) {
  constexpr std::size_t growth = 5;
  const std::size_t parameters = (problem.classes - 1) * (problem.features + 1);
  const std::size_t enough = std::max<std::size_t>(40 * parameters, 20'000);
  std::vector<std::size_t> sizes;
  if (problem.rows <= 2 * enough) {
    sizes.push_back(problem.rows);
  } else {
    sizes.push_back(enough);
  }
  while (sizes.front() / growth >= std::max<std::size_t>(8 * parameters, 1'000)) {
    sizes.insert(sizes.begin(), sizes.front() / growth);
  }
  return sizes;
}

LogisticFit finished(const Objective& objective, const Minimum& minimum, std::size_t passes, double tolerance) {
  const LinearProblem& problem = objective.problem();
  const std::vector<double> weights = objective.unscaled(minimum.point);
  LogisticFit fit;
  fit.loss = objective.loss();
  fit.gradient = largest_entry(minimum.slope.gradient);
  fit.passes = passes;
  fit.converged = fit.gradient <= tolerance;
  for (std::size_t c = 0; c < problem.classes; ++c) {
    const auto own = std::span(weights).subspan(c * (problem.features + 1), problem.features + 1);
    add_class(fit, own.first(problem.features), own.back(), problem.centre);
  }
  if (!is_finite(fit)) throw_no_estimate();
  drop_slight_remainder(fit);
  return fit;
}

// Few rows are searched closer than asked for, as one more step costs little and gives many digits: a search from
// nearby then ends where one from afar does.
double close_tolerance(const LinearProblem& problem, const LogisticOptions& options) {
  const bool is_small = part_sizes(problem).back() == problem.rows;
  return is_small ? 1e-3 * options.tolerance : options.tolerance;
}

// Newton's method on parts of the rows, or on all where they are few.
LogisticSearch search_parts(const LinearProblem& problem, const LogisticOptions& options, const ZeroSums& zero_sums,
                            std::size_t& passes) {
  std::vector<double> scales;
  NewtonResult at;
  for (const std::size_t size : part_sizes(problem)) {
    const bool whole = size == problem.rows;
    const HeldRows held = whole ? HeldRows{} : spread_rows(problem, size);
    const LinearProblem part = whole ? problem : problem_of(held, problem);
    if (scales.empty()) {
      scales = feature_scales(part);
      at.point = shares_alone(part);
    }
    const double share = part.weight / problem.weight;
    Objective objective(part, scales, share * options.penalty, options.threads);
    // A part is searched no closer than its own optimum is to that of all rows.
    const double tolerance = whole ? close_tolerance(problem, options) : 0.1 / static_cast<double>(part.rows);
    at = newton(objective, zero_sums, std::move(at.point), tolerance, options.threads);
    passes += whole ? at.passes : 0;
    if (!whole && objective.separates()) {
      at.point = shares_alone(problem);  // few rows are easily separated, and say little then
    }
    if (whole && options.penalty == 0 && objective.separates()) {
      refuse_separable();
    }
  }
  return {std::move(scales), std::move(at.point), std::move(*at.factor)};
}

LogisticFit by_newton(const LinearProblem& problem, const LogisticOptions& options) {
  const ZeroSums zero_sums(problem.classes);
  std::size_t passes = 0;
  LogisticSearch search = options.nearby ? *options.nearby : search_parts(problem, options, zero_sums, passes);
  Objective objective(problem, search.scales, options.penalty, options.threads);
  const auto guess = [&](std::span<double> vector) {
    zero_sums.expand(search.curvature.solve(zero_sums.reduced(vector)), vector);
  };
  const auto separated = [&] { return options.penalty == 0 && objective.separates(); };
  const Minimum minimum = minimise([&](std::span<const double> point) { return objective(point); }, search.point, guess,
                                   {.tolerance = close_tolerance(problem, options), .stop = separated});
  std::vector<double> direction(minimum.slope.gradient);
  std::ranges::transform(direction, direction.begin(), std::negate<>());
  guess(direction);
  if (separated() || (options.penalty == 0 && never_lowers(problem, objective.unscaled(direction)))) {
    refuse_separable();
  }
  LogisticFit fit = finished(objective, minimum, passes + minimum.evaluations, options.tolerance);
  search.point = minimum.point;
  fit.search = std::make_shared<const LogisticSearch>(std::move(search));
  return fit;
}

LogisticFit by_diagonal(const LinearProblem& problem, const LogisticOptions& options) {
  const std::vector<double> scales = feature_scales(problem);
  Objective objective(problem, scales, options.penalty, options.threads);
  // The curvature of standardised features where all classes are as likely.
  const auto classes = static_cast<double>(problem.classes);
  const double curvature = (classes - 1) / (classes * classes);
  const auto guess = [&](std::span<double> vector) {
    for (std::size_t i = 0; i < vector.size(); ++i) {
      vector[i] /= curvature + objective.penalties()[i];
    }
  };
  const auto separated = [&] { return options.penalty == 0 && objective.separates(); };
  const Minimum minimum =
      minimise([&](std::span<const double> point) { return objective(point); }, shares_alone(problem), guess,
               {.tolerance = options.tolerance, .memory = 20, .scaled = true, .stop = separated});
  if (separated()) {
    refuse_separable();
  }
  return finished(objective, minimum, minimum.evaluations, options.tolerance);
}

// Whether the factor of a Hessian of P parameters, P³ / 3, costs more than the gradients, 2 n P each, that do without.
bool has_few_rows(const LinearProblem& problem) {
  constexpr double most_gradients = 100;
  const auto parameters = static_cast<double>((problem.classes - 1) * (problem.features + 1));
  return parameters * parameters > 6 * most_gradients * static_cast<double>(problem.rows);
}

}  // namespace

// A Hessian costs what C · (features + 1) / 4 gradients do; the diagonal takes some hundreds of these, of all rows.
bool has_hessian(const LinearProblem& problem) {
  constexpr std::size_t most_gradients = 150;
  const bool is_small = (problem.classes - 1) * (problem.features + 1) <= most_newton_parameters;
  const bool is_cheap = problem.parameters() / 4 <= most_gradients;
  return problem.dense && is_small && (is_cheap || part_sizes(problem).back() < problem.rows / 5);
}

LogisticFit fit_logistic(const LinearProblem& problem, const LogisticOptions& options) {
  // Where there is no penalty, Newton's method finds planes that separate but for rows on them.
  const bool by_gradients = !options.nearby && options.penalty > 0 && has_few_rows(problem);
  return has_hessian(problem) && !by_gradients ? by_newton(problem, options) : by_diagonal(problem, options);
}

}  // namespace suffice
