// Column table: what each column of a file is taken for, and why.
#pragma once

#include <string>
#include <vector>

#include "console.hpp"
#include "suffice/roles.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

/// A line that counts the columns by use, and a table with a line for each; a long one has the first and says how many
/// follow. Empty where nothing was guessed, or where every feature is a number and nothing is to be said of it.
std::string describe_columns(const std::vector<ColumnGuess>& columns);

/// What the first rows leave open, each with what can be said instead.
void note_doubts(const std::vector<ColumnGuess>& columns, const Source& source, const Console& console);

}  // namespace suffice::cli
