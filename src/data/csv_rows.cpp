// Rows from records: width, numbers, weight and label checked, a bad row marked or an Error.
#include "data/csv_rows.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "data/names.hpp"
#include "data/number.hpp"

namespace suffice {
namespace {

/// Overwrites element i or appends it. Memory is kept for the next text, unless it is far more than this one needs.
void put(std::vector<std::string>& texts, std::size_t i, std::string_view text) {
  if (i == texts.size()) {
    texts.emplace_back(text);
  } else if (texts[i].capacity() > 2 * text.size() + 256) {
    texts[i] = std::string(text);
  } else {
    texts[i].assign(text);
  }
}

bool is_decimal_comma(std::string_view cell) {
  std::string text(cell.substr(0, 64));
  const std::size_t comma = text.find(',');
  if (cell.size() > text.size() || comma == std::string::npos) return false;
  text[comma] = '.';
  return parse_number(text).kind == NumberKind::finite;
}

}  // namespace

CsvRows::CsvRows(Input input, const ReadOptions& options, std::size_t chunk_bytes)
    : options_(options),
      csv_(std::move(input),
           {.delimiter = options.delimiter == 0 ? ',' : options.delimiter, .chunk_bytes = chunk_bytes}) {
  read_header();
}

void CsvRows::read_header() {
  const auto step = options_.header ? csv_.next(true) : csv_.peek(true);
  if (step != CsvReader::Step::record) {
    throw Error(ErrorCode::bad_data,
                options_.header ? "is empty: the first line must name the columns, the others are rows"
                                : "is empty: each line must be a row",
                csv_.input().name());
  }
  std::map<std::string_view, std::size_t> position;
  columns_.reserve(csv_.cells().size());
  for (const std::string_view cell : csv_.cells()) {
    const std::size_t i = columns_.size();
    const bool unnamed = !options_.header || cell.empty();
    columns_.push_back(unnamed ? std::to_string(i + 1) : std::string(cell));
    if (!is_utf8(columns_.back())) {
      throw Error(ErrorCode::bad_data, fmt::format("the name of column {} is not UTF-8: {}", i + 1, how_to_convert),
                  csv_.where(i));
    }
    const auto [first, is_new] = position.emplace(columns_.back(), i);
    if (!is_new) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("columns {} and {} are both called {}: rename one{}", first->second + 1, i + 1,
                              quoted(columns_.back()), unnamed ? " (a column without a name has its number)" : ""),
                  csv_.where(i));
    }
  }
}

void CsvRows::bind(const Schema& schema) {
  std::map<std::string_view, std::size_t> position;
  for (std::size_t i = 0; i < columns_.size(); ++i) position.emplace(columns_[i], i);
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto found = position.find(name);
    return found == position.end() ? std::nullopt : std::optional(found->second);
  };
  binding_ = bind_columns(schema, options_.labels, columns_, find, csv_.input().name());
}

bool CsvRows::next(RowBlock& block) {
  block.values32.clear();
  const std::size_t cells = options_.keep_cells ? columns_.size() : 0;
  return next_block(block, binding_.features.size(), cells, failure_, [&] { add_rows(block); });
}

void CsvRows::add_rows(RowBlock& block) {
  const std::size_t row_bytes = sizeof(double) * (binding_.features.size() + 2) +
                                (options_.keep_cells ? sizeof(std::string) * columns_.size() : 0);
  const std::size_t most_rows = block_rows(row_bytes);
  std::size_t cell_bytes = 0;
  while (block.rows < most_rows && cell_bytes < most_block_bytes) {
    if (csv_.next(block.rows == 0) != CsvReader::Step::record) return;
    double* const values = room_for_rows(block, block.values, 1);
    const RowEnd end = read_row(values);
    if (options_.keep_cells) keep_cells(block);
    add_row(block, values, end, binding_, options_.keep_bad_rows);
    if (options_.keep_cells) cell_bytes += csv_.record_bytes();
  }
}

/// Reads the record's numbers, weight and label, or says what is wrong with it. A label is learned from good rows only.
RowEnd CsvRows::read_row(double* values) {
  RowEnd end;
  const auto cells = csv_.cells();
  if (cells.size() != columns_.size()) {
    end.problem = bad_width();
    return end;
  }
  for (const std::size_t column : binding_.features) {
    const Number number = parse_number(cells[column]);
    if (number.kind == NumberKind::finite) {
      *values++ = number.value;
    } else if (number.kind == NumberKind::missing && options_.allow_missing) {
      *values++ = std::numeric_limits<double>::quiet_NaN();
    } else {
      end.problem = bad_feature(column);
      return end;
    }
  }
  if (binding_.weight) end.problem = read_weight(*binding_.weight, end.weight);
  if (!end.problem && binding_.target) end.problem = read_label(*binding_.target, end.code);
  return end;
}

std::optional<Error> CsvRows::read_weight(std::size_t column, double& weight) const {
  const std::string_view cell = csv_.cells()[column];
  const Number number = parse_number(cell);
  weight = number.value;
  if (number.kind == NumberKind::finite && number.value >= 0) return std::nullopt;
  return Error(ErrorCode::bad_data,
               fmt::format("weight {} in column {}: a weight must be a finite number, 0 or more", quoted(cell),
                           quoted(columns_[column])),
               csv_.where(column));
}

std::optional<Error> CsvRows::read_label(std::size_t column, std::uint32_t& code) {
  const std::string_view label = csv_.cells()[column];
  const std::string problem = label_problem(label, columns_[column]);
  if (!problem.empty()) return Error(ErrorCode::bad_data, problem, csv_.where(column));
  try {
    code = labels_.code(label, columns_[column]);
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), csv_.where(column));
  }
  return std::nullopt;
}

Error CsvRows::bad_width() const {
  const std::size_t count = csv_.cells().size();
  return {ErrorCode::bad_data,
          fmt::format("has {} cell{}, the {} has {}: correct the row, or check its quotes and delimiters", count,
                      count == 1 ? "" : "s", options_.header ? "header" : "first row", columns_.size()),
          csv_.where()};
}

Error CsvRows::bad_feature(std::size_t column) const {
  const std::string_view cell = csv_.cells()[column];
  const std::string name = quoted(columns_[column]);
  const std::string leave_out = bad_value_remedy(columns_[column], !options_.labels);
  const auto error = [&](const std::string& message) {
    return Error(ErrorCode::bad_data, message, csv_.where(column));
  };
  switch (parse_number(cell).kind) {
    case NumberKind::missing:
      return error(
          fmt::format("missing value in column {}: this model needs complete rows; fill it in, remove the "
                      "row, or {}",
                      name, leave_out));
    case NumberKind::not_finite:
      return error(fmt::format("{} in column {} is not finite: correct it, remove the row, or {}", quoted(cell), name,
                               leave_out));
    case NumberKind::out_of_range:
      return error(fmt::format("{} in column {} is beyond the range of a double: {}, or {}", quoted(cell), name,
                               options_.labels ? "scale the column" : "correct it", leave_out));
    default:
      return error(fmt::format("{} in column {} is not a number: {}, or {}", quoted(cell), name,
                               is_decimal_comma(cell) ? "write it with a decimal point" : "correct it", leave_out));
  }
}

void CsvRows::keep_cells(RowBlock& block) const {
  const auto cells = csv_.cells();
  const std::size_t first = block.rows * columns_.size();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    put(block.cells, first + i, i < cells.size() ? cells[i] : std::string_view());
  }
}

bool CsvRows::would_wait() {
  if (failure_) return false;
  try {
    return csv_.peek(false) == CsvReader::Step::waiting;
  } catch (const Error&) {
    return false;  // next() gives it
  }
}

}  // namespace suffice
