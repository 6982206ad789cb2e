// complete_sums(): expectation–maximisation over sums of rows with missing values (MODELS §3).
#pragma once

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Whether estimates of matrices have to go by patterns.
bool needs_completion(const Summary& summary, const EstimateOptions& options);

/// The sums that are to be expected if nothing were missing, given the estimate that the options make of these very
/// sums: for mle the estimate of greatest likelihood, for map of greatest posterior density. Moments, pooled or full. A
/// column without a say is what it is where it is known. Each step costs O(patterns · (d³ + C·d²)), and C times the d³
/// where each class has a covariance; there are at most 5,000, and fewer where that would take minutes. One is enough
/// where the patterns have `completed` moments that these options come to.
/// `threads` (0: as many as the machine has) never changes a bit.
/// Error as gaussians(); (bad_data) where that leads to a covariance in which less than 2⁻³⁰ of the variance of a
/// column is its own, or to none, and where 20 steps would take minutes.
Summary complete_sums(const Summary& summary, const EstimateOptions& options, unsigned threads = 0);

/// Moments in the place of patterns: complete_sums() where covariances are matrices, else those of the values that are
/// there.
Summary without_patterns(const Summary& summary, const EstimateOptions& options, unsigned threads = 0);

}  // namespace suffice
