// Singular values of a rectangular matrix and the vectors on its left.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace suffice {

/// A = U diag(values) Vᵀ with r = min(rows, columns).
struct SingularVectors {
  std::vector<double> values;  ///< r, descending
  std::vector<double> left;    ///< rows × r, row-major: U, orthonormal columns; those of a value of 0 may be 0
};

/// A is rows × columns, row-major, its entries finite. Small values are accurate relative to the largest. Cost
/// O(rows · columns · r) for each of some 6 sweeps.
SingularVectors singular_vectors(std::span<const double> matrix, std::size_t rows, std::size_t columns);

}  // namespace suffice
