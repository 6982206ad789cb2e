// Shared covariance: Σ of all classes from the pooled scatter, with its shrinkage (MODELS §3).
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "math/symmetric.hpp"
#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

struct SharedCovariance {
  std::vector<std::size_t> columns;  ///< the features it covers, ascending: all that vary
  std::vector<double> scatter;       ///< S_W of those features
  std::vector<double> matrix;        ///< Σ of those features
  double divisor = 0;                ///< n or n − C
  double lambda = 0;                 ///< the shrinkage applied
  Cholesky factor;                   ///< of matrix
};

/// λ of `auto`, with R the correlation of the scatter, t = tr R² and N = n − C:
///   min(1, (t + d²) / ((N + 1)(t − d))).
double automatic_lambda(const std::vector<double>& scatter, std::size_t size, double degrees_of_freedom);

/// Error (bad_data) when there are no rows, a column separates the classes by itself, or Σ is singular.
SharedCovariance shared_covariance(const Summary& summary, const EstimateOptions& options);

}  // namespace suffice
