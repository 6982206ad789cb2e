// Rows from records: width, numbers, weight and label checked, a bad row marked or an Error.
#include "data/row_reader.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "data/names.hpp"
#include "data/number.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_block_rows = 4096;
constexpr std::size_t most_block_bytes = std::size_t{16} << 20;
constexpr std::size_t most_label_bytes = 4096;
constexpr std::string_view how_to_convert = "convert the file to UTF-8, for example with iconv -f LATIN1 -t UTF-8";

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

RowReader::RowReader(Input input, const ReadOptions& options, std::size_t chunk_bytes)
    : options_(options), csv_(std::move(input), {.delimiter = options.delimiter, .chunk_bytes = chunk_bytes}) {
  read_header();
}

void RowReader::read_header() {
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

void RowReader::bind(const Schema& schema) {
  std::map<std::string_view, std::size_t> position;
  for (std::size_t i = 0; i < columns_.size(); ++i) position.emplace(columns_[i], i);
  std::vector<std::string> missing;
  const auto look_up = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto found = position.find(name);
    if (found != position.end()) return found->second;
    missing.push_back(name);
    return std::nullopt;
  };
  std::vector<std::size_t> features;
  features.reserve(schema.features.size());
  for (const std::string& name : schema.features) features.push_back(look_up(name).value_or(0));
  std::optional<std::size_t> target;
  std::optional<std::size_t> weight;
  if (options_.labels && !schema.target.empty()) target = look_up(schema.target);
  if (options_.labels && !schema.weight.empty()) weight = look_up(schema.weight);
  if (!missing.empty()) {
    throw Error(ErrorCode::bad_data, no_such_columns(missing, columns_), csv_.input().name());
  }
  features_ = std::move(features);
  target_ = target;
  weight_ = weight;
}

bool RowReader::next(RowBlock& block) {
  block.rows = 0;
  block.features = features_.size();
  block.weights.clear();
  block.codes.clear();
  block.problems.clear();
  if (!failure_) {
    try {
      add_rows(block);
    } catch (const Error& error) {
      failure_ = error;
    }
  }
  block.values.resize(block.rows * block.features);
  block.cells.resize(options_.keep_cells ? block.rows * columns_.size() : 0);
  if (block.rows == 0 && failure_) throw *failure_;
  return block.rows > 0;
}

void RowReader::add_rows(RowBlock& block) {
  const std::size_t most_rows = block_rows();
  std::size_t cell_bytes = 0;
  while (block.rows < most_rows && cell_bytes < most_block_bytes) {
    if (csv_.next(block.rows == 0) != CsvReader::Step::record) return;
    add_row(block);
    if (options_.keep_cells) cell_bytes += csv_.record_bytes();
  }
}

/// Adds the record to the block, or throws and leaves the block's rows as they were.
void RowReader::add_row(RowBlock& block) {
  const std::size_t values_end = (block.rows + 1) * block.features;
  if (block.values.size() < values_end) block.values.resize(values_end);
  double* const values = block.values.data() + block.rows * block.features;
  double weight = 1;
  std::uint32_t code = 0;
  const std::optional<Error> problem = read_row(values, weight, code);
  if (problem && !options_.keep_bad_rows) throw *problem;
  if (problem) {
    std::fill(values, values + block.features, std::numeric_limits<double>::quiet_NaN());
    weight = 0;
    code = 0;
  }
  if (options_.keep_cells) keep_cells(block);
  if (options_.keep_bad_rows) block.problems.emplace_back(problem ? problem->what() : "");
  if (reads_weights()) block.weights.push_back(weight);
  if (reads_labels()) block.codes.push_back(code);
  ++block.rows;
}

/// Reads the record's numbers, weight and label; returns what is wrong with it. A label is learned from good rows only.
std::optional<Error> RowReader::read_row(double* values, double& weight, std::uint32_t& code) {
  const auto cells = csv_.cells();
  if (cells.size() != columns_.size()) return bad_width();
  for (const std::size_t column : features_) {
    const Number number = parse_number(cells[column]);
    if (number.kind != NumberKind::finite) return bad_feature(column);
    *values++ = number.value;
  }
  if (weight_) {
    const Number number = parse_number(cells[*weight_]);
    if (number.kind != NumberKind::finite || number.value < 0) {
      return Error(ErrorCode::bad_data,
                   fmt::format("weight {} in column {}: a weight must be a finite number, 0 or more",
                               quoted(cells[*weight_]), quoted(columns_[*weight_])),
                   csv_.where(*weight_));
    }
    weight = number.value;
  }
  if (target_) {
    if (std::optional<Error> problem = bad_label(*target_)) return problem;
    code = label_code(*target_);
  }
  return std::nullopt;
}

Error RowReader::bad_width() const {
  const std::size_t count = csv_.cells().size();
  return {ErrorCode::bad_data,
          fmt::format("has {} cell{}, the {} has {}: correct the row, or check its quotes and delimiters", count,
                      count == 1 ? "" : "s", options_.header ? "header" : "first row", columns_.size()),
          csv_.where()};
}

Error RowReader::bad_feature(std::size_t column) const {
  const std::string_view cell = csv_.cells()[column];
  const std::string name = quoted(columns_[column]);
  const std::string leave_out = "fit without the column (--drop " + shell_word(columns_[column]) + ")";
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
      return error(fmt::format("{} in column {} is beyond the range of a double: scale the column, or {}", quoted(cell),
                               name, leave_out));
    default:
      return error(fmt::format("{} in column {} is not a number: {}, or {}", quoted(cell), name,
                               is_decimal_comma(cell) ? "write it with a decimal point" : "correct it", leave_out));
  }
}

std::optional<Error> RowReader::bad_label(std::size_t column) const {
  const std::string_view label = csv_.cells()[column];
  const auto error = [&](const std::string& message) {
    return Error(ErrorCode::bad_data, message, csv_.where(column));
  };
  if (is_missing(label)) {
    return error(fmt::format("missing label in column {}: fill it in or remove the row", quoted(columns_[column])));
  }
  if (!is_utf8(label)) return error(fmt::format("the label {} is not UTF-8: {}", quoted(label), how_to_convert));
  if (label.size() > most_label_bytes) {
    return error(fmt::format("a label of {} bytes ({} is the most): is {} the target? Choose it with --target COL",
                             label.size(), most_label_bytes, quoted(columns_[column])));
  }
  return std::nullopt;
}

std::uint32_t RowReader::label_code(std::size_t column) {
  const std::string_view label = csv_.cells()[column];
  const auto found = label_codes_.find(label);
  if (found != label_codes_.end()) return found->second;
  try {
    check_label_count(label_names_.size() + 1, 0, columns_[column]);
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), csv_.where(column));
  }
  const auto code = static_cast<std::uint32_t>(label_names_.size());
  label_names_.emplace_back(label);
  label_codes_.emplace(label, code);
  return code;
}

void RowReader::keep_cells(RowBlock& block) const {
  const auto cells = csv_.cells();
  const std::size_t first = block.rows * columns_.size();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    put(block.cells, first + i, i < cells.size() ? cells[i] : std::string_view());
  }
}

bool RowReader::would_wait() {
  if (failure_) return false;
  try {
    return csv_.peek(false) == CsvReader::Step::waiting;
  } catch (const Error&) {
    return false;  // next() gives it
  }
}

std::size_t RowReader::block_rows() const {
  const std::size_t row_bytes =
      sizeof(double) * (features_.size() + 2) + (options_.keep_cells ? sizeof(std::string) * columns_.size() : 0);
  return std::clamp<std::size_t>(most_block_bytes / row_bytes, 1, most_block_rows);
}

}  // namespace suffice
