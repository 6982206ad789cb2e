// Column options: what fit is told about columns, labels, values and text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "option_table.hpp"
#include "suffice/fit.hpp"

namespace suffice::cli {

/// Columns, text and schema of a fit, by --target, --weight, --drop, --text, --column, --labels, --schema and the
/// options of text. Error (usage) for options that cannot be given together.
void apply_column_options(const Arguments& arguments, FitOptions& options);

/// Whether some column holds documents, as far as that can be told before INPUT is opened.
bool has_text(const FitOptions& options);

/// The names of a list: each word, or the names that commas separate in it, unless it is itself a known name.
std::vector<std::string> split_names(const std::vector<std::string>& words, std::span<const std::string> known);

}  // namespace suffice::cli
