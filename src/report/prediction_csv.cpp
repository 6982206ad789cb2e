// Predictions as CSV: rows are divided among threads, each of which writes a text of its own.
#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/compile.h>
#include <fmt/format.h>

#include "math/system/parallel.hpp"
#include "suffice/report.hpp"

namespace suffice {
namespace {

constexpr std::size_t longest_number = 32;  // bytes of a comma and of any double

bool needs_quotes(std::string_view text) { return text.find_first_of(",\"\r\n") != std::string_view::npos; }

void append_cell(std::string_view cell, std::string& text) {
  if (!needs_quotes(cell)) {
    text += cell;
    return;
  }
  text += '"';
  for (const char character : cell) {
    text += character;
    if (character == '"') text += '"';
  }
  text += '"';
}

/// Each number after a comma; nothing after it where the number is NaN.
void append_numbers(std::span<const double> numbers, std::string& text) {
  const std::size_t size = text.size();
  text.resize(size + numbers.size() * longest_number);
  char* to = text.data() + size;
  for (const double number : numbers) {
    *to++ = ',';
    if (!std::isnan(number)) to = fmt::format_to(to, FMT_COMPILE("{}"), number);
  }
  text.resize(static_cast<std::size_t>(to - text.data()));
}

void append_row(const PredictedRows& rows, std::size_t row, std::string& text) {
  const bool is_bad = !rows.problems.empty() && !rows.problems[row].empty();
  if (!rows.before.empty()) {
    append_cell(rows.before[row], text);
    text += ',';
  }
  if (!is_bad && rows.classes[row] != no_decision) text += rows.label_cells[rows.classes[row]];
  for (const PredictedRows::Numbers& numbers : rows.numbers) {
    if (is_bad) {
      text.append(numbers.width, ',');
    } else {
      append_numbers(numbers.values.subspan(row * numbers.width, numbers.width), text);
    }
  }
  const std::size_t columns = rows.cells.size() / rows.classes.size();
  for (std::size_t column = 0; column < columns; ++column) {
    text += ',';
    append_cell(rows.cells[row * columns + column], text);
  }
  if (!rows.documents.empty()) {
    text += ',';
    append_cell(rows.documents[row], text);
  }
  text += '\n';
}

}  // namespace

std::string csv_cell(std::string_view text) {
  std::string cell;
  append_cell(text, cell);
  return cell;
}

void write_csv(const PredictedRows& rows, unsigned threads, std::vector<std::string>& texts) {
  constexpr std::size_t rows_worth_a_thread = 256;
  const std::size_t count = rows.classes.size();
  const std::size_t most = std::max<std::size_t>(count / rows_worth_a_thread, 1);
  const std::size_t parts = std::min<std::size_t>(thread_count(threads), most);
  texts.resize(parts);
  parallel_for(static_cast<unsigned>(parts), parts, [&](std::size_t part, unsigned) {
    texts[part].clear();
    const std::size_t end = count * (part + 1) / parts;
    for (std::size_t row = count * part / parts; row < end; ++row) append_row(rows, row, texts[part]);
  });
}

}  // namespace suffice
