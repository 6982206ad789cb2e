// Lines of a table that are no rows: those behind the header that say what columns are, and those below the last row.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace suffice {

/// How many of the first records, at most two, describe the columns instead of being rows:
///   - records that have text, or nothing, in every column that holds numbers or dates further down, two columns at
///     least, and text in two of them: units, questions and the like. Markers of missing values are no text;
///   - types as Orange writes them (c, d, continuous, string, …), and the line of flags (class, meta) below them;
///   - what programs for surveys write below the questions ("Response"), in two columns at least, beside the choices.
/// `records` are the first ones of a table behind its header, all of one width, without blanks around cells.
std::size_t count_description_lines(std::span<const std::vector<std::string>> records, char decimal);

/// Whether a line is drawn, as between the header and the rows of a table that a database prints: ---+---, |:--|--:|.
bool is_rule(std::string_view line);

/// Whether a line is what databases print below a table: (8 rows affected), (8 rows), 8 rows selected., 8 rows in set
/// (0.00 sec).
bool is_row_count(std::string_view line);

/// Whether a line of another width than the table's is one of the two, and no row.
inline bool is_no_row(std::string_view line) { return is_rule(line) || is_row_count(line); }

/// Whether a text is what people write below a table: Source: the office, Note: estimated.
bool is_source(std::string_view text);

/// Whether a cell of the last row says that the row holds sums of the others: Total, Gesamtergebnis:, 总计.
bool names_sums(std::string_view cell);

}  // namespace suffice
