#include "rival/zero_sums.hpp"

#include <algorithm>
#include <cmath>

namespace suffice {

namespace {

// result += factor · block, with its first entry at a place of a square matrix.
void add_block(double factor, std::span<const double> block, std::size_t width, std::size_t place, std::size_t size,
               std::vector<double>& result) {
  for (std::size_t i = 0; i < width; ++i) {
    for (std::size_t j = 0; j < width; ++j) {
      result[place + i * size + j] += factor * block[i * width + j];
    }
  }
}

}  // namespace

ZeroSums::ZeroSums(std::size_t classes) : classes_(classes), basis_(classes * (classes - 1)) {
  for (std::size_t k = 0; k + 1 < classes; ++k) {
    const double norm = std::sqrt(static_cast<double>((k + 1) * (k + 2)));
    for (std::size_t c = 0; c <= k; ++c) {
      at(c, k) = -1 / norm;
    }
    at(k + 1, k) = static_cast<double>(k + 1) / norm;
  }
}

std::vector<double> ZeroSums::reduced(std::span<const double> weights) const {
  const std::size_t width = weights.size() / classes_;
  std::vector<double> result((classes_ - 1) * width);
  for (std::size_t c = 0; c < classes_; ++c) {
    for (std::size_t k = 0; k + 1 < classes_; ++k) {
      for (std::size_t j = 0; j < width; ++j) {
        result[k * width + j] += at(c, k) * weights[c * width + j];
      }
    }
  }
  return result;
}

void ZeroSums::expand(std::span<const double> reduced, std::span<double> weights) const {
  const std::size_t width = weights.size() / classes_;
  std::ranges::fill(weights, 0.0);
  for (std::size_t c = 0; c < classes_; ++c) {
    for (std::size_t k = 0; k + 1 < classes_; ++k) {
      for (std::size_t j = 0; j < width; ++j) {
        weights[c * width + j] += at(c, k) * reduced[k * width + j];
      }
    }
  }
}

std::vector<double> ZeroSums::hessian(std::span<const double> pairs, std::size_t width) const {
  const std::size_t size = (classes_ - 1) * width;
  std::vector<double> result(size * size);
  const double* pair = pairs.data();
  for (std::size_t c = 1; c < classes_; ++c) {
    for (std::size_t k = 0; k < c; ++k, pair += width * width) {
      for (std::size_t a = 0; a + 1 < classes_; ++a) {
        for (std::size_t b = 0; b + 1 < classes_; ++b) {
          const double factor = (at(c, a) - at(k, a)) * (at(c, b) - at(k, b));
          if (factor != 0) {
            add_block(factor, {pair, width * width}, width, a * width * size + b * width, size, result);
          }
        }
      }
    }
  }
  return result;
}

}  // namespace suffice
