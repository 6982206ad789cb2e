// Fisher's axes in the coordinates where the classes' shared covariance is the identity (MODELS §4).
#pragma once

#include <cstddef>
#include <vector>

#include "estimate/moments/gaussians.hpp"
#include "suffice/discriminants.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// With Σ = L Lᵀ, z_c = L⁻¹(μ_c − μ) and the d × C matrix M of columns √n_c z_c = U diag(s) Vᵀ: the axes are L⁻ᵀ U and
/// s² are the eigenvalues of Σ⁻¹ S_B. Axes along which the means differ by no more than rounding are skipped.
struct WhitenedAxes {
  std::size_t count = 0;           ///< k ≤ min(C−1, d)
  std::vector<double> directions;  ///< d × k, row-major: U
  std::vector<double> squares;     ///< k: s², the largest first
  std::vector<double> centre;      ///< d: μ, the mean of the class means by weight, in the informative columns
  std::vector<double> remainder;   ///< d: what rounding took off the centre; 0 where that of the means is not known
  std::vector<double> whitened;    ///< d × C, row-major: M
};

/// The Gaussians share a covariance that is a matrix. Error (bad_data) for a single class.
WhitenedAxes whitened_axes(const ClassCounts& classes, const Gaussians& gaussians);

/// Error (usage) unless `wanted` stands for at most so many axes.
void check_axis_count(const FisherAxes& wanted, std::size_t most);

/// The number of axes that `wanted` stands for. Error (usage) when there are not that many.
std::size_t axis_count(const FisherAxes& wanted, const WhitenedAxes& axes);

/// Moves the means into the plane of the first axes: μ_c becomes μ + L U_k U_kᵀ z_c, so that
///   p(c|x) = softmax(log π_c − ½ |U_kᵀ L⁻¹ (x − μ_c)|²).
/// All axes leave the means as they are: linear discriminant analysis.
void project_means(const ClassCounts& classes, const FisherAxes& wanted, Gaussians& gaussians);

/// The discriminants of one reading, as suffice/discriminants.hpp says.
Discriminants discriminants(const MomentBlock& moments, const GaussianOptions& options, unsigned threads);

}  // namespace suffice
