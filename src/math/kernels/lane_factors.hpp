// LaneFactors: Cholesky factors of several small matrices at once, one in each lane of a vector.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "math/system/huge_pages.hpp"

namespace suffice {

/// Symmetric matrices A of `size` rows, and below each some rows X: `rows` in all. Of each the lower triangle is held,
/// column by column, an entry of all of them together.
class LaneFactors {
 public:
  static constexpr std::size_t lanes = 8;

  LaneFactors(std::size_t size, std::size_t rows) : size_(size), rows_(rows), numbers_(start(size)) {}

  /// Entry (i, j) of all matrices, j ≤ i.
  [[nodiscard]] double* at(std::size_t i, std::size_t j) { return numbers_.data() + start(j) + lanes * (i - j); }

  /// Overwrites X by X L⁻ᵀ, where A = L Lᵀ, and A by anything. Returns for which matrices every pivot is above `least`:
  /// X of the others may be anything. Each matrix alone decides what becomes of it.
  std::array<bool, lanes> factor(double least);

 private:
  [[nodiscard]] std::size_t start(std::size_t j) const { return lanes * (j * rows_ - j * (j - 1) / 2); }

  std::size_t size_;
  std::size_t rows_;
  HugeVector numbers_;  // on a cache line
};

}  // namespace suffice
