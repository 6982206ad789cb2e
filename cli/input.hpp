// Input: what the words given for INPUT stand for, and the source they open.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "console.hpp"
#include "options/option_table.hpp"
#include "suffice/model.hpp"
#include "suffice/source.hpp"

namespace suffice::cli {

/// Whether INPUT is a folder, LABEL=PATH, or --format documents or mail.
bool has_documents(const Arguments& arguments);
/// Whether INPUT is an array of numpy, by --format or by its name.
bool has_npy(const Arguments& arguments);
/// Whether INPUT is stdin.
bool is_stdin(const Arguments& arguments);

/// Whether some of INPUT is stdin or a pipe.
bool comes_once(const Arguments& arguments);
/// Whether every path of INPUT is a plain file: neither stdin nor a pipe.
bool can_be_read_again(const Arguments& arguments);

/// Bytes of all files of INPUT where these are plain and not compressed; 0 where that is not known.
std::uint64_t input_bytes(const Arguments& arguments);

/// What messages call INPUT.
std::string input_name(const Arguments& arguments);
/// The first path of INPUT; empty for LABEL=PATH. Error (usage) for words of which only some are LABEL=PATH.
std::string input_path(const Arguments& arguments);

/// What rows hold, as far as it decides how a file is read whose name does not tell.
enum class Holds {
  columns,    ///< a table
  documents,  ///< documents and nothing else: lines, where no labels are needed
  mails,      ///< the same where documents are mails: one file is a mail, or several
};
/// Documents or mails where the only block is one of text.
Holds holds(const Schema& schema);

/// ReadOptions by --format, --delimiter, --no-header, --no-quotes and --labels. Error (usage) on a delimiter or format
/// that is none.
ReadOptions read_options(const Arguments& arguments, bool labels);
/// The same for rows of a model: what they do not say is as the schema remembers it.
ReadOptions read_options(const Arguments& arguments, const Schema& schema, bool labels);

/// The same for rows without labels. One document a line, but where a model was fitted on a table, a table like that.
ReadOptions unlabelled_options(const Arguments& arguments, const Model& model);

/// Whether --on-bad-row says this word; false where it says stop, or nothing. Error (usage) for another word.
bool goes_on_at_bad_rows(const Arguments& arguments, const std::string& word);

/// Opens INPUT; on a terminal's stdin says that rows are awaited.
Source open_input(const Arguments& arguments, const ReadOptions& options, const Console& console);

/// Says how a text file is written, where that is not the usual way, and what is doubtful about it; not whether it has
/// a header, where that names the target.
void note_dialect(const Source& source, const std::string& target, const Console& console);

/// Says that a source was taken for mail, if it was, and how to have it read as text.
void note_mail(const Source& source, const Console& console);

/// Error (usage) when INPUT is documents, and the schema has other columns.
void check_input(const Schema& schema, const Arguments& arguments, const Source& source);

}  // namespace suffice::cli
