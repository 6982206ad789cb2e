// The loss of logistic regression: Σ_i −w_i log p(y_i | x_i) of a softmax of linear scores, with its derivatives.
#pragma once

#include <span>
#include <vector>

#include "rival/linear_rows.hpp"

namespace suffice {

struct LogisticLoss {
  double value = 0;
  std::vector<double> gradient;  ///< C × (features + 1), row-major, as the weights: the intercept last
  double least_posterior = 1;    ///< the least p(y_i | x_i) of all rows: above ½, the scores separate the classes
};

/// `weights`: C × (features + 1), row-major: those of the centred features, then the intercept. One pass over the rows,
/// O(rows · C · features). The number of threads never changes a bit.
LogisticLoss logistic_loss(const LinearProblem& problem, std::span<const double> weights, unsigned threads);

/// For each pair of classes c > k, in the order (1, 0), (2, 0), (2, 1), …, the matrix Σ_i w_i p_c p_k u uᵀ of (features
/// + 1)² numbers, u being the centred features and 1. They are the Hessian: its blocks off the diagonal are −these, and
/// each row of blocks adds up to 0. Dense rows only. O(rows · C² · features²).
std::vector<double> logistic_curvature(const LinearProblem& problem, std::span<const double> weights, unsigned threads);

}  // namespace suffice
