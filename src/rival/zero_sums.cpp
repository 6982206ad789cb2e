#include "rival/zero_sums.hpp"

#include <algorithm>
#include <cmath>

#include "math/linear/transposed.hpp"

namespace suffice {

namespace {

// The Hessian over all weights: off its diagonal −the matrix of each pair, and each row of blocks adds up to 0.
std::vector<double> full_hessian(std::span<const double> pairs, std::size_t classes, std::size_t width) {
  const std::size_t size = classes * width;
  std::vector<double> full(size * size);
  const double* pair = pairs.data();
  for (std::size_t c = 1; c < classes; ++c) {
    for (std::size_t k = 0; k < c; ++k) {
      for (std::size_t i = 0; i < width; ++i) {
        for (std::size_t j = 0; j < width; ++j) {
          const double value = *pair++;
          full[(c * width + i) * size + k * width + j] = -value;
          full[(k * width + i) * size + c * width + j] = -value;
          full[(c * width + i) * size + c * width + j] += value;
          full[(k * width + i) * size + k * width + j] += value;
        }
      }
    }
  }
  return full;
}

}  // namespace

ZeroSums::ZeroSums(std::size_t classes) : classes_(classes) {
  for (std::size_t k = 0; k + 1 < classes; ++k) {
    norms_.push_back(std::sqrt(static_cast<double>((k + 1) * (k + 2))));
  }
}

std::vector<double> ZeroSums::reduced(std::span<const double> weights) const {
  const std::size_t width = weights.size() / classes_;
  std::vector<double> result((classes_ - 1) * width);
  std::vector<double> before(width);  // Σ_{c ≤ k} w_c
  for (std::size_t k = 0; k + 1 < classes_; ++k) {
    for (std::size_t j = 0; j < width; ++j) {
      before[j] += weights[k * width + j];
      result[k * width + j] = (static_cast<double>(k + 1) * weights[(k + 1) * width + j] - before[j]) / norms_[k];
    }
  }
  return result;
}

void ZeroSums::expand(std::span<const double> reduced, std::span<double> weights) const {
  const std::size_t width = weights.size() / classes_;
  std::vector<double> after(width);  // Σ_{k ≥ c} v_k / s_k
  for (std::size_t c = classes_; c-- > 0;) {
    for (std::size_t j = 0; j < width; ++j) {
      after[j] += c + 1 < classes_ ? reduced[c * width + j] / norms_[c] : 0;
      const double own = c > 0 ? static_cast<double>(c) * reduced[(c - 1) * width + j] / norms_[c - 1] : 0;
      weights[c * width + j] = own - after[j];
    }
  }
}

std::vector<double> ZeroSums::hessian(std::span<const double> pairs, std::size_t width) const {
  // Bᵀ H B: the rows of H are combined, then its columns.
  const std::vector<double> rows = reduced(full_hessian(pairs, classes_, width));
  return reduced(transposed(rows, classes_ * width));
}

}  // namespace suffice
