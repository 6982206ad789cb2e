// Wider sums: those of rows that hold 0 in more columns, and the way back.
#pragma once

#include <cstddef>

#include "suffice/summary.hpp"

namespace suffice {

/// The sums of the same rows with zeros up to the column `columns`, for a block whose columns are open; its columns are
/// those of widened(block, columns) then. Error (bad_data) for more columns than sums of that kind can hold.
Sums widen(const Block& block, const ClassCounts& classes, const Sums& sums, std::size_t columns);

/// Takes the columns at the end that hold nothing but 0 off a block whose columns are open, and off its sums; the first
/// stays. Other blocks stay as they are.
void narrow(Block& block, const ClassCounts& classes, Sums& sums);

}  // namespace suffice
