// Rows from records: width, numbers, weight and label checked, a bad row marked or an Error.
#include "data/csv_rows.hpp"

#include <algorithm>
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
      csv_(std::move(input), {.delimiter = options.delimiter == 0 ? ',' : options.delimiter,
                              .quotes = options.quotes,
                              .chunk_bytes = chunk_bytes}) {
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
  Binding binding = bind_columns(schema, options_.labels, columns_, find, csv_.input().name());
  if (schema.encoding == Encoding::text && binding.features.size() != 1) {
    throw Error(ErrorCode::bad_data, "a model of text reads one column of documents: choose it with --text COL",
                csv_.input().name());
  }
  if (schema.encoding == Encoding::categories) categories_ = CategoryCodes(binding.features.size());
  encoding_ = schema.encoding;
  binding_ = std::move(binding);
}

bool CsvRows::next(RowBlock& block) {
  block.values32.clear();
  if (encoding_ != Encoding::numbers) block.values.clear();
  if (encoding_ != Encoding::categories) block.categories.clear();
  categories_.start_block();
  documents_.clear();
  const std::size_t cells = options_.keep_cells ? columns_.size() : 0;
  const auto add = [&] { add_rows(block); };
  const bool some = next_block(block, binding_.features.size(), cells, failure_, add);
  documents_.view(block.documents);
  return some;
}

/// Documents are short rows. What cells hold beside numbers counts towards the size of a block.
void CsvRows::add_rows(RowBlock& block) {
  const std::size_t row_bytes = sizeof(double) * (binding_.features.size() + 2) +
                                (options_.keep_cells ? sizeof(std::string) * columns_.size() : 0);
  const bool is_text = encoding_ == Encoding::text;
  const std::size_t most_rows = is_text ? block_rows(row_bytes, most_short_rows) : block_rows(row_bytes);
  const bool counted = options_.keep_cells || encoding_ == Encoding::categories;
  std::size_t cell_bytes = 0;
  while (block.rows < most_rows && cell_bytes < most_block_bytes && documents_.size() < text_block_bytes) {
    if (csv_.next(block.rows == 0) != CsvReader::Step::record) return;
    if (options_.keep_cells) keep_cells(block);
    if (counted) cell_bytes += csv_.record_bytes();
    if (is_text) {
      add_document(block);
    } else if (encoding_ == Encoding::categories) {
      add_table_row(block, block.categories);
    } else {
      add_table_row(block, block.values);
    }
  }
}

template <typename Value>
void CsvRows::add_table_row(RowBlock& block, std::vector<Value>& values) {
  Value* const row = room_for_rows(block, values, 1);
  add_row(block, row, read_row(row), binding_, options_.keep_bad_rows);
}

/// The document of a bad row is empty.
void CsvRows::add_document(RowBlock& block) {
  const RowEnd end = read_row<double>(nullptr);
  add_row(block, end, binding_, options_.keep_bad_rows);
  documents_.add(end.problem ? std::string_view() : csv_.cells()[binding_.features.front()]);
}

/// Reads the record's features (unless they are text), weight and label, or says what is wrong with it. A label is
/// learned from good rows only.
template <typename Value>
RowEnd CsvRows::read_row(Value* values) {
  RowEnd end;
  if (csv_.cells().size() != columns_.size()) {
    end.problem = bad_width();
    return end;
  }
  for (std::size_t j = 0; values != nullptr && j < binding_.features.size(); ++j) {
    end.problem = read_feature(j, values[j]);
    if (end.problem) return end;
  }
  if (binding_.weight) end.problem = read_weight(*binding_.weight, end.weight);
  if (!end.problem && binding_.target) end.problem = read_label(*binding_.target, end.code);
  return end;
}

std::optional<Error> CsvRows::read_feature(std::size_t j, double& value) const {
  const std::size_t column = binding_.features[j];
  const Number number = parse_number(csv_.cells()[column]);
  value = number.kind == NumberKind::finite ? number.value : missing_value<double>();
  if (number.kind == NumberKind::finite && (!options_.not_negative || value >= 0)) return std::nullopt;
  if (number.kind == NumberKind::missing && options_.allow_missing) return std::nullopt;
  return bad_feature(column);
}

std::optional<Error> CsvRows::read_feature(std::size_t j, std::uint32_t& code) {
  const std::size_t column = binding_.features[j];
  const std::string_view cell = csv_.cells()[column];
  if (const std::optional<std::uint32_t> known = categories_.find(j, cell)) {
    code = *known;
    return std::nullopt;
  }
  const std::string problem = categories_.add(j, cell, code);
  if (problem.empty()) return std::nullopt;
  return Error(ErrorCode::bad_data, fmt::format("column {}: {}", quoted(columns_[column]), problem),
               csv_.where(column));
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
  if (const std::optional<std::uint32_t> known = labels_.find(label)) {
    code = *known;
    return std::nullopt;
  }
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
    case NumberKind::finite:
      return error(
          fmt::format("{} in column {} {}", quoted(cell), name, negative_problem(columns_[column], !options_.labels)));
    case NumberKind::not_a_number:
      break;
  }
  if (is_decimal_comma(cell)) {
    return error(fmt::format("{} in column {} is not a number: write it with a decimal point, or {}", quoted(cell),
                             name, leave_out));
  }
  const std::string other_models =
      options_.labels
          ? fmt::format("; --model categorical-nb reads categories, --text {} reads text", shell_word(columns_[column]))
          : std::string();
  return error(
      fmt::format("{} in column {} is not a number: correct it, or {}{}", quoted(cell), name, leave_out, other_models));
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
