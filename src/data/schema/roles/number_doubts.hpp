// Cells of columns of numbers that are likely no numbers: markers of missing values that nobody declared.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/schema/roles/column_profile.hpp"
#include "suffice/roles.hpp"

namespace suffice {

/// What the cells of a column are that have a value.
enum class CellsAre {
  numbers,  ///< all of them; or the others are few texts in at most 2 %, or all look like markers of missing values
  mixed,    ///< numbers, and text that means something
  text,
};

/// Numbers with others are those beside at most 3 different texts, markers or in at most half of the cells, and more
/// different numbers than texts, or beside at most 2 % of text, or in most of the cells where nearly all differ.
/// Notes those others, with the texts that are then
/// missing markers, and numbers such as -999 that stand apart from all others, as marks of missing ones do. Codes
/// with leading zeros have no doubt about text: they are categories anyhow.
/// `markers` are those of the dialect.
CellsAre note_other_cells(const ColumnProfile& profile, const std::string& column, std::vector<ColumnDoubt>& doubts,
                          const std::vector<std::string>& markers = default_missing_markers());

/// A cell such as 1.10 of a column whose other cells have fewer decimals, 1.9 and 1.1, as versions do, and numbers that
/// are all written alike do not; else empty.
std::string version_number(const ColumnProfile& profile);

/// A cell of a column whose values are several numbers each, as 142/70, 1:23:45 or 2h 30m are; empty where fewer than 9
/// of 10 are, or fewer than 10.
std::string compound_numbers(const ColumnProfile& profile);

/// A cell of a column whose texts are numbers but for currency signs, percent signs, units that change, such as kB and
/// MB, or the other decimal mark; empty where fewer than 9 of 10 are.
std::string loosely_written_numbers(const ColumnProfile& profile);

}  // namespace suffice
