// Numbers by std::from_chars, which knows no locale; missing values by their spellings.
#include "data/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

#include "suffice/source.hpp"

namespace suffice {
namespace {

constexpr std::array<std::string_view, 6> missing_spellings = {"", "na", "n/a", "nan", "null", "?"};

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool equal_in_any_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return lower(a) == b; });
}

Number convert(std::string_view text) {
  double value = 0;
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const auto [stop, problem] = std::from_chars(begin, end, value);
  if (stop != end || problem == std::errc::invalid_argument) return {0, NumberKind::not_a_number};
  if (problem == std::errc::result_out_of_range) return {0, NumberKind::out_of_range};
  return {value, std::isfinite(value) ? NumberKind::finite : NumberKind::not_finite};
}

}  // namespace

std::string_view trim_blanks(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

bool is_missing(std::string_view cell) {
  const std::string_view text = trim_blanks(cell);
  return std::any_of(missing_spellings.begin(), missing_spellings.end(),
                     [text](std::string_view spelling) { return equal_in_any_case(text, spelling); });
}

Number parse_number(std::string_view cell) {
  const Number plain = convert(cell);
  if (plain.kind == NumberKind::finite) return plain;
  if (is_missing(cell)) return {0, NumberKind::missing};
  std::string_view text = trim_blanks(cell);
  if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
  return convert(text);
}

}  // namespace suffice
