// A part of a positive definite matrix: its factor, or what it takes to do without one.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "math/linear/symmetric.hpp"

namespace suffice {

/// The Cholesky factor of the rows and columns `kept`, ascending, of A = L Lᵀ. The rows of L that are kept are turned
/// into a triangle by reflections, without forming A: what was well conditioned stays so. Cost O(kept² · d).
Cholesky marginal_factor(const Cholesky& factor, std::span<const std::size_t> kept);

/// With m of the d entries of a vector v left free, z = L⁻¹ v moves in the space of m columns of L⁻¹. Its part Pz
/// across that space does not: |Pz|² is vᵀ A⁻¹ v at its least, which is uᵀ B⁻¹ u of the other entries u and their part
/// B of A.
struct FreeEntries {
  std::size_t count = 0;       ///< m
  std::vector<double> basis;   ///< Q, d × m, row-major: orthonormal, of the space of those columns
  double log_determinant = 0;  ///< log |B| = log |A| + 2 Σ log |R_ii|, Q R the columns

  /// z becomes Pz = z − Q Qᵀ z. Cost O(d · m).
  void project(std::span<double> z) const;
};

/// Cost O(d · m²).
FreeEntries free_entries(const Cholesky& factor, std::span<const std::size_t> entries);

/// Some columns u as the others k tell of them, for columns of the covariance A = L Lᵀ.
struct Regression {
  std::vector<double> slopes;  ///< u × k, row-major: A_uk A_kk⁻¹
  std::vector<double> rest;    ///< u × u: A_uu − A_uk A_kk⁻¹ A_ku, the covariance that the others leave
};

/// `unknown` and `known`, both ascending, are all d columns. With the columns of L⁻¹ that are unknown = Q R, the slopes
/// are −R⁻¹ Qᵀ times those that are known and the rest is R⁻¹ R⁻ᵀ: nothing cancels. Cost O(u · d²).
Regression regression(const Cholesky& factor, std::span<const std::size_t> unknown, std::span<const std::size_t> known);

}  // namespace suffice
