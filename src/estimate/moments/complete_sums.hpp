// complete_sums(): expectation–maximisation over sums of incomplete rows (MODELS §3).
#pragma once

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Whether covariances have to be estimated from patterns of missing values.
bool needs_completion(const MomentBlock& moments, const GaussianOptions& options);

/// The moments that are to be expected if nothing were missing, given the estimate that the options make of these very
/// moments: for mle the estimate of greatest likelihood, for map of greatest posterior density. Pooled or full, over
/// every feature, without patterns. A column that is ignored is what it is where it is known. Each step costs
/// O(patterns · (d³ + C·d²)), and C times the d³ where each class has a covariance; there are at most 5,000, and fewer
/// where that would take minutes. `threads` never changes a bit.
/// Error as gaussians(); (bad_data) where that leads to a covariance in which less than 2⁻³⁰ of the variance of a
/// column is its own, or to none, and where 20 steps would take minutes.
Moments complete_sums(const MomentBlock& moments, const GaussianOptions& options, unsigned threads);

/// Moments in the place of patterns: complete_sums() where covariances are matrices, else those of the values that are
/// there. Of moments without patterns, those that the options need.
Moments without_patterns(const MomentBlock& moments, const GaussianOptions& options, unsigned threads);

}  // namespace suffice
