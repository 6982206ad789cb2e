// Symmetric matrices: Cholesky factor, rank, eigenvalues. Row-major, d × d.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace suffice {

/// A positive definite matrix A = L Lᵀ, factored after scaling to a unit diagonal, so that units do not matter.
struct Cholesky {
  std::size_t size = 0;
  std::vector<double> lower;          ///< L, d × d, zeros above the diagonal
  std::vector<double> lower_inverse;  ///< L⁻¹, likewise
  double log_determinant = 0;         ///< log |A|

  /// A⁻¹ b.
  [[nodiscard]] std::vector<double> solve(std::span<const double> b) const;
  /// L⁻¹ B, for B of d rows, row-major.
  [[nodiscard]] std::vector<double> lower_solve(std::span<const double> b) const;
  /// L⁻ᵀ B, likewise.
  [[nodiscard]] std::vector<double> upper_solve(std::span<const double> b) const;
};

/// Nothing when the matrix is singular: a column of which less than `singular_share(d)` of the variance is left once
/// the columns before it are known, or a diagonal entry that is not positive and finite. Hand the matrix over
/// (std::move) where it is not needed again: its memory becomes L.
std::optional<Cholesky> cholesky(std::vector<double> matrix, std::size_t size, unsigned threads);

/// Whether every pivot is positive, however small.
bool is_positive_definite(std::vector<double> matrix, std::size_t size);

/// d · 2⁻⁴⁶: what sums of rounded products leave of a variance that should be zero, with some room.
double singular_share(std::size_t size);

/// Columns that those before them determine, found by Cholesky at the same tolerance; rank = d − their number.
std::vector<std::size_t> dependent_columns(std::span<const double> matrix, std::size_t size);

struct SymmetricEigen {
  std::vector<double> values;   ///< ascending
  std::vector<double> vectors;  ///< d × d, row-major: column k belongs to values[k]
};

/// A = V diag(values) Vᵀ. Cost O(d³).
SymmetricEigen symmetric_eigen(std::span<const double> matrix, std::size_t size);

}  // namespace suffice
