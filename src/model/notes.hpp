// Notes: what the user should know about classes, about columns that no row has, and about values that were missing.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "suffice/summary.hpp"

namespace suffice {

/// A single class, and classes that were declared and have no rows.
std::vector<std::string> notes_on_classes(const ClassCounts& classes);

/// Rows with missing values and how they were taken. `summary` has patterns.
std::string note_on_gaps(const Summary& summary);

/// One on open columns that are 0 in every row, if there are any.
void note_unseen_columns(const Schema& schema, const std::vector<std::size_t>& columns,
                         std::vector<std::string>& notes);

}  // namespace suffice
