// complete_sums(): expectation–maximisation over sums of rows with missing values (MODELS §3).
#pragma once

#include <cstddef>

#include "suffice/options.hpp"
#include "suffice/summary.hpp"

namespace suffice {

struct Completed {
  Summary sums;              ///< moments, pooled or full
  std::size_t steps = 0;     ///< expectations taken
  bool stands_still = true;  ///< false: the estimate was still moving when the steps were used up
};

/// Whether estimates of matrices have to go by patterns.
bool needs_completion(const Summary& summary, const EstimateOptions& options);

/// The sums that are to be expected if nothing were missing, given the estimate that the options make of these very
/// sums: for mle the estimate of greatest likelihood, for map of greatest posterior density. A column without a say is
/// what it is where it is known. Each step costs O(patterns · (d³ + C·d²)), and C times the d³ where each class has a
/// covariance; there are at most 5,000, and fewer where that would take minutes.
/// Error as gaussians().
Completed complete_sums(const Summary& summary, const EstimateOptions& options);

}  // namespace suffice
