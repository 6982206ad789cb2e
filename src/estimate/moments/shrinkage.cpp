#include "estimate/moments/shrinkage.hpp"

#include <algorithm>
#include <cmath>

namespace suffice {

namespace {

// ScaledSums over a matrix divided by its largest diagonal entry, so that squares neither overflow nor vanish.
struct ScaledSums {
  double scale = 0;    // the largest diagonal entry
  double trace = 0;    // tr
  double squares = 0;  // ‖·‖²_F = tr of the square
};

ScaledSums scaled_sums(std::span<const double> matrix, std::size_t size) {
  ScaledSums sums;
  for (std::size_t i = 0; i < size; ++i) {
    sums.scale = std::max(sums.scale, matrix[i * size + i]);
  }
  if (!(sums.scale > 0)) {
    return sums;
  }
  for (std::size_t i = 0; i < size; ++i) {
    sums.trace += matrix[i * size + i] / sums.scale;
    for (std::size_t j = 0; j < size; ++j) {
      const double entry = matrix[i * size + j] / sums.scale;
      sums.squares += entry * entry;
    }
  }
  return sums;
}

// ‖S − (tr S/d) I‖²_F, without cancellation.
double squared_distance_from_target(std::span<const double> matrix, std::size_t size, const ScaledSums& sums) {
  if (!(sums.scale > 0)) {
    return 0;
  }
  const double mean = sums.trace / static_cast<double>(size);
  double result = 0;
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      const double entry = matrix[i * size + j] / sums.scale - (i == j ? mean : 0);
      result += entry * entry;
    }
  }
  return result;
}

}  // namespace

double automatic_lambda(std::span<const double> scatter, std::size_t size, double degrees_of_freedom) {
  const auto d = static_cast<double>(size);
  std::vector<double> scale(size);
  for (std::size_t i = 0; i < size; ++i) {
    const double variance = scatter[i * size + i];
    scale[i] = variance > 0 ? 1 / std::sqrt(variance) : 0;
  }
  double excess = 0;  // t − d, the squared correlations between columns
  for (std::size_t i = 0; i < size; ++i) {
    double row = 0;
    for (std::size_t j = 0; j < i; ++j) {
      const double correlation = scatter[i * size + j] * scale[i] * scale[j];
      row += correlation * correlation;
    }
    excess += 2 * row;
  }
  const double divisor = (degrees_of_freedom + 1) * excess;
  return divisor > 0 ? std::min(1.0, (excess + d + d * d) / divisor) : 1.0;
}

double ledoit_wolf_lambda(std::span<const double> scatter, std::size_t size, double n, double fourth) {
  // Both b² and δ² are taken of n S, scaled; the factors cancel.
  const ScaledSums sums = scaled_sums(scatter, size);
  const double distance = squared_distance_from_target(scatter, size, sums);
  if (distance == 0) {
    return 0;
  }
  const double noise = std::max(0.0, fourth / sums.scale / sums.scale - sums.squares / n);
  return std::min(noise, distance) / distance;
}

double oas_lambda(std::span<const double> scatter, std::size_t size, double n) {
  const ScaledSums sums = scaled_sums(scatter, size);
  const double distance = squared_distance_from_target(scatter, size, sums);
  return distance > 0 ? std::min(1.0, (sums.squares + sums.trace * sums.trace) / ((n + 1) * distance)) : 1;
}

std::vector<double> shrunk(std::vector<double> matrix, std::size_t size, double lambda, Target target) {
  if (lambda == 0) {
    return matrix;
  }
  std::vector<double> diagonal(size);
  double mean = 0;
  for (std::size_t i = 0; i < size; ++i) {
    diagonal[i] = matrix[i * size + i];
    mean += diagonal[i] / static_cast<double>(size);
  }
  for (double& entry : matrix) {
    entry *= 1 - lambda;
  }
  for (std::size_t i = 0; i < size; ++i) {
    matrix[i * size + i] = target == Target::own_diagonal ? diagonal[i] : (1 - lambda) * diagonal[i] + lambda * mean;
  }
  return matrix;
}

std::vector<double> shrunk_diagonal(std::span<const double> diagonal, double lambda, Target target) {
  std::vector<double> result(diagonal.begin(), diagonal.end());
  if (lambda == 0 || target == Target::own_diagonal) {
    return result;
  }
  double mean = 0;
  for (const double entry : diagonal) {
    mean += entry / static_cast<double>(diagonal.size());
  }
  for (double& entry : result) {
    entry = (1 - lambda) * entry + lambda * mean;
  }
  return result;
}

}  // namespace suffice
