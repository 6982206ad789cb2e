#include "data/schema/dialect/dialect_score.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace suffice {
namespace {

double gain_of_width(std::size_t width) { return static_cast<double>(width - 1) / static_cast<double>(width); }

bool is_quote(char c) { return c == '"' || c == '\''; }

/// How much a cell that is not quoted looks like one: 1 for a number, a date, a word; less for what other choices of
/// delimiter or quote would explain better.
double plain_cell_score(std::string_view cell, CellLook look, char delimiter) {
  if (look == CellLook::text && !cell.empty()) {
    if (is_quote(cell.front()) && (cell.size() == 1 || cell.back() == cell.front() || cell.front() == '"')) return 0.2;
    if (cell.find('\t') != std::string_view::npos || cell.back() == ',' || cell.back() == ';') return 0.1;
    const bool prose = cell.find(' ') != std::string_view::npos;
    const std::string_view others = delimiter == ' ' ? ",;|" : ";|";
    if (cell.find_first_of(others) != std::string_view::npos || cell.find(',') != std::string_view::npos) {
      return prose ? 0.5 : 0.2;
    }
    return prose ? 0.9 : 0.95;
  }
  return 1;
}

/// Lines of a record that seem to be swallowed by a quoted cell. A quote that is none, and the next one further down,
/// make one cell of what lies between them: for each line end, as many delimiters as a row has.
std::size_t swallowed_lines(std::string_view cell, char delimiter, std::size_t width) {
  if (cell.find('\n') == std::string_view::npos && cell.find('\r') == std::string_view::npos) return 0;
  if (delimiter == ' ') return 0;
  const auto lines = std::count(cell.begin(), cell.end(), cell.find('\n') == std::string_view::npos ? '\r' : '\n');
  const auto delimiters = std::count(cell.begin(), cell.end(), delimiter);
  return delimiters == lines * static_cast<std::ptrdiff_t>(width - 1) ? static_cast<std::size_t>(lines) : 0;
}

/// Whether quotes that are taken for text begin a cell and end a later one: "1,234,567" cut at its commas.
bool is_torn(std::span<const SampleCell> cells) {
  bool is_open = false;
  for (const SampleCell& cell : cells) {
    if (cell.quoted || cell.text.empty()) continue;
    if (is_open && cell.text.back() == '"') return true;
    is_open = is_open || (cell.text.front() == '"' && (cell.text.size() == 1 || cell.text.back() != '"'));
  }
  return false;
}

}  // namespace

std::size_t table_width(const SampleTable& table) {
  std::map<std::size_t, std::size_t> records_of_width;
  for (const SampleRecord& record : table.records) {
    if (!record.malformed) ++records_of_width[record.cells];
  }
  std::size_t best = 1;
  double best_gain = 0;
  for (const auto& [width, records] : records_of_width) {
    const double gain = static_cast<double>(records) * gain_of_width(width);
    if (gain > best_gain) {
      best = width;
      best_gain = gain;
    }
  }
  return best;
}

DialectScore score_of(const SampleTable& table, char delimiter) {
  DialectScore result{0, table_width(table)};
  if (result.width < 2) return result;
  std::size_t records = 0;
  std::size_t swallowed = 0;
  std::size_t malformed = 0;
  std::size_t torn = 0;
  double looks = 0;
  std::vector<std::size_t> numbers(result.width);
  for (const SampleRecord& record : table.records) {
    malformed += record.malformed ? 1U : 0U;
    if (record.cells != result.width || record.malformed) continue;
    ++records;
    torn += is_torn(std::span(table.cells).subspan(record.first_cell, record.cells)) ? 1U : 0U;
    for (std::size_t j = 0; j < record.cells; ++j) {
      const SampleCell& cell = table.cells[record.first_cell + j];
      const CellLook look = look_of(cell.text);
      numbers[j] += look == CellLook::number || look == CellLook::comma_number ? 1 : 0;
      if (cell.quoted) swallowed += swallowed_lines(cell.text, delimiter, result.width);
      looks += cell.quoted ? 1 : plain_cell_score(cell.text, look, delimiter);
    }
  }
  // Prose has runs of spaces too: a table that they delimit has a column of numbers.
  if (delimiter == ' ' && *std::max_element(numbers.begin(), numbers.end()) * 2 < records) return result;
  const auto share =
      static_cast<double>(records - torn) / static_cast<double>(table.records.size() + swallowed + 2 * malformed);
  const double look_share = looks / static_cast<double>(records * result.width);
  result.score = share * look_share * gain_of_width(result.width) * (delimiter == ' ' ? 0.7 : 1.0);
  return result;
}

}  // namespace suffice
