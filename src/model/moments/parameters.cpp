#include "model/moments/parameters.hpp"

#include <cmath>
#include <numeric>

#include "math/linear/marginal.hpp"
#include "math/linear/triangular.hpp"

namespace suffice {

namespace {

// change(number, variance i of Σ_k) for the numbers of each row i of v.
template <typename Change>
std::vector<double> scaled_rows(const Gaussians& gaussians, std::size_t k, std::span<const double> v, Change change) {
  const std::size_t d = gaussians.columns.size();
  const std::size_t columns = d > 0 ? v.size() / d : 0;
  std::vector<double> result(v.begin(), v.end());
  for (std::size_t i = 0; i < v.size(); ++i) {
    result[i] = change(result[i], gaussians.variances[k * d + i / columns]);
  }
  return result;
}

}  // namespace

std::size_t class_count(const Gaussians& gaussians) { return gaussians.spread.size(); }

std::size_t covariance_of(const Gaussians& gaussians, std::size_t c) { return gaussians.shared ? 0 : c; }

std::vector<double> informative_part(const Gaussians& gaussians, std::span<const double> row) {
  std::vector<double> result;
  result.reserve(gaussians.columns.size());
  for (const std::size_t j : gaussians.columns) {
    result.push_back(row[j]);
  }
  return result;
}

std::vector<double> class_means(const Gaussians& gaussians, std::span<const double> centre) {
  std::vector<double> result;
  result.reserve(class_count(gaussians) * gaussians.columns.size());
  for (std::size_t c = 0; c < class_count(gaussians); ++c) {
    for (const std::size_t j : gaussians.columns) {
      result.push_back(gaussians.mean_from(c * centre.size() + j, centre[j]));
    }
  }
  return result;
}

std::vector<double> precision_times(const Gaussians& gaussians, std::size_t k, std::span<const double> v) {
  if (!gaussians.diagonal && !v.empty()) {
    return gaussians.factors[k].solve(v);
  }
  return scaled_rows(gaussians, k, v, [](double x, double variance) { return x / variance; });
}

std::vector<double> whitened(const Gaussians& gaussians, std::size_t k, std::span<const double> v) {
  if (!gaussians.diagonal) {
    return gaussians.factors[k].lower_solve(v);
  }
  return scaled_rows(gaussians, k, v, [](double x, double variance) { return x / std::sqrt(variance); });
}

std::vector<double> coloured(const Gaussians& gaussians, std::size_t k, std::span<const double> z) {
  if (!gaussians.diagonal) {
    return lower_times(gaussians.factors[k].lower, gaussians.columns.size(), z);
  }
  return scaled_rows(gaussians, k, z, [](double x, double variance) { return x * std::sqrt(variance); });
}

double log_determinant(const Gaussians& gaussians, std::size_t k) {
  if (!gaussians.diagonal) {
    return gaussians.factors[k].log_determinant;
  }
  double sum = 0;
  for (std::size_t i = 0; i < gaussians.columns.size(); ++i) {
    sum += std::log(gaussians.variances[k * gaussians.columns.size() + i]);
  }
  return sum;
}

Gaussians marginal(const Gaussians& gaussians, std::span<const std::size_t> kept) {
  Gaussians part;
  part.means = gaussians.means;
  part.remainder = gaussians.remainder;
  part.shared = gaussians.shared;
  part.diagonal = gaussians.diagonal;
  part.spread = gaussians.spread;
  part.tail = gaussians.tail;
  part.degrees = gaussians.degrees;
  part.reduced = gaussians.reduced;
  for (const std::size_t i : kept) {
    part.columns.push_back(gaussians.columns[i]);
  }
  for (const Cholesky& factor : gaussians.factors) {
    part.factors.push_back(marginal_factor(factor, kept));
  }
  for (std::size_t k = 0; gaussians.diagonal && k < gaussians.count(); ++k) {
    for (const std::size_t i : kept) {
      part.variances.push_back(gaussians.variances[k * gaussians.columns.size() + i]);
    }
  }
  return part;
}

}  // namespace suffice
