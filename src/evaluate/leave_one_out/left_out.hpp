// Left out: the rows of one reading of which each is scored without itself, and whether a class is left without it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <span>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"

namespace suffice {

/// Some rows of the sums, as the block that is read takes them, and the class of each.
struct LeftOut {
  const BlockRows& rows;
  std::span<const std::size_t> classes;
  std::span<const std::size_t> chosen;  ///< those to remove, each in turn
};

/// The density of a row that cannot be removed.
inline constexpr double cannot_be_removed = std::numeric_limits<double>::quiet_NaN();

/// Whether class c has anything left without a row of that weight.
inline bool is_left(const ClassCounts& classes, std::size_t c, double weight) {
  return classes.rows[c] >= 2 && weight < classes.weight[c];
}

/// score(i, c, weight, out) for each row chosen, of class c: out takes C log densities less what all classes have in
/// common. NaN where it is false, or nothing would be left of the class.
template <typename Score>
void score_left_out(const LeftOut& left_out, const ClassCounts& classes, std::span<double> out, const Score& score) {
  for (std::size_t place = 0; place < left_out.chosen.size(); ++place) {
    const std::size_t i = left_out.chosen[place];
    const std::size_t c = left_out.classes[i];
    const double weight = row_weight(left_out.rows, i);
    const auto densities = out.subspan(place * classes.size(), classes.size());
    if (!is_left(classes, c, weight) || !score(i, c, weight, densities)) {
      std::fill(densities.begin(), densities.end(), cannot_be_removed);
    }
  }
}

}  // namespace suffice
