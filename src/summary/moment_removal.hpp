// Moment removal: whether moments can be what is left of others, and how well they are known.
#pragma once

#include <cstddef>
#include <span>

#include "suffice/summary.hpp"

namespace suffice {

/// A bound on the relative rounding error of the variances of `rest`, which is `all` without `part`; `columns[j]` is
/// where the part keeps feature j. Error (bad_data) when a variance would be negative by more than rounding explains.
double removal_error(const Summary& all, const Summary& part, const Summary& rest,
                     std::span<const std::size_t> columns);

}  // namespace suffice
