// What a sample of a table holds by one choice of delimiter and quote: its records, and what each cell looks like.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace suffice {

/// What a cell looks like. A number is written with a point or without one; one with a comma where the point would be
/// is a number of another kind, as 1,5 and 1.234,5 are.
enum class CellLook { missing, number, comma_number, date, word, text };

CellLook look_of(std::string_view cell);

/// Digits in groups of three between commas, as in 1,234 and 12,345,678.9: a number either way it is read.
bool has_thousands_commas(std::string_view cell);

struct SampleCell {
  std::string_view text;  ///< between the quotes, where it has them; else without blanks around it
  bool quoted = false;
  bool after_blanks = false;  ///< the quote has blanks before it
};

struct SampleRecord {
  std::size_t line = 0;        ///< where it begins, counted from 0
  std::size_t first_cell = 0;  ///< in SampleTable::cells
  std::size_t cells = 0;
  bool malformed = false;  ///< text follows a closing quote, or the last quote is never closed
};

/// Records without the blank lines between them, by the grammar of class Source; a quote may have blanks before it and
/// behind it. The last record of an incomplete sample is not among them, unless it is the only one. A quote
/// that is not closed as it should be is text, and its record malformed.
struct SampleTable {
  std::vector<SampleCell> cells;
  std::vector<SampleRecord> records;
};

/// The delimiter ' ' is a run of spaces and tabs, which is nothing at both ends of a line. `quote` 0: none. `escaped`:
/// inside of quotes, \" is text.
SampleTable split_sample(std::string_view sample, bool complete, char delimiter, char quote, bool escaped = false);

}  // namespace suffice
