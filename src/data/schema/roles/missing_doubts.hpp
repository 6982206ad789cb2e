// Cells that people and programs write where a value is unknown, and that may be values all the same.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/roles/column_profile.hpp"
#include "suffice/error.hpp"
#include "suffice/roles.hpp"

namespace suffice {

/// Whether people write it where a number is unknown: "-", "none", "#N/A", ".a", in any case.
bool marks_missing(std::string_view text);

/// A value of a column of names that people write where a name is unknown.
struct MarkingValue {
  std::string text;
  std::size_t column = 0;  ///< its place
  std::size_t rows = 0;    ///< that have it
};

/// Those of a column; none where all its values are signs, such as + and -.
std::vector<MarkingValue> values_that_mark_missing(const ColumnProfile& profile, std::size_t column);

/// Notes of these values that they are kept, one sentence for each text; but not of those that a doubt about another
/// column makes missing, nor of words such as "unknown" in a feature. `markers` are those of the dialect.
void note_marking_values(std::span<const MarkingValue> values, const std::vector<std::string>& markers,
                         std::vector<ColumnGuess>& guesses);

/// Notes words such as NA in the cells of the target that count as missing: the rows are skipped.
void note_missing_labels(std::span<const std::string> cells, const std::vector<std::string>& markers,
                         ColumnGuess& target);

/// The option that takes these cells as missing beside those that are; none where it cannot say them.
std::vector<Remedy> taking_as_missing(const std::vector<std::string>& cells,
                                      std::vector<std::string> markers = default_missing_markers());

/// The option that takes one of the missing markers as a value.
std::vector<Remedy> taking_as_value(const std::string& marker, std::vector<std::string> markers);

/// "NA" as it is written in the cells, where it counts as missing among values that are two capital letters each, such
/// as codes of countries or states; else empty.
std::string namesake_of_missing(const ColumnProfile& profile, std::span<const std::string> cells);

}  // namespace suffice
