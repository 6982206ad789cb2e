// Column options: what fit is told about columns, labels, values and text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "options/option_table.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

/// Columns, text and schema of a fit, by --target, --weight, --drop, --text, --column, --labels, --schema and the
/// options of text. Error (usage) for options that cannot be given together.
void apply_column_options(const Arguments& arguments, FitOptions& options);

/// Whether some column holds documents, as far as that can be told before INPUT is opened.
bool has_text(const FitOptions& options);

/// The names of lists that commas separate. From left to right, the longest part that is a known name is one, commas
/// or not; where there is none, what stands before the next comma.
std::vector<std::string> split_names(const std::vector<std::string>& words, std::span<const std::string> known);

/// Splits the lists of columns that have a role or are dropped. Error (usage) where a list gives several roles.
void split_lists(ColumnChoice& columns, std::span<const std::string> known);

/// The parts of "a,b,c"; empty ones are skipped.
std::vector<std::string> split_list(const std::string& text);

}  // namespace suffice::cli
