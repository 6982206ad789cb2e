// Input: what the words given for INPUT stand for, and the source they open.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "console.hpp"
#include "option_table.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

/// Whether INPUT is a folder, LABEL=PATH, or --format documents.
bool has_documents(const Arguments& arguments);
/// Whether INPUT is an array of numpy, by --format or by its name.
bool has_npy(const Arguments& arguments);
/// Whether INPUT is stdin.
bool is_stdin(const Arguments& arguments);

/// What messages call INPUT.
std::string input_name(const Arguments& arguments);
/// The one path of INPUT; empty for LABEL=PATH. Error (usage) for several words that are not all LABEL=PATH.
std::string input_path(const Arguments& arguments);

/// What rows hold, as far as it decides how a file is read whose name does not tell.
enum class Holds {
  columns,    ///< a table
  documents,  ///< documents and nothing else: lines, where no labels are needed
};
/// Documents where the only block is one of text.
Holds holds(const Schema& schema);

/// ReadOptions by --format, --delimiter, --no-header, --no-quotes and --labels. Error (usage) on a delimiter or format
/// that is none.
ReadOptions read_options(const Arguments& arguments, Holds what, bool labels);

/// Opens INPUT; on a terminal's stdin says that rows are awaited.
Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console);

/// Error (usage) when INPUT is documents, and the schema has other columns.
void check_input(const Schema& schema, const Arguments& arguments, const ReadOptions& options);

}  // namespace suffice::cli
