// Pattern moments: merging, removing and reading moments that are kept by pattern of missing values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "summary/block_sums.hpp"

namespace suffice {

/// One pattern of rows that have these columns, whose classes and moments these are.
Pattern pattern_of(std::vector<std::uint8_t> present, ClassCounts classes, Moments moments);

/// The rows of one pattern as classes and moments of their own: all that holds of moments holds of them.
class PatternRows {
 public:
  PatternRows(const MomentBlock& moments, const Pattern& pattern);
  /// No rows, of the same classes.
  explicit PatternRows(const MomentBlock& moments);

  [[nodiscard]] MomentBlock block() const { return {block_, classes_, moments_}; }

 private:
  const Block& block_;
  ClassCounts classes_;
  Moments moments_;
};

/// The patterns of moments of matrices; where there are none, complete rows are one, if there are any rows. Third and
/// fourth moments are not part of them.
std::vector<Pattern> patterns_of(const MomentBlock& moments);

/// Moments of these patterns, in their order: without patterns where only complete rows, or none at all, are left.
Moments moments_from(MomentKind kind, std::vector<Pattern> patterns, std::size_t classes, std::size_t d);

/// The merged moments of the kinds pooled or full, with patterns or without, which are the same for both; otherwise as
/// merge_moments. Error (bad_data) for more patterns than there may be.
Moments merge_patterns(const MomentBlock& a, const MomentBlock& b, const ClassCounts& sum,
                       std::span<const std::size_t> columns);

/// What is left, as remove_moments says, and a bound on the relative error of its variances over all patterns. Patterns
/// without rows are gone, and where only complete rows are left moments have no patterns. Error (bad_data) for a
/// pattern that `all` has not, or less of it.
struct PatternRemoval {
  Moments moments;
  double relative_error = 0;
};
PatternRemoval remove_patterns(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest,
                               std::span<const std::size_t> columns);

/// Read as a kind that they contain: patterns of matrices, or columns with weights of their own.
Moments read_patterns_as(const MomentBlock& moments, MomentKind kind);

}  // namespace suffice
