// Reading Gaussians: what densities need of means and covariances, whatever shape these are kept in.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "estimate/moments/gaussians.hpp"

namespace suffice {

/// C, the number of classes.
std::size_t class_count(const Gaussians& gaussians);
/// Which Σ_k belongs to class c.
std::size_t covariance_of(const Gaussians& gaussians, std::size_t c);
/// The numbers of a row of all features that belong to informative columns.
std::vector<double> informative_part(const Gaussians& gaussians, std::span<const double> row);
/// μ_c over the informative columns, less the centre (one number per feature), for all classes: C × d.
std::vector<double> class_means(const Gaussians& gaussians, std::span<const double> centre);
/// Σ_k⁻¹ V. Here and below V has d rows and any number of columns, row-major.
std::vector<double> precision_times(const Gaussians& gaussians, std::size_t k, std::span<const double> v);
/// Z with |z|² = vᵀ Σ_k⁻¹ v, column by column: L⁻¹ V, or V over the standard deviations.
std::vector<double> whitened(const Gaussians& gaussians, std::size_t k, std::span<const double> v);
/// The way back: L Z, or Z times the standard deviations.
std::vector<double> coloured(const Gaussians& gaussians, std::size_t k, std::span<const double> z);
/// log |Σ_k|.
double log_determinant(const Gaussians& gaussians, std::size_t k);

/// The distribution of some of the columns, by their place among the informative ones. Numerators, which scoring does
/// not need, are skipped.
Gaussians marginal(const Gaussians& gaussians, std::span<const std::size_t> kept);

}  // namespace suffice
