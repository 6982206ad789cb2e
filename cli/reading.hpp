// Reading: rows of INPUT, as the reading options and a schema say.
#pragma once

#include <string>

#include "console.hpp"
#include "option_table.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/source.hpp"
#include "suffice/summary.hpp"

namespace suffice::cli {

/// ReadOptions by --delimiter, --no-header and the ending of INPUT. Error (usage) on a delimiter that is none.
ReadOptions read_options(const Arguments& arguments);

/// --threads. Error (usage) when the number is beyond reason.
unsigned thread_count(const Arguments& arguments);

/// What messages call INPUT.
std::string input_name(const Arguments& arguments);

/// Opens INPUT; on a terminal's stdin says that rows are awaited.
Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console);

/// The sums of all rows left in a bound source, in one pass; the reservoir sees every row too, if there is one.
/// Error (bad_data) when there are no rows.
Summary summarise_source(Source& source, const Schema& schema, const Arguments& arguments, const Console& console,
                         Reservoir* reservoir = nullptr);

}  // namespace suffice::cli
