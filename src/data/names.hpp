// Names of columns and texts of cells as they are shown in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace suffice {

/// At most about 40 bytes of the text, cut between characters; control characters and stray bytes as \n, \t, \xNN.
std::string shown(std::string_view text);
/// shown(), between single quotes.
std::string quoted(std::string_view text);
/// The name as one word of a POSIX shell; COL when it is too long or too strange to be typed.
std::string shell_word(const std::string& name);
/// 'a', 'b' and 'c'; of a long list the first ten and how many more there are.
std::string list_names(std::span<const std::string> names);
/// " (did you mean 'x'?)", or empty when no known name is near, or the name is a number.
std::string did_you_mean(std::string_view name, std::span<const std::string> known);
/// What helps with a bad value besides correcting it: "fit without the column (--drop x)", or where rows are scored
/// only, "leave such rows without a label (--on-bad-row empty)".
std::string bad_value_remedy(const std::string& column, bool scored_only);
/// What a number below 0 is where it cannot be, and what helps.
std::string negative_problem(const std::string& column, bool scored_only);
/// "; if the columns are parted by ';', say --delimiter ';'" for a character that often parts columns; else empty.
std::string delimiter_hint(char found);
/// The same when the only column's name looks like many columns; else empty.
std::string delimiter_hint(std::span<const std::string> columns);
/// "has no column 'a' (did you mean 'b'?) …; it has 'b' and 'c'": all of `missing`, none of which is in `columns`.
std::string no_such_columns(std::span<const std::string> missing, std::span<const std::string> columns);

}  // namespace suffice
