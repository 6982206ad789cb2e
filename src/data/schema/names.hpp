// Names of columns and texts of cells as they are shown in messages.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "suffice/error.hpp"

namespace suffice {

/// At most about 40 bytes of the text, cut between characters; control characters and stray bytes as \n, \t, \xNN.
std::string shown(std::string_view text);
/// shown(), between single quotes.
std::string quoted(std::string_view text);
inline std::string quoted(const char* text) { return quoted(std::string_view(text)); }
// For a std::string the compiler would else prefer std::quoted, wherever <iomanip> has been read.
inline std::string quoted(const std::string& text) { return quoted(std::string_view(text)); }
inline std::string quoted(std::string& text) { return quoted(std::string_view(text)); }
/// 'a', 'b' and 'c'; of a long list the first ten and how many more there are.
std::string list_names(std::span<const std::string> names);
/// " (did you mean 'x'?)", or empty when no known name is near, or the name is a number.
std::string did_you_mean(std::string_view name, std::span<const std::string> known);
/// What a message says about what helps, and the options that do it.
struct Advice {
  std::string words;
  std::vector<Remedy> remedies;
};

/// What helps with a bad value besides correcting it: "fit without the column", or where rows are scored only, "leave
/// such rows without a label".
Advice bad_value_advice(const std::string& column, bool scored_only);
/// What a number below 0 is where it cannot be, and what helps.
Advice negative_advice(const std::string& column, bool scored_only);
/// "; the columns seem to be delimited by ';'" for a character that often delimits columns; else empty.
Advice delimiter_advice(char found);
/// The same when the only column's name looks like many columns; else empty.
Advice delimiter_advice(std::span<const std::string> columns);
/// Error (bad_data) "has no columns 'a' (did you mean 'b'?) …; it has 'b' and 'c'": all of `missing`, none of which is
/// in `columns`. Those of `taken` are not meant.
Error no_such_columns(std::span<const std::string> missing, std::span<const std::string> columns,
                      const std::string& where = {}, const std::unordered_set<std::string>& taken = {});

}  // namespace suffice
