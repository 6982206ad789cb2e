// Zero columns: those of moments in which every row holds 0, told from what rounding leaves when rows are removed.
#pragma once

#include <cstddef>
#include <optional>

#include "summary/block_sums.hpp"

namespace suffice {

/// Whether every row of class c holds 0 in column j of d: mean and variation are 0. Where the variation is pooled, it
/// is that of all classes.
bool is_zero_column(const Moments& moments, std::size_t c, std::size_t d, std::size_t j);
/// is_zero_column() for the rows of one pattern, whose moments are of that kind.
bool is_zero_column(const Pattern& pattern, MomentKind kind, std::size_t c, std::size_t d, std::size_t j);

/// Whether rows that are removed may be the last that hold anything but 0 in column j: of open columns and indicators.
bool may_become_zero(const Block& block, std::size_t j);

/// A block without the indicators of values that no row has, though the sums have their columns: such values are
/// unknown to it. Of each column one indicator stays. Nothing where that is the block itself, or its sums cannot be
/// read by fewer columns.
std::optional<Block> without_zero_indicators(const MomentBlock& moments);

/// Puts 0 for what is left of such a column in a class, or in all where the variation is pooled, when that is nothing
/// but rounding. `rest` is `all` without `part`, over the classes `rest_classes`. With Q = Σ w x²
/// before, rounding leaves at most 2⁻⁴⁰ √(n Q) of a sum Σ w x, and 2⁻⁴⁰ Q of the variation.
void clear_rounding(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest_classes, Moments& rest);

}  // namespace suffice
