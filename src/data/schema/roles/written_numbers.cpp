// A cell is taken apart from outside: parentheses, sign, unit; what is left are digits in groups.
#include "data/schema/roles/written_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

// A currency that another one begins with comes behind it.
constexpr std::array<std::string_view, 32> currencies = {
    "US$", "R$",  "$",   "€",   "£",   "¥",   "₹",   "₩",   "₽",   "₺",   "₪",   "₫",   "฿",   "₴",   "kr",  "zł",
    "USD", "EUR", "GBP", "CHF", "JPY", "INR", "CNY", "SEK", "NOK", "DKK", "PLN", "BRL", "CAD", "AUD", "NZD", "Rs"};
constexpr std::string_view minus = "\u2212";
/// No-break space, narrow no-break space, thin space, right single quotation mark.
constexpr std::array<std::string_view, 3> wide_blanks = {"\u00a0", "\u202f", "\u2009"};
constexpr std::string_view wide_apostrophe = "\u2019";

std::string_view trim_wide_blanks(std::string_view text) {
  while (true) {
    text = trim_blanks(text);
    const std::size_t before = text.size();
    for (const std::string_view blank : wide_blanks) {
      if (text.starts_with(blank)) text.remove_prefix(blank.size());
      if (text.ends_with(blank)) text.remove_suffix(blank.size());
    }
    if (text.size() == before) return text;
  }
}

/// ="471", by which spreadsheets are told to keep digits as text; whether it was so.
bool take_formula(std::string_view& text) {
  if (text.size() < 4 || !text.starts_with("=\"") || !text.ends_with('"')) return false;
  text = trim_wide_blanks(text.substr(2, text.size() - 3));
  return true;
}

void take_parentheses(std::string_view& text, WrittenParts& parts) {
  if (parts.in_parentheses || text.size() < 3 || text.front() != '(' || text.back() != ')') return;
  parts.in_parentheses = parts.negative = true;
  text = trim_wide_blanks(text.substr(1, text.size() - 2));
}

/// True where a sign was taken; a minus may stand behind the digits, as some ledgers have it.
bool take_sign(std::string_view& text, WrittenParts& parts) {
  const bool wide = text.starts_with(minus);
  if (text.size() > 1 && text.back() == '-' && is_ascii_digit(text[text.size() - 2]) && is_ascii_digit(text.front())) {
    parts.negative = true;
    text.remove_suffix(1);
    return true;
  }
  if (text.empty() || (!wide && text.front() != '-' && text.front() != '+')) return false;
  parts.negative = text.front() != '+';
  text = trim_wide_blanks(text.substr(wide ? minus.size() : 1));
  return true;
}

void take_unit(std::string_view& text, WrittenParts& parts) {
  if (text.ends_with('%')) {
    parts.unit = "%";
    text = trim_wide_blanks(text.substr(0, text.size() - 1));
    return;
  }
  if (text.empty() || (is_ascii_digit(text.front()) && is_ascii_digit(text.back()))) return;
  for (const std::string_view currency : currencies) {
    const bool before = text.starts_with(currency);
    if (!before && !text.ends_with(currency)) continue;
    parts.unit = currency;
    text.remove_prefix(before ? currency.size() : 0);
    text.remove_suffix(before ? 0 : currency.size());
    if (currency == "Rs" && before && text.starts_with('.')) text.remove_prefix(1);
    text = trim_wide_blanks(text);
    return;
  }
}

/// 40.- or 40,- without cents.
void take_no_cents(std::string_view& text) {
  if (text.size() > 2 && (text.ends_with(".-") || text.ends_with(",-")) && is_ascii_digit(text[text.size() - 3])) {
    text.remove_suffix(2);
  }
}

constexpr std::size_t longest_measure = 12;

/// What may be a unit of measurement: letters, of Greek too, signs such as ° and ², and a slash between them.
bool is_measure(std::string_view unit) {
  const auto is_sign = [](char c) { return is_ascii_letter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0; };
  return !unit.empty() && unit.size() <= longest_measure && is_sign(unit.front()) &&
         std::all_of(unit.begin(), unit.end(), [&](char c) { return is_sign(c) || c == '/'; });
}

/// The unit of measurement behind the digits: 12 kg, 21.5°C. Times of the day have none.
void take_measure(WrittenParts& parts) {
  if (!parts.unit.empty() || parts.in_parentheses) return;
  const std::size_t end = parts.digits.find_last_of("0123456789") + 1;
  if (end == 0 || !is_ascii_digit(parts.digits.front())) return;
  const std::string_view unit = trim_wide_blanks(parts.digits.substr(end));
  const std::string word = ascii_lower(unit);
  if (!is_measure(unit) || word == "am" || word == "pm") return;
  parts.unit = unit;
  parts.digits = parts.digits.substr(0, end);
}

WrittenParts parts_with_measure(std::string_view cell) {
  WrittenParts parts = written_parts(cell);
  take_measure(parts);
  return parts;
}

bool is_currency(std::string_view unit) { return std::ranges::find(currencies, unit) != currencies.end(); }

/// A currency may be absent from a cell, another unit not.
bool must_be_there(std::string_view unit) { return !unit.empty() && !is_currency(unit); }

/// The length of the separator that the text begins with; 0: none.
std::size_t separator_length(std::string_view text, char decimal) {
  if (text.empty()) return 0;
  const char c = text.front();
  if (c == ' ' || c == '\'' || ((c == ',' || c == '.') && c != decimal)) return 1;
  for (const std::string_view blank : wide_blanks) {
    if (text.starts_with(blank)) return blank.size();
  }
  return text.starts_with(wide_apostrophe) ? wide_apostrophe.size() : 0;
}

struct GroupedDigits {
  std::string plain;  // with a decimal point, and without separators
  bool separated = false;
};

/// Groups of three digits behind the first one, or of two but for the last, as in 12,34,567.
bool are_thousands(const std::vector<std::size_t>& groups) {
  if (groups.front() < 1 || groups.front() > 3 || groups.back() != 3) return false;
  const auto middle = [&](std::size_t length) {
    return std::all_of(groups.begin() + 1, groups.end() - 1, [length](std::size_t group) { return group == length; });
  };
  return middle(3) || (groups.front() < 3 && middle(2));
}

std::optional<GroupedDigits> grouped_digits(std::string_view text, char decimal) {
  GroupedDigits digits;
  std::vector<std::size_t> groups = {0};
  std::string_view separator;
  while (!text.empty()) {
    if (is_ascii_digit(text.front())) {
      digits.plain.push_back(text.front());
      ++groups.back();
      text.remove_prefix(1);
      continue;
    }
    const std::size_t length = separator_length(text, decimal);
    if (length == 0) break;
    if (digits.separated && text.substr(0, length) != separator) return std::nullopt;
    separator = text.substr(0, length);
    digits.separated = true;
    groups.push_back(0);
    text.remove_prefix(length);
  }
  if (digits.separated && (!are_thousands(groups) || digits.plain.front() == '0')) return std::nullopt;
  if (text.empty()) return digits;
  if (text.front() != decimal || text.size() < 2) return std::nullopt;
  digits.plain.push_back('.');
  text.remove_prefix(1);
  if (!std::all_of(text.begin(), text.end(), is_ascii_digit)) return std::nullopt;
  digits.plain += text;
  return digits;
}

/// The unit that the cells share, as `FoundWriting` has it; none where they differ.
struct SharedUnit {
  std::string unit = {};
  bool some_without = false;
  bool differ = false;

  void add(std::string_view other) {
    if (other.empty()) {
      some_without = true;
    } else if (unit.empty()) {
      unit = other;
    } else {
      differ = differ || unit != other;
    }
  }
  [[nodiscard]] bool is_shared() const { return !differ && !(must_be_there(unit) && some_without); }
};

}  // namespace

WrittenParts written_parts(std::string_view cell) {
  WrittenParts parts;
  std::string_view text = trim_wide_blanks(cell);
  parts.in_formula = take_formula(text);
  take_parentheses(text, parts);
  const bool has_sign = !parts.in_parentheses && take_sign(text, parts);
  take_unit(text, parts);
  if (!has_sign) take_parentheses(text, parts);
  if (!has_sign && !parts.in_parentheses) take_sign(text, parts);
  take_no_cents(text);
  parts.digits = text;
  return parts;
}

UnitAndMark unit_and_mark(std::string_view unit, char decimal) {
  if (unit.empty() || (unit.back() != ',' && unit.back() != '.')) return {unit, decimal};
  return {unit.substr(0, unit.size() - 1), unit.back()};
}

Number written_number(std::string_view cell, std::string_view written_unit, const NumberStyle& style) {
  const auto [unit, decimal] = unit_and_mark(written_unit, style.decimal);
  constexpr Number none = {0, NumberKind::not_a_number};
  constexpr std::size_t longest = 400;  // of the exact decimal expansions that programs print
  if (style.missing.contains(cell)) return {0, NumberKind::missing};
  const WrittenParts parts = parts_with_measure(cell);
  if (parts.unit != unit && (must_be_there(unit) || !parts.unit.empty())) return none;
  // A cell without the currency of its column is written as the file's numbers are.
  if (parts.unit.empty() && !parts.in_parentheses && (decimal == style.decimal || !unit.empty())) {
    const Number plain = parse_number(cell, style);
    if (plain.kind != NumberKind::not_a_number) return plain;
  }
  if (parts.digits.size() > longest) return none;
  const std::optional<GroupedDigits> digits = grouped_digits(parts.digits, decimal);
  if ((!digits || digits->plain.empty()) && parts.unit.empty()) return parse_number(cell, style);
  if (!digits || digits->plain.empty()) return none;
  Number number = parse_number(digits->plain);
  if (parts.negative) number.value = -number.value;
  return number.kind == NumberKind::missing ? none : number;
}

namespace {

/// As find_writing(), by one decimal mark; `mark` is that of the unit.
std::optional<FoundWriting> find_writing_by(const ColumnProfile& profile, char decimal, std::string_view mark) {
  constexpr std::size_t most_texts = 200;
  const NumberStyle style = {decimal, {}};
  FoundWriting found;
  SharedUnit shared;
  std::size_t written = 0;
  for (std::size_t i = 0; i < profile.number_values; ++i) {
    // A number with the file's decimal mark has not the other one.
    written += mark.empty() || profile.values[i].text.find(decimal) == std::string_view::npos ? 1U : 0U;
  }
  if (written > 0) shared.add({});
  const std::size_t texts = profile.values.size() - profile.number_values;
  const std::size_t sampled = std::min(texts, most_texts);
  std::size_t written_texts = 0;
  for (std::size_t i = 0; i < sampled; ++i) {
    const SampledValue& value = profile.values[profile.number_values + i * texts / sampled];
    const WrittenParts parts = parts_with_measure(value.text);
    const std::string unit = std::string(parts.unit) + std::string(mark);
    if (written_number(value.text, unit, style).kind != NumberKind::finite) continue;
    if (parts.in_formula && has_leading_zero(parts.digits)) return std::nullopt;  // a code
    ++written_texts;
    shared.add(parts.unit);
    const std::optional<GroupedDigits> digits = grouped_digits(parts.digits, unit_and_mark(unit, decimal).decimal);
    found.separated = found.separated || (digits && digits->separated);
    found.in_parentheses = found.in_parentheses || parts.in_parentheses;
    if (found.example.empty()) found.example = value.text;
  }
  if (found.example.empty() || !shared.is_shared()) return std::nullopt;
  written += written_texts * texts / sampled;
  if (10 * written < 9 * profile.values.size()) return std::nullopt;
  found.unit = shared.unit + std::string(mark);
  return found;
}

}  // namespace

std::optional<FoundWriting> find_writing(const ColumnProfile& profile, char decimal) {
  if (std::optional<FoundWriting> found = find_writing_by(profile, decimal, "")) return found;
  return find_writing_by(profile, decimal, decimal == ',' ? "." : ",");
}

std::string what_is_skipped(const FoundWriting& writing) {
  std::vector<std::string> skipped;
  const auto [unit, mark] = unit_and_mark(writing.unit, '\0');
  if (!unit.empty() && unit != "%") skipped.emplace_back(unit);
  if (writing.separated) skipped.emplace_back("thousands separators");
  std::string text = fmt::format("{}", fmt::join(skipped, " and "));
  if (!skipped.empty()) text += skipped.size() == 1 && !writing.separated ? " is skipped" : " are skipped";
  const auto add = [&](std::string_view sentence) { text += fmt::format("{}{}", text.empty() ? "" : ", ", sentence); };
  if (unit == "%") add("45% is 45");
  if (mark == ',') add("commas are decimal marks here");
  if (mark == '.') add("points are decimal marks here");
  if (writing.in_parentheses) add("(5) is -5");
  return text.empty() ? fmt::format("as in {}", shown(writing.example)) : text;
}

void check_unit(std::string_view written_unit) {
  const std::string_view unit = unit_and_mark(written_unit, '\0').unit;
  if (unit.empty() || unit == "%" || is_currency(unit) || is_measure(unit)) return;
  throw Error(ErrorCode::bad_model, quoted(written_unit) + " is not a unit of written numbers");
}

}  // namespace suffice
