// Notes: what the user should know about classes, about columns that no row has, and about values that were missing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suffice/summary.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// A single class, and classes that were declared and have no rows.
std::vector<std::string> notes_on_classes(const ClassCounts& classes);

/// Incomplete rows and how they were taken. The moments have patterns.
std::string note_on_missing_values(const MomentBlock& moments);

/// A note on columns that have one value in all rows, and on those that have none, if there are any.
void note_constant_columns(const Block& block, const std::vector<std::size_t>& constant,
                           const std::vector<std::size_t>& empty, std::vector<std::string>& notes);

/// A note on open columns that are 0 in every row, if there are any.
void note_unseen_columns(const Block& block, const std::vector<std::size_t>& columns, std::vector<std::string>& notes);

}  // namespace suffice
