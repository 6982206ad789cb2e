// Numbers as people write them: with a currency, a percent sign or a unit of measurement, between thousands, in
// parentheses.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "data/bytes/number.hpp"
#include "data/schema/roles/column_profile.hpp"

namespace suffice {

/// A cell without its sign, unit and parentheses, all of which may be there or not: "-$ 1,200", "(1,200)", "45 %".
struct WrittenParts {
  std::string_view digits;     ///< the rest: digits, separators and a decimal mark, or anything else
  std::string_view unit = {};  ///< "%", or a currency as it is written
  bool negative = false;       ///< by a minus, U+2212 or behind the digits too, or by parentheses
  bool in_parentheses = false;
  bool in_formula = false;  ///< ="471"
};

/// Never fails: of a cell that is no number, the digits are whatever is left.
WrittenParts written_parts(std::string_view cell);

/// A unit of WrittenNumbers in its parts: a comma or point at its end is the decimal mark of the column, where that is
/// not the file's: "€,", "%,", ",".
struct UnitAndMark {
  std::string_view unit;
  char decimal;
};
UnitAndMark unit_and_mark(std::string_view unit, char decimal);

/// What a cell of numbers is: digits, whose thousands may be separated by the one of comma and point that is not the
/// decimal mark, by an apostrophe or by a blank (of Unicode too), with a sign and a unit before or behind them. "%"
/// and a unit of measurement such as kg, which stands behind, must be there and are skipped, so that 45% is 45; a
/// currency may be absent. not_a_number: any other cell, and one with another unit.
Number written_number(std::string_view cell, std::string_view unit, const NumberStyle& style);

/// How the cells of a column are written.
struct FoundWriting {
  std::string unit =
      {};  ///< "%", the currency or unit of measurement, or empty; with a decimal mark as UnitAndMark has it
  bool separated = false;         ///< some have separators between their thousands
  bool in_parentheses = false;    ///< some are
  std::string_view example = {};  ///< a cell that is not written as plain numbers are
};

/// Of a column where some cells are not plain numbers; none unless 9 of 10 different ones are numbers written with one
/// currency or without, or all with a percent sign or one unit of measurement, by the decimal mark of the file or else
/// by the other one.
std::optional<FoundWriting> find_writing(const ColumnProfile& profile, char decimal);

/// "$ and thousands separators are skipped", "45% is 45".
std::string what_is_skipped(const FoundWriting& writing);

/// Error (bad_model) unless the unit is "%", a known currency, letters or empty, with a decimal mark or without.
void check_unit(std::string_view unit);

}  // namespace suffice
