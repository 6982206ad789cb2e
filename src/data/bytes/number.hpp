// parse_number(): the text of a cell as a double.
#pragma once

#include <string_view>

#include "data/bytes/missing_markers.hpp"

namespace suffice {

enum class NumberKind { finite, missing, not_a_number, not_finite, out_of_range };

struct Number {
  double value = 0;  ///< meaningful when kind is finite
  NumberKind kind = NumberKind::not_a_number;
};

/// The nearest double to a decimal number such as -1.5e3, with blanks around it and one leading + allowed.
/// out_of_range: too large for a double, or nearer to 0 than any double.
Number parse_number(std::string_view cell);
/// The same of a file that writes numbers in that style: with a decimal comma, a point is no part of a number.
Number parse_number(std::string_view cell, const NumberStyle& style);

/// Whether the text is digits, of which the first of several is 0: a code, such as a postal one, rather than a number.
bool has_leading_zero(std::string_view text);

/// The text without the spaces and tabs around it.
std::string_view trim_blanks(std::string_view text);

}  // namespace suffice
