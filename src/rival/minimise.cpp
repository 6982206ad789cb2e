#include "rival/minimise.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <optional>

namespace suffice {

namespace {

double inner(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> along(std::span<const double> point, double step, std::span<const double> direction) {
  std::vector<double> moved(point.begin(), point.end());
  for (std::size_t i = 0; i < moved.size(); ++i) {
    moved[i] += step * direction[i];
  }
  return moved;
}

// A step s and the change y of the gradient over it, sᵀy > 0.
struct Pair {
  std::vector<double> step;
  std::vector<double> change;
  double curvature;
};

// −H g, H the guess corrected by the pairs.
std::vector<double> direction_of(std::span<const double> gradient, const std::deque<Pair>& pairs,
                                 const std::function<void(std::span<double>)>& guess, bool scaled) {
  std::vector<double> result(gradient.size());
  std::ranges::transform(gradient, result.begin(), std::negate<>());
  std::vector<double> shares(pairs.size());
  for (std::size_t k = pairs.size(); k-- > 0;) {
    shares[k] = inner(pairs[k].step, result) / pairs[k].curvature;
    result = along(result, -shares[k], pairs[k].change);
  }
  guess(result);
  if (scaled && !pairs.empty()) {
    std::vector<double> change = pairs.back().change;
    guess(change);
    const double factor = pairs.back().curvature / inner(pairs.back().change, change);
    std::ranges::for_each(result, [factor](double& value) { value *= factor; });
  }
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    const double share = inner(pairs[k].change, result) / pairs[k].curvature;
    result = along(result, shares[k] - share, pairs[k].step);
  }
  return result;
}

bool is_good(const Slope& before, double slope, double step, const Slope& after, double slope_after) {
  if (after.value <= before.value + 1e-4 * step * slope) {
    return true;
  }
  const double rounding = 1e-12 * std::abs(before.value);
  return after.value <= before.value + rounding && slope_after <= (2e-4 - 1) * slope && slope_after >= slope;
}

}  // namespace

double largest_entry(std::span<const double> numbers) {
  double most = 0;
  for (const double number : numbers) {
    most = std::max(most, std::abs(number));
  }
  return most;
}

Minimum minimise(const std::function<Slope(std::span<const double>)>& function, std::vector<double> start,
                 const std::function<void(std::span<double>)>& guess, const MinimiseOptions& options) {
  Minimum at{std::move(start), {}, 1};
  at.slope = function(at.point);
  std::deque<Pair> pairs;
  while (at.evaluations < options.most_evaluations) {
    at.converged = largest_entry(at.slope.gradient) <= options.tolerance;
    if (at.converged || (options.stop && options.stop())) {
      return at;
    }
    std::vector<double> direction = direction_of(at.slope.gradient, pairs, guess, options.scaled);
    const double slope = inner(at.slope.gradient, direction);
    if (!(slope < 0)) {
      if (pairs.empty()) {
        return at;
      }
      pairs.clear();
      continue;
    }
    std::optional<Slope> found;
    double step = 1;
    for (; step > 1e-12 && at.evaluations < options.most_evaluations; step *= 0.5) {
      Slope next = function(along(at.point, step, direction));
      ++at.evaluations;
      if (is_good(at.slope, slope, step, next, inner(next.gradient, direction))) {
        found = std::move(next);
        break;
      }
    }
    if (!found) {
      if (pairs.empty()) {
        return at;
      }
      pairs.clear();
      continue;
    }
    Pair pair{along(std::vector<double>(direction.size()), step, direction),
              along(found->gradient, -1, at.slope.gradient), 0};
    pair.curvature = inner(pair.step, pair.change);
    at.point = along(at.point, 1, pair.step);
    at.slope = std::move(*found);
    if (pair.curvature > 0) {
      pairs.push_back(std::move(pair));
      if (pairs.size() > options.memory) {
        pairs.pop_front();
      }
    }
  }
  at.converged = largest_entry(at.slope.gradient) <= options.tolerance;
  return at;
}

}  // namespace suffice
