// Numbers by std::from_chars, which knows no locale, or faster where they are short; missing values by their spellings.
#include "data/bytes/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
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

/// digits, with a point among them or not, of up to 15 figures: both their number and the power of ten are exact in a
/// double, so that the quotient is the nearest double (Clinger 1990). None for any other text.
std::optional<double> convert_short(std::string_view text) {
  constexpr std::size_t most_figures = 15;
  constexpr std::array<double, most_figures + 1> powers = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                           1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  if (text.empty() || text.size() > most_figures + 1) return std::nullopt;
  std::int64_t figures = 0;
  std::size_t behind_point = 0;
  bool has_point = false;
  for (const char c : text) {
    if (c >= '0' && c <= '9') {
      figures = 10 * figures + (c - '0');
      behind_point += has_point ? 1 : 0;
    } else if (c == '.' && !has_point) {
      has_point = true;
    } else {
      return std::nullopt;
    }
  }
  const std::size_t count = text.size() - (has_point ? 1 : 0);
  if (count == 0 || count > most_figures) return std::nullopt;
  const double value = static_cast<double>(figures) / powers[behind_point];
  return negative ? -value : value;
}

Number convert(std::string_view text) {
  if (const std::optional<double> number = convert_short(text)) return {*number, NumberKind::finite};
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
