// A table of what people and programs write for an unknown value, by what it can mean beside that.
#include "data/schema/roles/missing_doubts.hpp"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/names.hpp"

namespace suffice {
namespace {

/// What no column has for a value of its own, but where all its values are such signs.
constexpr std::array<std::string_view, 35> usual_markers = {
    "..",      "...",           "\u2013",  "\u2014",  "-",         "--",           "---",
    ".",       "#n/a",          "#na",     "<na>",    "\\n",       "none",         "(none)",
    "nil",     "unknown",       "unk",     "missing", "(missing)", "n.a.",         "na.",
    "n.v.",    "not available", "(blank)", "(null)",  "(leer)",    "keine angabe", "k.a.",
    "#value!", "#ref!",         "#null!",  "#div/0!", "#num!",     "#name?",       "-1.#ind"};

/// What marks a missing number, but may be a name: ND is a state.
constexpr std::array<std::string_view, 24> number_markers = {
    "*",   "**",   "***",  ":",        "nd",        "n/d",        "n.d.",     "nr",           "n/r",
    "(c)", "(d)",  "(s)",  "(x)",      "(z)",       "suppressed", "withheld", "confidential", "not reported",
    "inf", "-inf", "+inf", "infinity", "-infinity", "+infinity"};

/// Words that are as good as any other value of a column of names: what nobody knows is a group of rows too. A label is
/// what rows are to be told by, and not to be learned where it is unknown.
constexpr std::array<std::string_view, 6> plain_words = {"none", "(none)", "nil", "unknown", "unk", "missing"};

template <std::size_t N>
bool is_among(std::string_view text, const std::array<std::string_view, N>& markers) {
  return std::ranges::find(markers, ascii_lower(text)) != markers.end();
}

bool marks_missing_name(std::string_view text) {
  if (text.size() == 2 && text[0] == '.' && is_ascii_letter(text[1])) return true;  // of Stata and SAS
  return is_among(text, usual_markers);
}

bool has_letter_or_digit(std::string_view text) {
  return std::ranges::any_of(text, [](char c) {
    return is_ascii_letter(c) || is_ascii_digit(c) || (static_cast<unsigned char>(c) & 0x80U) != 0;
  });
}

}  // namespace

bool marks_missing(std::string_view text) { return marks_missing_name(text) || is_among(text, number_markers); }

std::vector<MarkingValue> values_that_mark_missing(const ColumnProfile& profile, std::size_t column) {
  const bool are_signs =
      std::ranges::none_of(profile.values, [](const SampledValue& value) { return has_letter_or_digit(value.text); });
  std::vector<MarkingValue> found;
  for (const SampledValue& value : profile.values) {
    if (!are_signs && marks_missing_name(value.text)) found.push_back({std::string(value.text), column, value.count});
  }
  return found;
}

void note_marking_values(std::span<const MarkingValue> values, const std::vector<std::string>& markers,
                         std::vector<ColumnGuess>& guesses) {
  constexpr std::size_t most_columns = 5;
  std::map<std::string_view, std::vector<const MarkingValue*>> by_text;
  for (const MarkingValue& value : values) by_text[value.text].push_back(&value);
  for (const auto& [text, found] : by_text) {
    const bool is_missing = std::ranges::any_of(guesses, [&](const ColumnGuess& guess) {
      return std::ranges::any_of(guess.doubts, [&](const ColumnDoubt& doubt) {
        return std::ranges::find(doubt.missing_markers, text) != doubt.missing_markers.end();
      });
    });
    const bool is_label =
        std::ranges::any_of(found, [&](const MarkingValue* v) { return guesses[v->column].use == ColumnUse::target; });
    if (is_missing || (!is_label && is_among(text, plain_words))) continue;
    std::string list;
    const std::size_t listed = std::min(found.size(), most_columns);
    for (std::size_t i = 0; i < listed; ++i) {
      list += fmt::format("{}{} row{} of {}",
                          i == 0                  ? ""
                          : i + 1 == found.size() ? " and "
                                                  : ", ",
                          found[i]->rows, found[i]->rows == 1 ? "" : "s", quoted(guesses[found[i]->column].column));
    }
    if (listed < found.size()) list += fmt::format(" and in {} more columns", found.size() - listed);
    ColumnDoubt doubt = {fmt::format("{} in {} may stand for a missing {}; taken as a {}", quoted(text), list,
                                     is_label ? "label" : "value", is_label ? "label" : "value"),
                         taking_as_missing({std::string(text)}, markers)};
    guesses[found.front()->column].doubts.push_back(std::move(doubt));
  }
}

void note_missing_labels(std::span<const std::string> cells, const std::vector<std::string>& markers,
                         ColumnGuess& target) {
  if (markers != default_missing_markers()) return;  // as was said
  for (const std::string& marker : markers) {
    if (marker.empty() || !is_ascii_letter(marker[0])) continue;
    std::string text;
    std::size_t rows = 0;
    for (const std::string& cell : cells) {
      if (ascii_lower(trim_blanks(cell)) != ascii_lower(marker)) continue;
      if (++rows == 1) text = trim_blanks(cell);
    }
    if (rows == 0) continue;
    target.doubts.push_back({fmt::format("{} in {} row{} of {} counts as a missing label", quoted(text), rows,
                                         rows == 1 ? "" : "s", quoted(target.column)),
                             taking_as_value(marker, markers)});
  }
}

std::vector<Remedy> taking_as_missing(const std::vector<std::string>& cells, std::vector<std::string> markers) {
  constexpr std::size_t longest = 24;
  const bool can_be_said = std::ranges::all_of(cells, [](const std::string& cell) {
    return cell.size() <= longest && cell.find_first_of(",\n") == std::string::npos;
  });
  if (!can_be_said || cells.empty() || cells.size() > 10) return {};
  std::erase(markers, "");  // which always is
  markers.insert(markers.end(), cells.begin(), cells.end());
  return {{"missing", {fmt::format("{}", fmt::join(markers, ","))}}};
}

std::vector<Remedy> taking_as_value(const std::string& marker, std::vector<std::string> markers) {
  std::erase_if(markers, [&](const std::string& other) { return other.empty() || other == marker; });
  return {{"missing", {fmt::format("{}", fmt::join(markers, ","))}}};
}

std::string namesake_of_missing(const ColumnProfile& profile, std::span<const std::string> cells) {
  const auto is_code = [](std::string_view text) {
    return text.size() == 2 && std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
  };
  constexpr std::size_t least_values = 2;
  if (profile.missing() == 0 || profile.values.size() < least_values) return {};
  if (!std::all_of(profile.values.begin(), profile.values.end(),
                   [&](const SampledValue& value) { return is_code(value.text); })) {
    return {};
  }
  const bool found =
      std::any_of(cells.begin(), cells.end(), [](const std::string& cell) { return trim_blanks(cell) == "NA"; });
  return found ? "NA" : "";
}

}  // namespace suffice
