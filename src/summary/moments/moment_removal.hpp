// Moment removal: whether moments can be what is left of others, and how well they are known.
#pragma once

#include <cstddef>
#include <span>

#include "summary/block_sums.hpp"

namespace suffice {

/// A bound on the relative rounding error of the variances of `rest`, which is `all` without `part`; `columns[j]` is
/// where the part keeps feature j. Error (bad_data) when a variance would be negative by more than rounding explains.
double removal_error(const MomentBlock& all, const MomentBlock& part, const MomentBlock& rest,
                     std::span<const std::size_t> columns);

}  // namespace suffice
