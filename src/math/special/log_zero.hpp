// log 0: the logarithm of a probability that is none.
#pragma once

#include <limits>

namespace suffice {

inline constexpr double log_zero = -std::numeric_limits<double>::infinity();

}  // namespace suffice
