// Most folds: how many cross-validation may have.
#pragma once

#include <cstddef>

namespace suffice {

inline constexpr std::size_t most_folds = 10'000;

}  // namespace suffice
