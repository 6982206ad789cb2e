// Numbers by std::from_chars, which knows no locale, or faster where they are short; missing values by their spellings.
#include "data/bytes/number.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <system_error>

#include "data/bytes/ascii.hpp"
#include "data/bytes/plain_number.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

constexpr std::array<std::string_view, 9> missing_spellings = {"",  "na",   "n/a",  "nan", "null",
                                                               "?", "#n/a", "<na>", "\\n"};

bool equal_in_any_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return ascii_lower(a) == b; });
}

/// digits, a point among them or not and an exponent or not, of up to 19 digits: where both their number and the power
/// of ten are exact in a double, the product or quotient is the nearest double (Clinger 1990). None for any other text.
std::optional<double> convert_exact(std::string_view text) {
  constexpr std::ptrdiff_t most_digits = 19;
  constexpr std::ptrdiff_t most_power = exact_powers_of_ten.size() - 1;
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  at += negative ? 1 : 0;
  std::uint64_t digits = 0;
  const auto take_digits = [&] {
    const char* const first = at;
    for (; at != end && *at >= '0' && *at <= '9'; ++at) digits = 10 * digits + static_cast<std::uint64_t>(*at - '0');
    return at - first;
  };
  std::ptrdiff_t count = take_digits();
  std::ptrdiff_t power = 0;
  if (at != end && *at == '.') {
    ++at;
    power = -take_digits();
    count -= power;
  }
  if (count == 0 || count > most_digits || digits > most_exact_whole) return std::nullopt;
  if (at != end) {
    if (*at != 'e' && *at != 'E') return std::nullopt;
    ++at;
    const bool down = at != end && *at == '-';
    at += at != end && (*at == '-' || *at == '+') ? 1 : 0;
    if (end - at < 1 || end - at > 3) return std::nullopt;
    std::ptrdiff_t exponent = 0;
    for (; at != end && *at >= '0' && *at <= '9'; ++at) exponent = 10 * exponent + (*at - '0');
    if (at != end) return std::nullopt;
    power += down ? -exponent : exponent;
  }
  if (power < -most_power || power > most_power) return std::nullopt;
  const auto whole = static_cast<double>(static_cast<std::int64_t>(digits));
  const double value = power < 0 ? whole / exact_powers_of_ten[static_cast<std::size_t>(-power)]
                                 : whole * exact_powers_of_ten[static_cast<std::size_t>(power)];
  return negative ? -value : value;
}

Number convert(std::string_view text) {
  if (const std::optional<double> number = convert_exact(text)) return {*number, NumberKind::finite};
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

bool has_leading_zero(std::string_view text) {
  return text.size() > 1 && text[0] == '0' && std::ranges::all_of(text, is_ascii_digit);
}

bool is_missing(std::string_view cell) {
  const std::string_view text = trim_blanks(cell);
  return std::any_of(missing_spellings.begin(), missing_spellings.end(),
                     [text](std::string_view spelling) { return equal_in_any_case(text, spelling); });
}

Number parse_number(std::string_view cell) { return parse_number(cell, {}); }

Number parse_number(std::string_view cell, const NumberStyle& style) {
  std::string_view text = trim_blanks(cell);
  if (style.missing.has_numbers() && style.missing.contains(text)) return {0, NumberKind::missing};
  std::string with_point;
  if (style.decimal != '.') {
    if (text.find('.') != std::string_view::npos) {
      return {0, style.missing.contains(text) ? NumberKind::missing : NumberKind::not_a_number};
    }
    with_point = text;
    std::ranges::replace(with_point, style.decimal, '.');
    text = with_point;
  }
  const Number plain = convert(text);
  if (plain.kind == NumberKind::finite) return plain;
  if (style.missing.contains(cell)) return {0, NumberKind::missing};
  if (!text.starts_with('+') || text.starts_with("+-")) return plain;
  text.remove_prefix(1);
  return convert(text);
}

}  // namespace suffice
