// Moment limits: how large sums may become, checked before memory is taken.
#pragma once

#include <cstddef>

#include "summary/moments/moment_shape.hpp"

namespace suffice {

/// Error (bad_data) for more features than sums of that kind can hold, (usage) for fourth moments of a kind that has
/// none.
void check_feature_limit(const MomentShape& shape);

/// Error (bad_data) for more classes than that.
void check_class_limit(const MomentShape& shape, std::size_t classes);

/// Error (bad_data) for more patterns of missing values than most_patterns, or more than moments of matrices can hold
/// for that many classes.
void check_pattern_limit(const MomentShape& shape, std::size_t classes, std::size_t patterns);

}  // namespace suffice
