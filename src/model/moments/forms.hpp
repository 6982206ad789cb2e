// Linear and quadratic forms: Gaussian log densities as polynomials in the columns' own units (MODELS §3).
#pragma once

#include <cstddef>

#include "estimate/moments/gaussians.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// Whether log densities differ by linear functions: a shared covariance and Gaussian tails.
bool is_linear(const Gaussians& gaussians);
/// Whether they are quadratic functions: Gaussian tails.
bool is_quadratic(const Gaussians& gaussians);

/// β_c = Σ⁻¹ μ_c, γ_c = −½ μ_cᵀ Σ⁻¹ μ_c, without the class prior; zeros for features that are ignored.
LinearForm linear_form(const Gaussians& gaussians, std::size_t features);
/// A_c = −½ Σ_c⁻¹, b_c = Σ_c⁻¹ μ_c, k_c = −½ μ_cᵀ Σ_c⁻¹ μ_c − ½ log |Σ_c|, without the class prior.
QuadraticForm quadratic_form(const Gaussians& gaussians, std::size_t features);

}  // namespace suffice
