// Reading: rows of INPUT, as the reading options and a schema say.
#pragma once

#include <string>
#include <string_view>

#include "console.hpp"
#include "option_table.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/source.hpp"
#include "suffice/summary.hpp"

namespace suffice::cli {

/// ReadOptions by --format, --delimiter, --no-header and --labels. Error (usage) on a delimiter or format that is none.
ReadOptions read_options(const Arguments& arguments);

/// --threads. Error (usage) when the number is beyond reason.
unsigned thread_count(const Arguments& arguments);

/// What messages call INPUT.
std::string input_name(const Arguments& arguments);

/// Opens INPUT; on a terminal's stdin says that rows are awaited.
Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console);

/// The sums of all rows left in a bound source, in one pass; the reservoir sees every row too, if there is one.
/// Error (bad_data) when there are no rows.
Summary summarise_source(Source& source, const Schema& schema, const Keep& keep, const Arguments& arguments,
                         const Console& console, Reservoir* reservoir = nullptr);

/// Whether a row of a block lacks a value.
bool has_missing(const RowBlock& block, std::size_t row);
/// How many rows of a block lack a value.
std::size_t count_missing(const RowBlock& block);
/// Says what became of rows that lack values, if there were any.
void note_missing(std::size_t rows, const Console& console);

}  // namespace suffice::cli
