// Option use: which options go with which models.
#pragma once

#include "column_options.hpp"
#include "option_table.hpp"
#include "suffice/options.hpp"

namespace suffice::cli {

/// Whether the family counts terms: of text, or columns of counts.
bool has_terms(Family family);

/// Error (usage), with what to do instead, for an option that the model has no use for, and for a model that does not
/// read such rows.
void check_option_use(const Arguments& arguments, const RowKind& rows, const EstimateOptions& options);

}  // namespace suffice::cli
