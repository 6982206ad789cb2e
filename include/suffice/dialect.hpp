// Dialect: how a text file writes a table, found from its first bytes or said by the user.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

enum class Encoding { utf8, utf16_le, utf16_be, windows_1252 };  ///< the last one reads Latin-1 too

/// The cells that hold no value unless markers are said: empty, NA, N/A, NaN, null, ?, #N/A, <NA>, <null>, \N, in any
/// case.
std::vector<std::string> default_missing_markers();

struct Dialect {
  char delimiter = ',';  ///< between cells; ' ' stands for a run of spaces and tabs
  char quote = '"';    ///< around cells, doubled inside them, with blanks before and behind it or not; 0: cells are not
                       ///< quoted, and a quote is text. In the middle of a cell it always is
  bool header = true;  ///< the first line names the columns; false: they are called 1, 2, 3, …
  char decimal = '.';  ///< of numbers: '.' or ','
  Encoding encoding = Encoding::utf8;
  /// Cells that hold no value, compared without case and without blanks around them.
  std::vector<std::string> missing = default_missing_markers();
  bool missing_as_value = false;  ///< categories: a cell that holds no value is a value of its own, by its text

  bool operator==(const Dialect&) const = default;
};

/// What is known of a dialect before the file is seen; the rest is found.
struct DialectChoice {
  std::optional<char> delimiter = {};
  std::optional<char> quote = {};
  std::optional<bool> header = {};
  std::optional<char> decimal = {};
  std::optional<Encoding> encoding = {};
  std::optional<std::vector<std::string>> missing = {};
  std::optional<bool> missing_as_value = {};
};

/// Every decision of a dialect as known: of a file that is to be read as an earlier one was.
DialectChoice as_choice(const Dialect& dialect);

/// What is known, and the defaults for the rest.
Dialect dialect_of(const DialectChoice& known);

/// How a file writes quotes where that is not as `Dialect::quote` says; each file tells it.
struct QuoteStyle {
  bool escaped = false;       ///< \" is a quote inside a cell, as Spark and MySQL write it
  bool after_blanks = false;  ///< blanks stand before the quotes of cells that hold delimiters or line ends

  [[nodiscard]] bool is_plain() const { return !escaped && !after_blanks; }
};

struct FoundDialect {
  Dialect dialect;
  QuoteStyle quotes = {};
  /// Leading lines that are no part of the table, counted by their line ends (LF, CRLF or CR): comments, titles, a line
  /// that names the delimiter (sep=;), empty lines.
  std::size_t skipped_lines = 0;
  /// The header is behind a comment mark: # or % and the blanks behind it are no part of the first name.
  bool header_is_comment = false;
  /// The header has one name fewer than rows have cells: the first column, of row names, has none.
  bool first_is_unnamed = false;
  bool last_is_unnamed = false;  ///< the same of the last column: rows end with a delimiter
  std::size_t width = 1;         ///< cells of most rows of the sample
  /// Decisions that the sample leaves open, each as a sentence with what was taken.
  std::vector<std::string> doubts = {};
};

/// The dialect of a table of which `sample` holds the first bytes; `complete` when the file ends with them. The sample
/// is as in the file, not yet UTF-8. Its work is bounded by the size of the sample, for any bytes; it fails for want of
/// memory alone. Where all lines have one cell, the delimiter is a comma.
FoundDialect find_dialect(std::string_view sample, bool complete, const DialectChoice& known = {});

/// "UTF-8", "UTF-16 (little-endian)", "UTF-16 (big-endian)", "Windows-1252".
std::string_view encoding_name(Encoding encoding);

/// One line for people, such as: delimiter ';', decimal comma, Windows-1252, no header.
std::string describe(const Dialect& dialect);

}  // namespace suffice
