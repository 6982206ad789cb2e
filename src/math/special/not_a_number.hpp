// Not a number: what an undefined quantity is.
#pragma once

#include <limits>

namespace suffice {

inline constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace suffice
