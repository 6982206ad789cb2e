#include "model/joined_readings.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "math/special/log_zero.hpp"
#include "model/conditional.hpp"

namespace suffice {

namespace {

void multiply_all(std::vector<double>& numbers, double temperature) {
  for (double& number : numbers) {
    number *= temperature;
  }
}

// What is said of a column once more is added to what was said first.
void join(Contribution contribution, Explanation& whole) {
  const auto first = std::ranges::find(whole.contributions, contribution.feature, &Contribution::feature);
  if (first == whole.contributions.end()) {
    whole.contributions.push_back(std::move(contribution));
  } else {
    std::ranges::transform(first->scores, contribution.scores, first->scores.begin(), std::plus<>());
  }
}

// Puts the numbers of a form over `before` + d names after those of the form over `before`, class by class.
void append_columns(std::span<const double> part, std::size_t classes, std::vector<double>& whole) {
  const std::size_t d = part.size() / classes;
  const std::size_t before = whole.size() / classes;
  std::vector<double> joined;
  joined.reserve(whole.size() + part.size());
  for (std::size_t c = 0; c < classes; ++c) {
    joined.insert(joined.end(), whole.begin() + static_cast<std::ptrdiff_t>(c * before),
                  whole.begin() + static_cast<std::ptrdiff_t>((c + 1) * before));
    joined.insert(joined.end(), part.begin() + static_cast<std::ptrdiff_t>(c * d),
                  part.begin() + static_cast<std::ptrdiff_t>((c + 1) * d));
  }
  whole = std::move(joined);
}

// A matrix for each class, of `before` + d rows and columns, with those of both on its diagonal.
std::vector<double> block_diagonal(std::span<const double> first, std::size_t before, std::span<const double> second,
                                   std::size_t d, std::size_t classes) {
  const std::size_t size = before + d;
  std::vector<double> joined(classes * size * size);
  const auto place = [&](std::span<const double> matrices, std::size_t width, std::size_t offset) {
    for (std::size_t c = 0; c < classes; ++c) {
      for (std::size_t i = 0; i < width; ++i) {
        std::copy_n(matrices.begin() + static_cast<std::ptrdiff_t>((c * width + i) * width), width,
                    joined.begin() + static_cast<std::ptrdiff_t>((c * size + offset + i) * size + offset));
      }
    }
  };
  place(first, before, 0);
  place(second, d, before);
  return joined;
}

// Adds another reading's intercepts and names.
template <typename Form>
void append_common(const Form& part, Form& whole) {
  std::ranges::transform(whole.intercepts, part.intercepts, whole.intercepts.begin(), std::plus<>());
  whole.names.insert(whole.names.end(), part.names.begin(), part.names.end());
}

}  // namespace

void append(LinearForm part, double temperature, std::size_t classes, LinearForm& whole) {
  if (temperature != 1) {
    multiply_all(part.coefficients, temperature);
    multiply_all(part.intercepts, temperature);
  }
  if (whole.intercepts.empty()) {
    whole = std::move(part);
    return;
  }
  append_columns(part.coefficients, classes, whole.coefficients);
  append_common(part, whole);
}

void append(QuadraticForm part, double temperature, std::size_t classes, QuadraticForm& whole) {
  if (temperature != 1) {
    multiply_all(part.matrices, temperature);
    multiply_all(part.coefficients, temperature);
    multiply_all(part.intercepts, temperature);
  }
  if (whole.intercepts.empty()) {
    whole = std::move(part);
    return;
  }
  check_quadratic_size(classes, whole.names.size() + part.names.size());
  whole.matrices = block_diagonal(whole.matrices, whole.names.size(), part.matrices, part.names.size(), classes);
  append_columns(part.coefficients, classes, whole.coefficients);
  append_common(part, whole);
}

void append(Explanation part, double temperature, bool pooled, Explanation& whole) {
  multiply_all(part.base, temperature);
  std::ranges::transform(whole.base, part.base, whole.base.begin(), std::plus<>());
  for (Contribution& contribution : part.contributions) {
    multiply_all(contribution.scores, temperature);
    if (pooled) {
      join(std::move(contribution), whole);
    } else {
      whole.contributions.push_back(std::move(contribution));
    }
  }
}

std::vector<double> sum_of(const Explanation& explanation) {
  std::vector<double> sums = explanation.base;
  for (const Contribution& contribution : explanation.contributions) {
    for (std::size_t c = 0; c < sums.size(); ++c) {
      const double sum = sums[c] + contribution.scores[c];
      sums[c] = std::isnan(sum) ? log_zero : sum;
    }
  }
  return sums;
}

}  // namespace suffice
