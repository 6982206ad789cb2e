// Whole numbers: those that doubles add and subtract exactly, in any order.
#pragma once

#include <cmath>
#include <optional>

namespace suffice {

inline constexpr double most_whole = 0x1p53;

/// Whether v ≥ 0 is a whole number up to 2⁵³.
inline bool is_whole(double v) { return v <= most_whole && v == std::floor(v); }

/// before − removed, of counts that are not negative; nothing when there was less than is removed. Exact for whole
/// numbers. Other sums were rounded: of those, what is left is zero when it is within 2⁻⁴⁰ of what was there.
inline std::optional<double> count_left(double before, double removed) {
  const double left = before - removed;
  if (is_whole(before) && is_whole(removed)) {
    return left >= 0 ? std::optional(left) : std::nullopt;
  }
  if (std::abs(left) <= 0x1p-40 * before) {
    return 0.0;
  }
  return left > 0 ? std::optional(left) : std::nullopt;
}

}  // namespace suffice
