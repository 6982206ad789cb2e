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

/// ReadOptions by --format, --delimiter, --no-header, --no-quotes and --labels, for rows that `encoding` says. Where
/// the name of INPUT does not tell, a model of text reads lines where it needs no labels.
/// Error (usage) on a delimiter or format that is none.
ReadOptions read_options(const Arguments& arguments, Encoding encoding, bool labels);

/// Opens INPUT; on a terminal's stdin says that rows are awaited.
Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console);

/// Binds the columns that the schema names; documents and lines have their own, which stand for them.
void bind_input(Source& source, const Schema& schema, const Arguments& arguments, const ReadOptions& options);

}  // namespace suffice::cli
