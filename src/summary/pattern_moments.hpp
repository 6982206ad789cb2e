// Pattern moments: merging, removing and reading moments that are kept by pattern of missing values.
#pragma once

#include <cstddef>
#include <span>

#include "suffice/summary.hpp"

namespace suffice {

/// One pattern as a summary of the same schema and labels: all that holds of moments holds of it.
Summary pattern_summary(const Summary& summary, const Pattern& pattern);

/// Moments of matrices by pattern: complete rows are one, if there are any. Third and fourth moments are left behind.
PatternMoments as_patterns(const Summary& summary);

/// The merged moments of the kinds pooled or full, by pattern or not, which are the same for both; otherwise as
/// merge_moments. Error (bad_data) for more patterns than there may be.
PatternMoments merge_patterns(const Summary& a, const Summary& b, const ClassCounts& sum,
                              std::span<const std::size_t> columns);

/// What is left, and a bound on its relative error, as remove_moments and removal_error say. Patterns without rows are
/// gone, and where only complete rows are left moments are no longer by pattern. Error (bad_data) for a pattern that
/// `all` has not, or less of it.
struct PatternRemoval {
  decltype(Summary::sums) sums;
  double relative_error = 0;
};
PatternRemoval remove_patterns(const Summary& all, const Summary& part, const ClassCounts& rest,
                               std::span<const std::size_t> columns);

/// Read as a kind that they contain: patterns of matrices, or columns with weights of their own.
Summary read_patterns_as(const Summary& summary, MomentKind kind);

}  // namespace suffice
