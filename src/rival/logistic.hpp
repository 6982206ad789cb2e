// Logistic regression: weights that maximise the conditional likelihood, with a penalty or without (MODELS §8).
#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "math/linear/symmetric.hpp"
#include "rival/linear_rows.hpp"
#include "suffice/model.hpp"

namespace suffice {

/// Where a search ended, and what it knew of the curvature there: a start for that of similar rows.
struct LogisticSearch {
  std::vector<double> scales;  ///< of the features
  std::vector<double> point;   ///< weights of the standardised features
  Cholesky curvature;          ///< by row
};

struct LogisticOptions {
  /// λ of the penalty ½ λ Σ_c ‖w_c‖² in the features' own units, of two classes ½ λ ‖w_1 − w_0‖²; intercepts are free.
  double penalty = 1;
  double tolerance = 1e-8;  ///< of the largest entry of the gradient, by row and by a standard deviation of a feature
  unsigned threads = 1;
  std::shared_ptr<const LogisticSearch> nearby = {};  ///< of the same features, where there is one
};

/// Of the features as they are; coefficients sum to 0 over the classes.
struct LogisticFit : LinearWeights {
  double loss = 0;         ///< Σ_i −w_i log p(y_i | x_i), without the penalty
  double gradient = 0;     ///< the largest entry, in the units of the tolerance
  std::size_t passes = 0;  ///< over all rows
  bool converged = false;
  std::shared_ptr<const LogisticSearch> search = {};  ///< of dense rows of few features
};

/// Dense rows of few features: Newton steps in a trust region on parts of the rows that grow, each from where the last
/// one ended; then L-BFGS on all rows, whose guess is the Hessian of the largest part. Wide or sparse rows: L-BFGS from
/// the diagonal. Error (bad_data) where there is no penalty and a plane separates some classes, wholly or but for rows
/// on it: the weights then have no finite maximum.
LogisticFit fit_logistic(const LinearProblem& problem, const LogisticOptions& options);

/// Whether rows are dense and features few enough for a Hessian: a fit then leaves a search.
bool has_hessian(const LinearProblem& problem);

}  // namespace suffice
