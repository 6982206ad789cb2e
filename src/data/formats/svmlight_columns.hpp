// Svmlight columns: the words of a line `label index:value …`, and the largest index of all lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "data/bytes/line_reader.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// The line up to its #.
std::string_view without_comment(std::string_view line);
/// Takes the next word off the text; empty at its end.
std::string_view take_word(std::string_view& text);
/// Whether the word has a colon; the first word of a line is the label where it has none.
bool is_pair(std::string_view word);
/// Whether a text spells the number 0.
bool spells_zero(std::string_view text);
/// What is wrong with a word that should be index:value.
std::string not_a_pair(std::string_view word);

/// What one pass over all lines tells.
struct SvmlightIndices {
  std::size_t largest = 0;       ///< with a value other than 0, or 1 where all are 0; 0: there is none
  StoredNumbers numbers;         ///< of all rows
  std::string first_row;         ///< where it is; empty: there is no row
  std::optional<Error> problem;  ///< the first word that is no index:value
};

/// Indices above `most` are skipped.
SvmlightIndices find_indices(LineReader& lines, std::size_t most);

/// Error (bad_data) unless there is an index: at the first word that should name one, else at the first row.
void check_columns(const SvmlightIndices& found, std::size_t most, const std::string& file);

}  // namespace suffice
