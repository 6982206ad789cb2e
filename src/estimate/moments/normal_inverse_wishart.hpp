// Estimates under the normal–inverse-Wishart prior: its joint mode, its mean, and the predictive t (MODELS §3).
#pragma once

#include <cstddef>
#include <vector>

#include "estimate/moments/gaussians.hpp"

namespace suffice {

/// Everything of the Gaussians but Σ_k itself, for the estimators map, mean and predictive over the given columns:
///   κ_c = κ₀ + n_c,  m_c = (κ₀ m₀ + n_c x̄_c) / κ_c,  S_n = S₀ + S_c + (κ₀ n_c / κ_c)(x̄_c − m₀)(x̄_c − m₀)ᵀ,
/// summed over the classes where they share a covariance; diagonals column by column, spheres by traces. Where values
/// are missing n_c is that of the rows with a value, another in each column.
Gaussians normal_inverse_wishart(const MomentBlock& moments, const GaussianOptions& options,
                                 std::vector<std::size_t> columns);

}  // namespace suffice
