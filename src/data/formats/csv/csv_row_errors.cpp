// What is wrong with a row, as an Error: the cell or the width, where it stands, and what a user can do about it. Rows
// that follow are looked at, so that one message names all columns that hold text.
#include <algorithm>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/bytes/number.hpp"
#include "data/formats/csv/csv_rows.hpp"
#include "data/schema/dialect/description_lines.hpp"
#include "data/schema/dialect/dialect_cells.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "data/schema/roles/missing_doubts.hpp"
#include "data/schema/roles/written_numbers.hpp"
#include "suffice/roles.hpp"

namespace suffice {
namespace {

void add_missing(std::string_view cell, const Dialect& dialect, std::vector<Remedy>& remedies) {
  const std::string_view text = trim_blanks(cell);
  if (!text.empty() && is_ascii_digit(text[0])) return;  // 33 kg, or a number that would be missing everywhere
  if (parse_number(cell).kind == NumberKind::finite) return;
  std::ranges::move(taking_as_missing({std::string(text)}, dialect.missing), std::back_inserter(remedies));
}

/// Whether words begin as those below a table do: "Source: the office", "x = suppressed", "1) estimated".
bool begins_sentence(std::string_view cell) {
  return cell.find(' ') != std::string_view::npos && cell.find_first_of(":=)*") != std::string_view::npos;
}

bool is_decimal_comma(std::string_view cell) {
  std::string text(cell.substr(0, 64));
  const std::size_t comma = text.find(',');
  if (cell.size() > text.size() || comma == std::string::npos || has_thousands_commas(trim_blanks(cell))) return false;
  text[comma] = '.';
  return parse_number(text).kind == NumberKind::finite;
}

}  // namespace

/// What to do about a footer, or a comment between rows.
Remedy CsvRows::skip_bad_rows() const { return {"on-bad-row", {options_.labels ? "skip" : "empty"}}; }

/// Where no row behind the first can be seen that has as many cells as the header, none would be left; where there is
/// none behind a later one, but several like it, they are another table, and nothing but a few lines of words are a
/// footer, and no error. Reading ends with it.
std::optional<Error> CsvRows::bad_width() {
  constexpr std::size_t least_rows = 4;
  constexpr std::size_t most_footer_lines = 20;
  const std::size_t count = csv_.cells().size();
  const std::string where = csv_.where();
  std::vector<Remedy> remedies = {skip_bad_rows()};
  const bool is_first = csv_.line() <= first_row_line_;
  std::size_t alike = 0;  // rows from this one on that have as many cells
  bool are_alike = true;
  std::vector<std::string> lines;
  const bool is_sentence = count == 1 || begins_sentence(csv_.cells().front());
  const bool looks_ahead = !options_.keep_bad_rows && (options_.labels || is_sentence);
  const bool ends = looks_ahead && !any_ahead([&](std::span<const std::string_view> cells) {
                      are_alike = are_alike && cells.size() == count;
                      alike += are_alike ? 1U : 0U;
                      if (lines.size() <= most_footer_lines) lines.emplace_back(trim_blanks(csv_.bytes()));
                      return cells.size() == columns_.size();
                    });
  const auto has_words = [](const std::string& line) { return line.find(' ') != std::string::npos || is_rule(line); };
  if (ends && !is_first && is_sentence && count < columns_.size() && lines.size() <= most_footer_lines &&
      std::ranges::all_of(lines, has_words) && csv_.peek(false) == CsvReader::Step::end) {
    footer_ = std::move(lines);
    return std::nullopt;
  }
  if (ends && is_first) remedies.clear();
  const bool is_table = ends && !is_first && count > 1 && alike >= least_rows;
  return Error(
      ErrorCode::bad_data,
      fmt::format("has {} cell{}, the {} has {}: {}", count, count == 1 ? "" : "s",
                  dialect_.header ? "header" : "first row", columns_.size(),
                  is_table ? "another table seems to begin here; put it into a file of its own, or skip its rows"
                           : "correct the row, or check its quotes and delimiters"),
      where, std::move(remedies));
}

Error CsvRows::bad_date(std::size_t column, const DateCell& date) const {
  std::vector<Remedy> remedies;
  const std::vector<std::string> other = fitting_formats(csv_.cells()[column]);
  if (options_.labels) {
    std::string order;
    for (const std::string& format : other) order = order.empty() ? order_of_date(format) : order;
    if (order == "dmy" || order == "mdy") remedies.push_back({"column", {columns_[column] + "=date:" + order}});
    remedies.push_back({"column", {columns_[column] + "=categorical"}});
    remedies.push_back({"drop", {columns_[column]}});
  }
  remedies.push_back(skip_bad_rows());
  return {ErrorCode::bad_data,
          fmt::format(
              "{} in column {} is not a date like the others, {}{}; correct it, or {}", quoted(csv_.cells()[column]),
              quoted(columns_[column]), date.format,
              other.empty() ? "" : fmt::format(", but may be {}", fmt::join(other, " or ")),
              options_.labels ? "take the column as categories, or skip such rows" : "leave such rows without a label"),
          csv_.where(column), std::move(remedies)};
}

Error CsvRows::bad_written(std::size_t column, const std::string& written_unit) const {
  const std::string unit(unit_and_mark(written_unit, style_.decimal).unit);
  Advice other = bad_value_advice(columns_[column], !options_.labels);
  if (options_.labels) {
    other.words = "take it as missing, or the column as categories, or fit without it";
    other.remedies.clear();
    add_missing(csv_.cells()[column], dialect_, other.remedies);
    other.remedies.push_back({"column", {columns_[column] + "=categorical"}});
    other.remedies.push_back({"drop", {columns_[column]}});
    other.remedies.push_back(skip_bad_rows());
  }
  const WrittenParts parts = written_parts(csv_.cells()[column]);
  std::string how = unit == "%" ? ", which have a percent sign" : "";
  if (unit != "%" && parts.unit == "%") how = ", which have no percent sign";
  if (!unit.empty() && unit != "%" && parts.unit != "%" && !parts.unit.empty() && parts.unit != unit)
    how = ", which are in " + unit;
  return {ErrorCode::bad_data,
          fmt::format("{} in column {} is not a number like the others{}; correct it, or {}",
                      quoted(csv_.cells()[column]), quoted(columns_[column]), how, other.words),
          csv_.where(column), other.remedies};
}

Error CsvRows::bad_number(std::size_t column, NumberKind kind) {
  const std::string_view cell = csv_.cells()[column];
  const std::string name = quoted(columns_[column]);
  const Advice other = bad_value_advice(columns_[column], !options_.labels);
  const auto error = [&](const std::string& message) {
    return Error(ErrorCode::bad_data, message, csv_.where(column), other.remedies);
  };
  switch (kind) {
    case NumberKind::missing:
      return error(fmt::format(
          "missing value in column {}, but this model needs complete rows; fill it in, remove the row, or {}", name,
          other.words));
    case NumberKind::not_finite: {
      std::vector<Remedy> remedies;
      if (options_.labels) add_missing(cell, dialect_, remedies);
      std::ranges::copy(other.remedies, std::back_inserter(remedies));
      return {ErrorCode::bad_data,
              fmt::format("{} in column {} is not finite; correct it, {}remove the row, or {}", quoted(cell), name,
                          options_.labels ? "take it as missing, " : "", other.words),
              csv_.where(column), std::move(remedies)};
    }
    case NumberKind::out_of_range:
      return error(fmt::format("{} in column {} is beyond the range of a double; {}, or {}", quoted(cell), name,
                               options_.labels ? "scale the column" : "correct it", other.words));
    case NumberKind::finite: {
      const Advice negative = negative_advice(columns_[column], !options_.labels);
      return {ErrorCode::bad_data, fmt::format("{} in column {} {}", quoted(cell), name, negative.words),
              csv_.where(column), negative.remedies};
    }
    case NumberKind::not_a_number:
      break;
  }
  if (is_decimal_comma(cell)) return decimal_comma(column);
  if (dialect_.decimal == '.' && dialect_.delimiter != ',' && has_thousands_commas(trim_blanks(cell))) {
    // 1,234 may be between 1 and 2; 1,234.5 and 1,234,567 are not.
    const bool may_be_decimal = std::ranges::count(cell, ',') == 1 && cell.find('.') == std::string_view::npos;
    std::vector<Remedy> remedies;
    if (may_be_decimal) remedies.push_back({"decimal", {","}});
    std::ranges::copy(other.remedies, std::back_inserter(remedies));
    return {ErrorCode::bad_data,
            fmt::format("{} in column {} is not a number; {}, or {}", quoted(cell), name,
                        may_be_decimal ? "say that commas are decimal marks if they are, else take them out"
                                       : "take the commas between its thousands out",
                        other.words),
            csv_.where(column), std::move(remedies)};
  }
  if (options_.labels && !options_.keep_bad_rows) return not_a_number(column);
  std::vector<Remedy> remedies;
  add_missing(cell, dialect_, remedies);
  const bool can_be_missing = !remedies.empty();
  std::ranges::copy(other.remedies, std::back_inserter(remedies));
  return {ErrorCode::bad_data,
          fmt::format("{} in column {} is not a number; correct it, {}or {}", quoted(cell), name,
                      can_be_missing ? "take it as missing, " : "", other.words),
          csv_.where(column), std::move(remedies)};
}

/// An Error at a number with a decimal comma where numbers are to have a point. Where none of those that follow has a
/// point either, all may be read with commas. Reading ends with it.
Error CsvRows::decimal_comma(std::size_t column) {
  const std::string where = csv_.where(column);
  const std::string cell = quoted(csv_.cells()[column]);
  Advice other = bad_value_advice(columns_[column], !options_.labels);
  const bool have_points = any_ahead([&](std::span<const std::string_view> cells) {
    return std::ranges::any_of(binding_.numbers, [&](std::size_t number) {
      return number < cells.size() && cells[number].find('.') != std::string_view::npos &&
             parse_number(cells[number], style_).kind == NumberKind::finite;
    });
  });
  if (!have_points) other.remedies.insert(other.remedies.begin(), Remedy{"decimal", {","}});
  if (options_.labels) other.remedies.push_back(skip_bad_rows());
  return {ErrorCode::bad_data,
          fmt::format("{} in column {} is not a number; write it with a decimal point, {}or {}", cell,
                      quoted(columns_[column]), have_points ? "" : "say that commas are decimal marks, ", other.words),
          where, std::move(other.remedies)};
}

/// An Error at a number with a leading zero, where those before have none.
Error CsvRows::late_code(std::size_t column) const {
  const std::string& name = columns_[column];
  return {
      ErrorCode::bad_data,
      fmt::format("{} in column {} has a leading zero, as codes have, where those before are numbers; say which they "
                  "are",
                  quoted(value(column)), quoted(name)),
      csv_.where(column),
      {{"column", {name + "=categorical"}}, {"column", {name + "=number"}}}};
}

/// An Error at a cell of text that names all columns of numbers that hold text, so that they can be given another role
/// together. Reading ends with it.
Error CsvRows::not_a_number(std::size_t column) {
  const std::string where = csv_.where(column);
  const std::uint64_t line = csv_.line();
  const std::string text(csv_.cells()[column]);
  const std::string cell = quoted(text);
  std::vector<std::string> texts;
  const std::vector<std::string> names = find_text(column, texts);
  Remedy categories{"column"};
  for (const std::string& name : names) categories.values.push_back(name + "=categorical");
  if (names.size() == 1) {
    std::vector<Remedy> remedies = {categories, {"drop", names}};
    std::ranges::move(taking_as_missing(texts, dialect_.missing), std::back_inserter(remedies));
    remedies.push_back(skip_bad_rows());
    return {ErrorCode::bad_data,
            fmt::format("{} in column {} is not a number; correct it, take the column as categories, or as text if it "
                        "holds documents, or fit without it",
                        cell, quoted(columns_[column])),
            where, std::move(remedies)};
  }
  // Where numbers were read before, these are cells among them and not columns of text.
  if (line > first_row_line_) {
    std::vector<Remedy> remedies;
    add_missing(text, dialect_, remedies);
    const bool can_be_missing = !remedies.empty();
    remedies.push_back(skip_bad_rows());
    remedies.push_back(categories);
    remedies.push_back({"drop", names});
    return {
        ErrorCode::bad_data,
        fmt::format("{} in column {} is not a number; the columns {} hold text from here on: correct it, {}skip "
                    "such rows, or take the columns as categories",
                    cell, quoted(columns_[column]), list_names(names), can_be_missing ? "take it as missing, " : ""),
        where, std::move(remedies)};
  }
  const bool are_all = names.size() == binding_.forms.size();
  return {ErrorCode::bad_data,
          fmt::format("{} in column {} is not a number; {} hold text: correct them, take them as categories, those "
                      "that hold documents as text, or fit without some",
                      cell, quoted(columns_[column]), are_all ? "all columns" : "the columns " + list_names(names)),
          where,
          {are_all ? Remedy{"model", {"categorical-nb"}} : categories, {"column", {"COL=text"}}, {"drop", {"COL"}}}};
}

/// Whether the test holds for the cells of this record or of one that follows it, as far as some can be read without
/// waiting. Reading ends with it.
bool CsvRows::any_ahead(const std::function<bool(std::span<const std::string_view>)>& test) {
  constexpr std::size_t most_rows = 4096;
  constexpr std::size_t most_bytes = std::size_t{1} << 20;
  std::size_t bytes = 0;
  try {
    for (std::size_t row = 0; row < most_rows && bytes < most_bytes; ++row) {
      if (!is_repeated_header() && test(csv_.cells())) return true;
      bytes += csv_.record_bytes();
      if (csv_.next(false) != CsvReader::Step::record) break;
    }
  } catch (const Error&) {  // NOLINT(bugprone-empty-catch): the one at the cell comes first
  }
  return false;
}

/// The columns of numbers that hold text in this record or in those that follow it, as far as some of them can be read
/// without waiting: column `first`, which does, and others in the order of the file. `texts` are the different ones of
/// the first column, as long as they are few; none where it holds no number, and all of it would be missing.
std::vector<std::string> CsvRows::find_text(std::size_t first, std::vector<std::string>& texts) {
  constexpr std::size_t most_texts = 20;
  std::vector<std::uint8_t> is_text(columns_.size(), 0);
  is_text[first] = 1;
  bool has_numbers = csv_.line() > first_row_line_;
  any_ahead([&](std::span<const std::string_view> cells) {
    if (cells.size() != columns_.size()) return false;
    std::optional<std::size_t> odd;
    for (std::size_t j = 0; j < binding_.numbers.size(); ++j) {
      const std::size_t column = binding_.numbers[j];
      const NumberKind kind = number_at(j).kind;
      has_numbers = has_numbers || (column == first && kind == NumberKind::finite);
      if (kind != NumberKind::not_a_number || is_decimal_comma(cells[column])) continue;
      is_text[column] = 1;
      odd = odd.value_or(column);
      const std::string_view text = trim_blanks(cells[column]);
      if (column == first && texts.size() < most_texts && std::ranges::find(texts, text) == texts.end()) {
        texts.emplace_back(text);
      }
    }
    if (odd) keep_odd_row(*odd);
    return false;
  });
  if (!has_numbers) texts.clear();
  std::vector<std::string> names;
  for (std::size_t column = 0; column < columns_.size(); ++column) {
    if (is_text[column] != 0) names.push_back(columns_[column]);
  }
  return names;
}

}  // namespace suffice
