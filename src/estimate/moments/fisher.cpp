#include "estimate/moments/fisher.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include <fmt/format.h>

#include "estimate/moments/scatters.hpp"
#include "math/linear/singular_values.hpp"
#include "math/special/two_sum.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

// Σ_c n_c μ_c / n, as μ_0 + Σ_c (n_c / n)(μ_c − μ_0).
std::vector<double> weighted_centre(const std::vector<double>& means, const ClassCounts& classes, std::size_t d) {
  std::vector<double> centre(means.begin(), means.begin() + static_cast<std::ptrdiff_t>(d));
  const double n = classes.total_weight();
  for (std::size_t c = 1; c < classes.size(); ++c) {
    for (std::size_t j = 0; j < d; ++j) {
      centre[j] += classes.weight[c] / n * (means[c * d + j] - means[j]);
    }
  }
  return centre;
}

// What rounding of the class means may leave of s: 2⁻⁵⁰ √n ‖ |L⁻¹| a ‖ with a_j the largest |μ_cj|, from the centre
// where their remainders are known.
double rounding_of(std::span<const double> means, const Cholesky& factor, double n) {
  const std::size_t d = factor.size;
  std::vector<double> largest(d);
  for (std::size_t i = 0; i < means.size(); ++i) {
    largest[i % d] = std::max(largest[i % d], std::abs(means[i]));
  }
  double squares = 0;
  for (std::size_t i = 0; i < d; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j <= i; ++j) {
      sum += std::abs(factor.lower_inverse[i * d + j]) * largest[j];
    }
    squares += sum * sum;
  }
  return 0x1p-50 * std::sqrt(n * squares);
}

}  // namespace

WhitenedAxes whitened_axes(const ClassCounts& classes, const Gaussians& gaussians) {
  const std::size_t count = classes.size();
  if (count < 2) {
    throw Error(ErrorCode::bad_data,
                "Fisher's discriminant separates classes, and there is only one; fit rows of another class too");
  }
  WhitenedAxes result;
  const std::size_t d = gaussians.columns.size();
  if (d == 0) {
    return result;
  }
  const Cholesky& factor = gaussians.factors.front();
  const std::vector<double> means = select(gaussians.means, gaussians.means.size() / count, gaussians.columns);
  result.centre = weighted_centre(means, classes, d);
  const std::size_t width = gaussians.means.size() / count;
  result.remainder.resize(d);
  std::vector<double> from_centre(d * count);
  std::vector<double> deviations(d * count);
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t i = 0; i < d; ++i) {
      from_centre[c * d + i] = gaussians.mean_from(c * width + gaussians.columns[i], result.centre[i]);
      result.remainder[i] +=
          gaussians.remainder.empty() ? 0 : classes.weight[c] / classes.total_weight() * from_centre[c * d + i];
    }
  }
  for (std::size_t c = 0; c < count; ++c) {
    for (std::size_t i = 0; i < d; ++i) {
      from_centre[c * d + i] -= result.remainder[i];
      deviations[i * count + c] = std::sqrt(classes.weight[c]) * from_centre[c * d + i];
    }
  }
  result.whitened = factor.lower_solve(deviations);
  if (!std::ranges::all_of(result.whitened, [](double v) { return std::abs(v) < 0x1p500; })) {
    throw Error(
        ErrorCode::bad_data,
        "the class means lie too far apart for their spread to be compared with the spread within classes, unless "
        "columns have other units",
        {}, {{"shrinkage", {"auto"}}});
  }
  const SingularVectors found = singular_vectors(result.whitened, d, count);
  const double rounding =
      std::max(rounding_of(gaussians.remainder.empty() ? means : from_centre, factor, classes.total_weight()),
               static_cast<double>(d + count) * 0x1p-52 * found.values.front());
  while (result.count < std::min(count - 1, d) && found.values[result.count] > rounding) {
    result.squares.push_back(found.values[result.count] * found.values[result.count]);
    ++result.count;
  }
  const std::size_t rank = found.values.size();
  for (std::size_t i = 0; i < d; ++i) {
    const auto row = found.left.begin() + static_cast<std::ptrdiff_t>(i * rank);
    result.directions.insert(result.directions.end(), row, row + static_cast<std::ptrdiff_t>(result.count));
  }
  return result;
}

void check_axis_count(const FisherAxes& wanted, std::size_t most) {
  if (wanted.count <= most) return;
  throw Error(ErrorCode::usage,
              fmt::format("{} discriminant axes are asked for, and the classes differ along {}", wanted.count, most),
              {}, {{"axes", {fmt::format("{}", most)}}, {"axes", {}, Remedy::Act::leave_out}});
}

std::size_t axis_count(const FisherAxes& wanted, const WhitenedAxes& axes) {
  check_axis_count(wanted, axes.count);
  return wanted.count == 0 ? axes.count : wanted.count;
}

void project_means(const ClassCounts& classes, const FisherAxes& wanted, Gaussians& gaussians) {
  const WhitenedAxes axes = whitened_axes(classes, gaussians);
  const std::size_t count = axis_count(wanted, axes);
  if (count == axes.count) {
    return;
  }
  gaussians.reduced = true;
  const std::size_t d = gaussians.columns.size();
  const std::size_t width = gaussians.means.size() / classes.size();
  const Cholesky& factor = gaussians.factors.front();
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::vector<double> projected(d);
    for (std::size_t k = 0; k < count; ++k) {
      double along = 0;
      for (std::size_t i = 0; i < d; ++i) {
        along += axes.directions[i * axes.count + k] * axes.whitened[i * classes.size() + c];
      }
      along /= std::sqrt(classes.weight[c]);
      for (std::size_t i = 0; i < d; ++i) {
        projected[i] += along * axes.directions[i * axes.count + k];
      }
    }
    for (std::size_t i = 0; i < d; ++i) {
      double from_centre = 0;
      for (std::size_t j = 0; j <= i; ++j) {
        from_centre += factor.lower[i * d + j] * projected[j];
      }
      const TwoSum mean = TwoSum{axes.centre[i], axes.remainder[i]}.plus(from_centre);
      gaussians.means[c * width + gaussians.columns[i]] = mean.rounded;
      if (!gaussians.remainder.empty()) {
        gaussians.remainder[c * width + gaussians.columns[i]] = mean.remainder;
      }
    }
  }
}

}  // namespace suffice
