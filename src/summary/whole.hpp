// Whole numbers: those that doubles add and subtract exactly, in any order.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

namespace suffice {

inline constexpr double most_whole = 0x1p53;

/// Sums of numbers that are not whole are rounded: what is left of one is nothing within this share of what it was.
inline constexpr double rounding_share = 0x1p-40;

/// Two sums of the same numbers, none of them negative, added one by one in different orders, differ by at most this
/// share of either. A file may claim any number of rows, and is not believed beyond a limit.
inline double share_of_order(std::uint64_t numbers) { return std::min(static_cast<double>(numbers) * 0x1p-52, 1e-6); }

/// Counts of a class of so many rows may differ by this share of its weight from what they have to be.
inline double count_tolerance(std::uint64_t rows) { return 1e-9 + share_of_order(rows); }

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
