// Least squares on one-hot targets: a linear rival that is a function of the sums (MODELS §8).
#pragma once

#include <vector>

#include "summary/block_sums.hpp"

namespace suffice {

struct LeastSquares {
  std::vector<double> coefficients = {};  ///< C × d: β_c
  std::vector<double> intercepts = {};    ///< C
  std::vector<double> intercept_remainder =
      {};  ///< C: what rounding took off the intercepts, as in LinearWeights; or empty
};

/// Minimises Σ_i w_i ‖y_i − B x_i − a‖² + ρ ‖B‖², y_i having 1 for the class of row i and 0 for the others. With the
/// mean μ of all rows and their total scatter T = S_W + Σ_c n_c (μ_c − μ)(μ_c − μ)ᵀ: β_c = (T + ρI)⁻¹ n_c (μ_c − μ) and
/// a_c = n_c / n − β_cᵀ μ. A column that is constant has the coefficient 0. The moments are pooled or full, and without
/// patterns. Error (bad_data) where T + ρI is singular.
LeastSquares least_squares(const MomentBlock& moments, double ridge, unsigned threads);

}  // namespace suffice
