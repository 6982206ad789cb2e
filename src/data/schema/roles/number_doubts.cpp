// Cells that people and programs write where a number is unknown, and numbers that are not written as numbers.
#include "data/schema/roles/number_doubts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/identifiers.hpp"
#include "data/schema/roles/missing_doubts.hpp"
#include "suffice/source.hpp"

namespace suffice {
namespace {

/// What stands for a missing number where only numbers are allowed: sevens, eights or nines (-999, 88), with another
/// of 6 to 8 for the first or last nine (-6999, 998); of one digit below 0 only. Decimals are zeros.
bool is_mark(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t point = text.find_first_of(".,");
  if (point != std::string_view::npos) {
    if (text.find_first_not_of('0', point + 1) != std::string_view::npos) return false;
    text = text.substr(0, point);
  }
  if (text.size() < (negative ? 1U : 2U) || text.find_first_not_of("6789") != std::string_view::npos) return false;
  const auto are_nines = [](std::string_view digits) {
    return digits.find_first_not_of('9') == std::string_view::npos;
  };
  const bool are_alike = text.front() != '6' && text.find_first_not_of(text.front()) == std::string_view::npos;
  const bool are_nearly_nines = (text.size() >= 3 && are_nines(text.substr(1))) ||
                                (text.size() >= 2 && are_nines(text.substr(0, text.size() - 1)));
  return are_alike || are_nearly_nines;
}

/// Numbers up to 10 are answers or grades, among which 99 is none.
bool are_small(std::span<const SampledValue> values) {
  return std::ranges::all_of(values, [](const SampledValue& value) { return value.number >= 0 && value.number <= 10; });
}

/// The numbers between `low` marks of missing values below them and `high` ones above, of values in ascending order.
struct Marks {
  std::size_t low = 0;
  std::size_t high = 0;
};

/// Marks lie further from the other values than these from each other, or below 0, where the others do not; those of
/// two digits lie above small values only.
Marks find_marks(std::span<const SampledValue> values) {
  constexpr std::size_t least_values = 4;
  constexpr std::size_t least_small_values = 2;
  Marks marks;
  while (marks.low < values.size() && values[marks.low].number < 0 && is_mark(values[marks.low].text)) ++marks.low;
  while (marks.low + marks.high < values.size() && is_mark(values[values.size() - marks.high - 1].text)) ++marks.high;
  for (bool settled = false; !settled;) {
    const auto others = values.subspan(marks.low, values.size() - marks.low - marks.high);
    const bool small = are_small(others);
    if (others.size() < (small ? least_small_values : least_values)) return {};
    const double least = others.front().number;
    const double greatest = others.back().number;
    settled = true;
    if (marks.low > 0) {
      const double mark = values[marks.low - 1].number;
      settled = least >= 0 || (mark < -9 && least - mark > greatest - least);
      marks.low -= settled ? 0U : 1U;
    }
    if (settled && marks.high > 0) {
      const double mark = values[values.size() - marks.high].number;
      settled = mark - greatest > greatest - least && (mark > 99 || small);
      marks.high -= settled ? 0U : 1U;
    }
  }
  return marks;
}

/// "'xx' in 2 rows and 'yy' in 1 row"
std::string values_in_rows(std::span<const SampledValue> values, std::size_t most) {
  const std::size_t listed = std::min(values.size(), most);
  std::string list;
  for (std::size_t i = 0; i < listed; ++i) {
    const char* const between = i == 0 ? "" : i + 1 == values.size() ? " and " : ", ";
    list += fmt::format("{}{} in {} row{}", between, quoted(values[i].text), values[i].count,
                        values[i].count == 1 ? "" : "s");
  }
  return list;
}

void note_marks(const ColumnProfile& profile, const std::string& column, std::vector<ColumnDoubt>& doubts,
                const std::vector<std::string>& markers) {
  const std::span<const SampledValue> values = std::span(profile.values).first(profile.number_values);
  const Marks marks = find_marks(values);
  std::vector<SampledValue> found(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(marks.low));
  found.insert(found.end(), values.end() - static_cast<std::ptrdiff_t>(marks.high), values.end());
  std::size_t rows = 0;
  std::vector<std::string> texts;
  for (const SampledValue& value : found) {
    rows += value.count;
    texts.emplace_back(value.text);
  }
  if (rows < 2) return;
  const bool is_one = found.size() == 1;
  doubts.push_back({fmt::format("{} of {} {} apart from all other values, as {} of missing ones {}; taken as {}",
                                values_in_rows(found, found.size()), quoted(column), is_one ? "stands" : "stand",
                                is_one ? "a mark" : "marks", is_one ? "does" : "do", is_one ? "a number" : "numbers"),
                    taking_as_missing(texts, markers)});
}

bool is_loose_number(std::string_view text) {
  std::string digits;
  bool figure = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_figure_here = c >= '0' && c <= '9';
    figure = figure || is_figure_here;
    if (is_figure_here || c == '.' || c == '-' || c == '+') {
      digits.push_back(c);
    } else if (std::string_view(",' $%()~<>=*").find(c) != std::string_view::npos) {
      continue;
    } else if (text.substr(i).starts_with("€") || text.substr(i).starts_with("£")) {
      i += text.substr(i).starts_with("€") ? 2U : 1U;
    } else {
      return false;
    }
  }
  if (!figure) return false;
  const auto points = std::count(digits.begin(), digits.end(), '.');
  if (points > 1) std::erase(digits, '.');
  return (points < 2 || text.find(',') != std::string_view::npos) && parse_number(digits).kind == NumberKind::finite;
}

/// The letters of 12 kg, which may be a unit; none where they are not behind digits.
std::string_view letters_behind(std::string_view text) {
  const std::size_t end = text.find_last_of("0123456789");
  if (end == std::string_view::npos) return {};
  const std::string_view rest = trim_blanks(text.substr(end + 1));
  const bool are_letters = std::all_of(rest.begin(), rest.end(), [](char c) {
    return is_ascii_letter(c) || (static_cast<unsigned char>(c) & 0x80U) != 0 || c == '/';
  });
  return are_letters ? rest : std::string_view();
}

/// How many letters at the end of 344K, 5.0M or 2bn stand for a power of ten, or of 2.5 GB for a unit that people
/// change with the size of the number.
std::size_t magnitude_letters(std::string_view text) {
  constexpr std::array<std::string_view, 40> magnitudes = {
      "k",   "m",   "b",  "bn",  "mn",  "mio",  "mrd", "t",  "kb",  "mb",    "gb",  "tb",   "kib",  "mib",
      "gib", "ms",  "s",  "sec", "min", "mins", "h",   "hr", "hrs", "hours", "day", "days", "week", "weeks",
      "yr",  "yrs", "mm", "cm",  "km",  "ft",   "mg",  "g",  "kg",  "lb",    "lbs", "oz"};
  const std::string_view letters = letters_behind(text);
  const bool is_magnitude = std::ranges::find(magnitudes, ascii_lower(letters)) != magnitudes.end();
  return is_magnitude ? letters.size() : 0;
}

/// 142/70 as "0/0", 1h 20m as "0h 0m": every number as one digit.
std::string shape_of(std::string_view text) {
  std::string shape;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_part =
        is_ascii_digit(text[i]) || ((text[i] == '.' || text[i] == ',') && i > 0 && i + 1 < text.size() &&
                                    is_ascii_digit(text[i - 1]) && is_ascii_digit(text[i + 1]));
    if (!is_part) {
      shape.push_back(text[i]);
    } else if (shape.empty() || shape.back() != '0') {
      shape.push_back('0');
    }
  }
  return shape;
}

/// Numbers and what stands between parts of a measurement: 142/70, 1:23:45, 12x30, 1.9±0.3, 5'11", 2h 30m, PT2H30M.
bool is_compound(std::string_view shape) {
  constexpr std::array<std::string_view, 18> between = {"/",   ":",  "x", "X",      "\u00d7", "\u00b1",
                                                        "+/-", "+-", "h", "min",    "days",   "day",
                                                        "d",   "H",  "'", "\u00b0", "m",      "D"};
  if (std::ranges::count(shape, '0') < 2) return false;
  if (shape.starts_with("PT")) return true;
  const std::size_t first = shape.find('0');
  if (first != 0) return false;
  const std::string_view rest = trim_blanks(shape.substr(1, shape.find('0', 1) - 1));
  return std::ranges::find(between, rest) != between.end();
}

std::vector<std::string> text_names(std::span<const SampledValue> texts) {
  std::vector<std::string> names;
  for (const SampledValue& text : texts) names.emplace_back(text.text);
  return names;
}

/// Numbers in most cells, hardly ever the same, so that by its texts the column would identify rows. Measurements have
/// decimals. Whole numbers may be codes, some of which have letters, unless they are four of five and the others
/// repeat.
bool are_measurements(const ColumnProfile& profile, std::span<const SampledValue> texts) {
  const bool are_most =
      profile.whole ? 5 * profile.numbers >= 4 * profile.cells.size() : 2 * profile.numbers > profile.cells.size();
  if (!are_most || profile.leading_zeros) return false;
  const bool repeat = std::ranges::all_of(texts, [](const SampledValue& text) {
    return text.count > 1 || text.text.find_first_of("0123456789") == std::string_view::npos;
  });
  return (!profile.whole || repeat) && !text_identifier(profile).empty();
}

/// "'xx' in 2 rows and 'yy' in 1 row of 'x' are no numbers, where the others are"
std::string other_cells(std::span<const SampledValue> texts, const std::string& column) {
  constexpr std::size_t most = 5;
  std::vector<SampledValue> common(texts.begin(), texts.end());
  std::ranges::stable_sort(common, std::ranges::greater(), &SampledValue::count);
  std::string list = values_in_rows(common, most);
  if (common.size() > most) list += fmt::format(" and {} other texts", common.size() - most);
  return fmt::format("{} of {} {}, where the others are", list, quoted(column),
                     common.size() == 1 ? "is no number" : "are no numbers");
}

}  // namespace

CellsAre note_other_cells(const ColumnProfile& profile, const std::string& column, std::vector<ColumnDoubt>& doubts,
                          const std::vector<std::string>& markers) {
  const std::size_t others = profile.cells.size() - profile.numbers;
  if (profile.numbers == 0) return CellsAre::text;
  if (others == 0) {
    note_marks(profile, column, doubts, markers);
    return CellsAre::numbers;
  }
  constexpr std::size_t most_markers = 20;
  const std::span<const SampledValue> texts = std::span(profile.values).subspan(profile.number_values);
  const bool rare = 50 * others <= profile.cells.size();
  const bool are_markers =
      std::ranges::all_of(texts, [](const SampledValue& text) { return marks_missing(text.text); });
  const bool few =
      texts.size() <= 3 && profile.number_values > 3 * texts.size() && (are_markers || others <= profile.numbers);
  // Few texts, in at most a fifth of the cells, among numbers with decimals or many whole ones are no values beside
  // them.
  constexpr std::size_t many_numbers = 20;
  constexpr std::size_t most_texts = 8;
  const bool are_words = std::ranges::none_of(
      texts, [](const SampledValue& text) { return std::ranges::any_of(text.text, is_ascii_digit); });
  const bool few_among_many = texts.size() <= most_texts && profile.number_values > 3 * texts.size() &&
                              5 * others <= profile.cells.size() &&
                              (!profile.whole || (are_words && profile.number_values >= many_numbers));
  const bool measured = few_among_many || (!rare && !few && are_measurements(profile, texts));
  if (!rare && !few && !measured) return CellsAre::text;
  if (profile.leading_zeros && !are_markers) return CellsAre::numbers;
  // A marker is kept in the model, in UTF-8; a cell that is not is an error where it is read, with its place.
  if (!std::ranges::all_of(texts, [](const SampledValue& text) { return is_utf8(text.text); })) {
    return CellsAre::numbers;
  }
  if (are_markers || ((rare || measured) && texts.size() <= most_markers)) {
    doubts.push_back({other_cells(texts, column) + "; taken as missing",
                      {{"column", {column + "=categorical"}}},
                      text_names(texts)});
    note_marks(profile, column, doubts, markers);
    return CellsAre::numbers;
  }
  doubts.push_back({other_cells(texts, column) + "; the column is taken as a category",
                    taking_as_missing(text_names(texts), markers)});
  return CellsAre::mixed;
}

std::string version_number(const ColumnProfile& profile) {
  constexpr std::size_t most_values = 100;
  if (profile.whole || profile.numbers < profile.cells.size() || profile.number_values > most_values) return {};
  std::string_view zero;  // the longest that ends with one, behind another decimal
  std::size_t fewest = std::string_view::npos;
  for (const SampledCell& cell : profile.cells) {
    const std::size_t point = std::min(cell.text.find('.'), cell.text.size());
    if (point > 2 || cell.text.find_first_not_of("0123456789.") != std::string_view::npos) return {};
    if (point == cell.text.size()) continue;
    const std::size_t decimals = cell.text.size() - point - 1;
    fewest = std::min(fewest, decimals);
    if (decimals > 1 && cell.text.back() == '0' && cell.text.size() > zero.size()) zero = cell.text;
  }
  return !zero.empty() && zero.size() > zero.find('.') + 1 + fewest ? std::string(zero) : std::string();
}

std::string compound_numbers(const ColumnProfile& profile) {
  constexpr std::size_t least_values = 10;
  std::size_t compound = 0;
  std::string_view example;
  for (const SampledValue& value : profile.values) {
    const bool is_hexadecimal = value.text.starts_with("0x") || value.text.starts_with("0X");
    if (is_hexadecimal || !is_compound(shape_of(value.text))) continue;
    ++compound;
    if (example.empty()) example = value.text;
  }
  const bool are_most = compound >= least_values && 10 * compound >= 9 * profile.values.size();
  return are_most ? std::string(example) : std::string();
}

std::string loosely_written_numbers(const ColumnProfile& profile) {
  constexpr std::size_t most_values = 200;
  const std::size_t sampled = std::min(profile.values.size(), most_values);
  const std::string_view unit = sampled == 0 ? std::string_view() : letters_behind(profile.values.front().text);
  std::size_t loose = 0;
  std::string_view example;
  for (std::size_t i = 0; i < sampled; ++i) {
    const SampledValue& value = profile.values[i * profile.values.size() / sampled];
    const bool has_unit = !unit.empty() && value.text.ends_with(unit);
    const std::size_t letters = has_unit ? unit.size() : magnitude_letters(value.text);
    const std::string_view text = value.text.substr(0, value.text.size() - letters);
    if (std::isnan(value.number) && !is_loose_number(text)) continue;
    ++loose;
    if (std::isnan(value.number)) example = value.text;
  }
  return 10 * loose >= 9 * sampled ? std::string(example) : std::string();
}

}  // namespace suffice
