#include "column_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "describe.hpp"
#include "output.hpp"
#include "remedies.hpp"
#include "text_table.hpp"

namespace suffice::cli {

namespace {

// Columns that a table of a wide file shows at most; inspect --schema has all.
constexpr std::size_t most_lines = 40;

bool is_plain(const ColumnGuess& column) {
  return column.use == ColumnUse::target || column.use == ColumnUse::weight ||
         (column.said && column.use == ColumnUse::dropped) ||
         (column.use == ColumnUse::number && column.doubts.empty());
}

std::string examples_of(const ColumnGuess& column) {
  constexpr std::size_t most_bytes = 24;
  std::string text;
  for (const std::string& example : column.examples) {
    std::string part = shown(example);
    if (!text.empty() && text.size() + part.size() > most_bytes) {
      return text + ", ...";
    }
    text += (text.empty() ? "" : ", ") + part;
  }
  return text;
}

}  // namespace

std::string describe_columns(const std::vector<ColumnGuess>& columns) {
  if (std::ranges::all_of(columns, is_plain)) {
    return "";
  }
  TextTable table({"column", "role", "values", "missing", "such as", "why"}, 2, 2);
  for (std::size_t j = 0; j < std::min(columns.size(), most_lines); ++j) {
    const ColumnGuess& column = columns[j];
    table.add({column.column, use_name(column.use), fmt::format("{}", column.values),
               column.missing == 0 ? "" : fmt::format("{}", column.missing), examples_of(column), column.reason});
  }
  std::string text = line("columns", summary_line(columns)) + '\n' + table.text();
  if (columns.size() > most_lines) {
    text += fmt::format("and {}; inspect --schema has all\n", counted(columns.size() - most_lines, "more column"));
  }
  return text + '\n';
}

void note_doubts(const std::vector<ColumnGuess>& columns, const Console& console) {
  for (const ColumnGuess& column : columns) {
    for (const ColumnDoubt& doubt : column.doubts) {
      console.note(doubt_text(doubt.sentence, doubt.remedies));
    }
  }
}

}  // namespace suffice::cli
