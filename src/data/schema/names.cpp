// Naming things to the user: shortened, escaped, listed, with the nearest known name.
#include "data/schema/names.hpp"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/bytes/utf8.hpp"
#include "suffice/schema.hpp"

namespace suffice {
namespace {

constexpr std::size_t shown_bytes = 40;
constexpr std::size_t listed_names = 10;
constexpr std::size_t compared_bytes = 100;

/// One character as it is shown; control characters are those of ASCII and U+0080 to U+009F.
std::string escaped(std::string_view character) {
  const auto byte = [character](std::size_t i) { return static_cast<unsigned char>(character[i]); };
  if (character == "\n") return "\\n";
  if (character == "\r") return "\\r";
  if (character == "\t") return "\\t";
  if (character.size() == 1 && (byte(0) < 0x20 || byte(0) >= 0x7F)) return fmt::format("\\x{:02X}", byte(0));
  if (character.size() == 2 && byte(0) == 0xC2 && byte(1) < 0xA0) return fmt::format("\\u{:04X}", byte(1));
  return std::string(character);
}

/// Damerau-Levenshtein distance (optimal string alignment): insertions, deletions, substitutions and swaps of
/// neighbours that turn a into b, as far as it is not above the limit. Cost O(|a| · limit).
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> current(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) current[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    before_last.swap(last);
    last.swap(current);
    current[0] = i;
    const std::size_t first = i > limit ? i - limit : 1;  // further from the diagonal the distance is larger
    const std::size_t end = std::min(b.size(), i + limit);
    if (first > 1) current[first - 1] = limit + 1;
    if (end < b.size()) current[end + 1] = limit + 1;
    for (std::size_t j = first; j <= end; ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      current[j] = std::min({last[j] + 1, current[j - 1] + 1, substituted});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        current[j] = std::min(current[j], before_last[j - 2] + 1);
      }
    }
  }
  return current[b.size()];
}

/// "a, b and c", or "a, b, c and 5 more" when `items` are the first of a longer list.
std::string join(const std::vector<std::string>& items, std::size_t total) {
  std::string list;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) list += i + 1 == total ? " and " : ", ";
    list += items[i];
  }
  return total > items.size() ? fmt::format("{} and {} more", list, total - items.size()) : list;
}

/// Whether a line, cut at a delimiter as an option spells it, has one of the names.
bool names_any(std::string_view line, const std::string& delimiter, std::span<const std::string> names) {
  const char mark = delimiter == "tab" ? '\t' : delimiter.front();
  while (true) {
    const std::size_t end = std::min(line.find(mark), line.size());
    if (std::ranges::find(names, trim_blanks(line.substr(0, end))) != names.end()) return true;
    if (end == line.size()) return false;
    line.remove_prefix(end + 1);
  }
}

}  // namespace

std::string nearest_name(std::string_view name, std::span<const std::string> known) {
  if (name.size() > compared_bytes) return {};
  const std::string wanted = ascii_lower(name);
  // Every two names of one letter are one edit apart.
  std::size_t limit = name.size() == 1 ? 0 : std::clamp<std::size_t>(name.size() / 3, 1, 3);
  const std::string* nearest = nullptr;
  for (const std::string& candidate : known) {
    if (candidate.size() > name.size() + limit || name.size() > candidate.size() + limit) continue;
    const std::size_t distance = edit_distance(wanted, ascii_lower(candidate), limit);
    if (distance > limit || (distance == limit && nearest != nullptr)) continue;
    limit = distance;
    nearest = &candidate;
  }
  return nearest == nullptr ? std::string() : *nearest;
}

std::string shown(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::string_view character = text.substr(0, std::max<std::size_t>(utf8_length(text), 1));
    const std::string next = escaped(character);
    if (result.size() + next.size() > shown_bytes) return result + "…";
    result += next;
    text.remove_prefix(character.size());
  }
  return result;
}

std::string quoted(std::string_view text) { return fmt::format("'{}'", shown(text)); }

std::string list_names(std::span<const std::string> names) {
  std::vector<std::string> first;
  for (const std::string& name : names.first(std::min(names.size(), listed_names))) first.push_back(quoted(name));
  return join(first, names.size());
}

std::string did_you_mean(std::string_view name, std::span<const std::string> known) {
  if (name.find_first_not_of("0123456789") == std::string_view::npos) return {};
  const std::string nearest = nearest_name(name, known);
  return nearest.empty() ? std::string() : fmt::format(" (did you mean {}?)", quoted(nearest));
}

Advice bad_value_advice(const std::string& column, bool scored_only) {
  if (scored_only) return {"leave such rows without a label", {{"on-bad-row", {"empty"}}}};
  return {"fit without the column", {{"drop", {column}}}};
}

Advice negative_advice(const std::string& column, bool scored_only) {
  Advice advice = bad_value_advice(column, scored_only);
  if (!scored_only) advice.remedies.insert(advice.remedies.begin(), Remedy{"column", {column + "=number"}});
  return {fmt::format("is negative, where counts and amounts are at least 0; correct it, {}or {}",
                      scored_only ? "" : "take the column as measurements, ", advice.words),
          std::move(advice.remedies)};
}

constexpr std::string_view usual_delimiters = ";\t|,:~^";

Advice delimiter_advice(char found) {
  if (found == '\0' || usual_delimiters.find(found) == std::string_view::npos) return {};
  const bool is_tab = found == '\t';
  return {fmt::format("; the columns seem to be delimited by {}", is_tab ? "tabs" : fmt::format("'{}'", found)),
          {{"delimiter", {is_tab ? "tab" : std::string(1, found)}}}};
}

Advice delimiter_advice(std::span<const std::string> columns) {
  if (columns.size() != 1) return {};
  const std::size_t at = columns[0].find_first_of(usual_delimiters);
  return at == std::string::npos ? Advice() : delimiter_advice(columns[0][at]);
}

namespace {

/// Names of columns are words: a number among them that does not count columns, from 0 or 1, is a cell of a row.
bool may_be_row(std::span<const std::string> columns) {
  for (std::size_t j = 0; j < columns.size(); ++j) {
    std::string_view rest = columns[j];
    for (std::size_t k = j + 1; !rest.empty(); ++k) {
      const std::size_t end = std::min(rest.find_first_of(";\t|,"), rest.size());
      const std::string_view cell = rest.substr(0, end);
      const bool counts = cell == std::to_string(k) || cell == std::to_string(k - 1);
      if (parse_number(cell).kind == NumberKind::finite && !counts) return true;
      rest.remove_prefix(std::min(end + 1, rest.size()));
    }
  }
  return false;
}

}  // namespace

Error no_such_columns(std::span<const std::string> missing, std::span<const std::string> columns,
                      const std::string& where, const std::unordered_set<std::string>& taken) {
  std::vector<std::string> first;
  std::vector<std::string> candidates;
  std::ranges::copy_if(columns, std::back_inserter(candidates),
                       [&](const std::string& name) { return !taken.contains(name); });
  for (const std::string& name : missing.first(std::min(missing.size(), listed_names))) {
    first.push_back(quoted(name) + did_you_mean(name, candidates));
  }
  Advice advice = delimiter_advice(columns);
  if (!advice.remedies.empty() && !names_any(columns.front(), advice.remedies.front().values.front(), missing)) {
    advice = {};
  }
  if (advice.words.empty() && may_be_row(columns)) {
    advice.words = "; the first line may be a row: put a line with the names of the columns before it";
  }
  return {ErrorCode::bad_data,
          fmt::format("has no column{} {}; it has {}{}", missing.size() == 1 ? "" : "s", join(first, missing.size()),
                      list_names(columns), advice.words),
          where, std::move(advice.remedies)};
}

}  // namespace suffice
