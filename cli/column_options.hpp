// Column options: what fit is told about columns, labels, values and text, and the schema that comes of it.
#pragma once

#include "option_table.hpp"
#include "suffice/schema.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

/// What rows are made of, and how text becomes terms: known before INPUT is opened.
struct RowKind {
  Encoding encoding = Encoding::numbers;
  TextOptions text = {};
};

/// By --schema; else text where --text is given or INPUT is documents, categories for --model categorical-nb. Error
/// (usage) for an option that such rows have no use for.
RowKind chosen_kind(const Arguments& arguments);

/// By --schema, or from the columns of the source by --target, --weight, --drop, --text, --column and --labels.
Schema chosen_schema(const Arguments& arguments, const RowKind& kind, const Source& source);

}  // namespace suffice::cli
