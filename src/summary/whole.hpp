// Whole numbers: those that doubles add and subtract exactly, in any order.
#pragma once

#include <cmath>
#include <optional>

namespace suffice {

inline constexpr double most_whole = 0x1p53;

/// Sums of numbers that are not whole are rounded: what is left of one is nothing within this share of what it was.
inline constexpr double rounding_share = 0x1p-40;

/// Whether v ≥ 0 is a whole number up to 2⁵³.
inline bool is_whole(double v) { return v <= most_whole && v == std::floor(v); }

/// before − removed, of counts that are not negative; nothing when there was less than is removed. Exact for whole
/// numbers.
inline std::optional<double> count_left(double before, double removed) {
  const double left = before - removed;
  if (is_whole(before) && is_whole(removed)) {
    return left >= 0 ? std::optional(left) : std::nullopt;
  }
  if (std::abs(left) <= rounding_share * before) {
    return 0.0;
  }
  return left > 0 ? std::optional(left) : std::nullopt;
}

}  // namespace suffice
