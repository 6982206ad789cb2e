// Moment shape: what sums of one kind look like while rows are added, and how large they may become, which is checked
// before memory is taken.
#pragma once

#include <cstddef>

#include "math/kernels/scatter.hpp"
#include "suffice/summary.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

/// A covariance is of so many columns at most.
inline constexpr std::size_t most_matrix_features = 10'000;

/// A pooled diagonal is no shape of its own: it is the sum of the diagonals of the classes, once all rows are there.
struct MomentShape {
  Keep keep;
  std::size_t columns = 0;  ///< d

  [[nodiscard]] bool has_matrices() const { return suffice::has_matrices(keep.moments); }
  [[nodiscard]] bool is_pooled() const { return keep.moments == MomentKind::pooled; }
  /// Second moments: one set for all classes, or one for each.
  [[nodiscard]] std::size_t sets(std::size_t classes) const { return is_pooled() ? 1 : classes; }
  [[nodiscard]] std::size_t set_of(std::size_t c) const { return is_pooled() ? 0 : c; }
  /// Numbers in a set, a triangle (math/scatter.hpp) or a diagonal.
  [[nodiscard]] std::size_t set_size() const { return has_matrices() ? triangle_size(columns) : width(); }
  /// Numbers from one class to the next in arrays of C × d.
  [[nodiscard]] std::size_t width() const { return padded_columns(columns); }

  /// Whether sets are so small that each thread can have its own: then threads take rows, else columns.
  [[nodiscard]] bool is_narrow() const {
    switch (keep.moments) {
      case MomentKind::pooled:
        return columns <= 256;
      case MomentKind::full:
        return columns <= 64;
      default:
        return columns <= 512;
    }
  }
};

/// Error (bad_data) for more features than sums of that kind can hold, (usage) for fourth moments of a kind that has
/// none.
void check_feature_limit(const MomentShape& shape);

/// Error (bad_data) for more classes than that.
void check_class_limit(const MomentShape& shape, std::size_t classes);

/// Error (bad_data) for more patterns of missing values than most_patterns, or more than moments of matrices can hold
/// for that many classes.
void check_pattern_limit(const MomentShape& shape, std::size_t classes, std::size_t patterns);

}  // namespace suffice
