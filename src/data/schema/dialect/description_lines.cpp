#include "data/schema/dialect/description_lines.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "data/bytes/ascii.hpp"
#include "data/bytes/missing_markers.hpp"
#include "data/bytes/number.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "data/schema/roles/missing_doubts.hpp"
#include "suffice/dialect.hpp"

namespace suffice {
namespace {

using Record = std::vector<std::string>;

constexpr std::size_t most_described = 2;

bool is_type(const std::string& cell) {
  constexpr std::array<std::string_view, 10> types = {"c",        "d",      "s",    "t",    "continuous",
                                                      "discrete", "string", "time", "meta", "basket"};
  return std::ranges::find(types, ascii_lower(cell)) != types.end();
}

bool is_flag(const std::string& cell) {
  constexpr std::array<std::string_view, 6> flags = {"", "class", "meta", "ignore", "weight", "i"};
  return std::ranges::find(flags, ascii_lower(cell)) != flags.end();
}

enum class CellIs { missing, value, text };

/// A number or a date is a value.
CellIs look_at(const std::string& cell, const NumberStyle& style) {
  const NumberKind kind = parse_number(cell, style).kind;
  if (kind == NumberKind::missing) return CellIs::missing;
  return kind != NumberKind::not_a_number || !fitting_formats(cell).empty() ? CellIs::value : CellIs::text;
}

/// The columns that hold numbers or dates and nothing else in these records, three at least.
std::vector<std::size_t> value_columns(std::span<const Record> records, const NumberStyle& style) {
  constexpr std::size_t fewest = 3;
  std::vector<std::size_t> columns;
  for (std::size_t j = 0; j < records.front().size(); ++j) {
    std::size_t values = 0;
    const bool has_text = std::ranges::any_of(records, [&](const Record& record) {
      const CellIs cell = look_at(record[j], style);
      values += cell == CellIs::value ? 1U : 0U;
      return cell == CellIs::text;
    });
    if (!has_text && values >= fewest) columns.push_back(j);
  }
  return columns;
}

/// Whether a record has no value, and text, in columns that hold values.
bool has_text_for_values(const Record& record, std::span<const std::size_t> columns, const NumberStyle& style) {
  constexpr std::size_t fewest = 2;
  std::size_t texts = 0;
  for (const std::size_t j : columns) {
    if (record[j].empty()) continue;
    if (look_at(record[j], style) != CellIs::text || marks_missing(record[j])) return false;
    ++texts;
  }
  return texts >= fewest;
}

bool has_flags(const Record& record) {
  return std::ranges::all_of(record, is_flag) &&
         std::ranges::any_of(record, [](const std::string& cell) { return !cell.empty(); });
}

/// What programs for surveys write below each question: "Response", "Open-Ended Response".
bool names_response(const std::string& cell) {
  const std::string lower = ascii_lower(cell);
  return lower == "response" || lower.ends_with(" response") || lower == "other (please specify)";
}

/// Whether a record names responses, where no other record does; beside them it may name the choice that a
/// column is for, the only text there.
bool has_responses(std::span<const Record> records) {
  constexpr std::size_t fewest = 2;
  std::size_t responses = 0;
  for (std::size_t j = 0; j < records[0].size(); ++j) {
    const std::string& cell = records[0][j];
    if (cell.empty()) continue;
    const auto is_other = [&](const Record& record) { return !record[j].empty() && record[j] != cell; };
    const auto is_same = [&](const Record& record) { return record[j] == cell; };
    const bool is_response = names_response(cell);
    if (is_response && std::ranges::any_of(records.subspan(1), is_same)) return false;
    if (!is_response && std::ranges::any_of(records.subspan(1), is_other)) return false;
    responses += is_response ? 1U : 0U;
  }
  return responses >= fewest;
}

}  // namespace

bool is_rule(std::string_view line) {
  return std::ranges::count(line, '-') + std::ranges::count(line, '=') >= 3 &&
         line.find_first_not_of("-=+|: \t\r") == std::string_view::npos;
}

bool is_row_count(std::string_view line) {
  std::string text = ascii_lower(trim_blanks(line));
  const std::size_t first = text.starts_with('(') ? 1 : 0;
  const std::size_t end = std::min(text.find_first_not_of("0123456789", first), text.size());
  if (end == first) return false;
  std::string rest = text.substr(end);
  while (!rest.empty() && (rest.back() == ')' || rest.back() == '.')) rest.pop_back();
  constexpr std::array<std::string_view, 5> behind = {"", " affected", " selected", " returned", " fetched"};
  for (const std::string_view rows : {" row(s)", " rows", " row"}) {
    if (rest + ')' == rows) return true;
    if (!rest.starts_with(rows)) continue;
    const std::string_view what = std::string_view(rest).substr(rows.size());
    return std::ranges::find(behind, what) != behind.end() || what.starts_with(" in set");
  }
  return false;
}

bool is_source(std::string_view text) {
  constexpr std::array<std::string_view, 14> words = {"source",   "sources", "note",   "notes",     "quelle",
                                                      "quellen",  "hinweis", "fuente", "fonte",     "anmerkung",
                                                      "remarque", "nota",    "legend", "disclaimer"};
  const std::size_t colon = text.find(':');
  return colon != std::string_view::npos &&
         std::ranges::find(words, ascii_lower(trim_blanks(text.substr(0, colon)))) != words.end();
}

bool names_sums(std::string_view cell) {
  // In some languages, and as spreadsheets name the last row of a pivot table in them.
  constexpr std::array<std::string_view, 29> words = {"total",
                                                      "totals",
                                                      "grand total",
                                                      "subtotal",
                                                      "sum",
                                                      "sums",
                                                      "gesamt",
                                                      "gesamtsumme",
                                                      "summe",
                                                      "gesamtergebnis",
                                                      "somme",
                                                      "total g\u00e9n\u00e9ral",
                                                      "total general",
                                                      "totale",
                                                      "suma",
                                                      "totale complessivo",
                                                      "totaal",
                                                      "eindtotaal",
                                                      "summa",
                                                      "razem",
                                                      "celkem",
                                                      "toplam",
                                                      "\u0438\u0442\u043e\u0433\u043e",
                                                      "\u0418\u0442\u043e\u0433\u043e",
                                                      "\u0418\u0422\u041e\u0413\u041e",
                                                      "\u5408\u8ba1",
                                                      "\u603b\u8ba1",
                                                      "\u5408\u8a08",
                                                      "\u7dcf\u8a08"};
  if (cell.ends_with(':')) cell.remove_suffix(1);
  return std::ranges::find(words, ascii_lower(trim_blanks(cell))) != words.end();
}

std::size_t count_description_lines(std::span<const Record> records, char decimal) {
  if (records.size() <= most_described) return 0;
  const NumberStyle style = {decimal, MissingMarkers(default_missing_markers())};
  if (std::ranges::all_of(records[0], is_type) && has_flags(records[1])) return 2;
  if (has_responses(records)) return 1;
  const std::vector<std::size_t> columns = value_columns(records.subspan(most_described), style);
  if (!has_text_for_values(records[0], columns, style)) return 0;
  const bool second = has_text_for_values(records[1], columns, style) || has_flags(records[1]);
  // A second line of data that begins with text would not do so in every column of values.
  return second ? 2 : value_columns(records.subspan(1), style).size() == columns.size() ? 1 : 0;
}

}  // namespace suffice
