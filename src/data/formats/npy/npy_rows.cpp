// Rows from arrays: elements converted, NaN and infinities found, weight and label checked.
#include "data/formats/npy/npy_rows.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "data/schema/names.hpp"

namespace suffice {

NpyRows::NpyRows(Input input, std::optional<Input> labels, const ReadOptions& options, std::size_t chunk_bytes)
    : options_(options), numbers_(std::move(input), chunk_bytes) {
  const NpyHeader& header = numbers_.header();
  if (!is_number(header.type)) {
    throw Error(ErrorCode::bad_data, "holds text: give an array of numbers", numbers_.input().name());
  }
  if (labels) {
    label_array_.emplace(std::move(*labels), chunk_bytes);
    check_label_array();
  }
  columns_ = numbered_columns(header.columns);
  if (label_array_) columns_.emplace_back(label_column);
}

void NpyRows::check_label_array() const {
  const NpyHeader& labels = label_array_->header();
  if (labels.columns != 1) {
    throw Error(ErrorCode::bad_data, fmt::format("has {} columns: give an array of one label per row", labels.columns),
                label_array_->input().name());
  }
  if (labels.rows != numbers_.header().rows) {
    throw Error(ErrorCode::bad_data,
                fmt::format("has {} labels for the {} rows of {}: give one label per row", labels.rows,
                            numbers_.header().rows, numbers_.input().name()),
                label_array_->input().name());
  }
}

void NpyRows::bind(const Schema& schema) {
  const std::size_t count = numbers_.header().columns;
  const std::string& file = numbers_.input().name();
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    if (label_array_ && name == label_column) return count;
    const std::size_t number = column_number(name).value_or(0);
    return number >= 1 && number <= count ? std::optional(number - 1) : std::nullopt;
  };
  Binding binding = bind_numbers(schema, options_.labels, true, columns_, find, file);
  check_label_column(binding, count, file);
  binding_ = std::move(binding);
  refuses_negative_ = options_.not_negative && binding_.has_amounts();
  const auto& features = binding_.numbers;
  side_by_side_ = std::adjacent_find(features.begin(), features.end(),
                                     [](std::size_t a, std::size_t b) { return b != a + 1; }) == features.end();
}

bool NpyRows::next(RowBlock& block) {
  block.categories.clear();
  if (is_float()) {
    block.values.clear();
  } else {
    block.values32.clear();
  }
  return next_block(block, binding_, 0, failure_, [&] { add_rows(block); });
}

bool NpyRows::would_wait() {
  if (failure_) return false;
  try {
    return find_rows(false) == NpyArray::Step::waiting;
  } catch (const Error&) {
    return false;  // next() gives it
  }
}

NpyArray::Step NpyRows::find_rows(bool may_wait) {
  const NpyArray::Step step = numbers_.find_rows(may_wait);
  if (step == NpyArray::Step::waiting || !label_array_) return step;
  return label_array_->find_rows(may_wait);
}

void NpyRows::add_rows(RowBlock& block) {
  const std::size_t most_rows = block_rows(sizeof(double) * (binding_.numbers.size() + 2));
  while (block.rows < most_rows) {
    if (find_rows(block.rows == 0) != NpyArray::Step::rows) return;
    std::size_t count = std::min(numbers_.found_rows(), most_rows - block.rows);
    if (label_array_) count = std::min(count, label_array_->found_rows());
    if (is_float()) {
      add_found_rows(block, block.values32, count);
    } else {
      add_found_rows(block, block.values, count);
    }
    numbers_.drop_rows(count);
    if (label_array_) label_array_->drop_rows(count);
  }
}

template <typename Number>
void NpyRows::add_found_rows(RowBlock& block, std::vector<Number>& numbers, std::size_t count) {
  const std::size_t width = binding_.numbers.size();
  Number* values = room_for_rows(block, numbers, count, width);
  convert_rows(count, values);
  for (std::size_t i = 0; i < count; ++i, values += width) {
    add_row(block, values, end_row(i, values), binding_, options_.keep_bad_rows);
  }
}

template <typename Number>
void NpyRows::convert_rows(std::size_t count, Number* out) const {
  const auto& features = binding_.numbers;
  const NpyHeader& header = numbers_.header();
  if (features.empty()) return;
  if (side_by_side_ && features.size() == header.columns) {
    convert(header.type, numbers_.row_bytes(0), count * header.columns, out);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (side_by_side_) {
      convert(header.type, element(i, features.front()), features.size(), out + i * features.size());
      continue;
    }
    for (std::size_t j = 0; j < features.size(); ++j) {
      convert(header.type, element(i, features[j]), 1, out + i * features.size() + j);
    }
  }
}

/// A label is learned from good rows only.
template <typename Number>
RowEnd NpyRows::end_row(std::size_t i, const Number* values) {
  RowEnd end;
  const auto& features = binding_.numbers;
  const Number most = std::numeric_limits<Number>::max();
  const Number least = refuses_negative_ ? Number{0} : -most;
  unsigned good = 1;
  for (std::size_t j = 0; j < features.size(); ++j) {
    good &= static_cast<unsigned>(values[j] >= least) & static_cast<unsigned>(values[j] <= most);
  }
  for (std::size_t j = 0; good == 0 && j < features.size() && !end.problem; ++j) {
    end.problem = bad_feature(i, j, static_cast<double>(values[j]));
  }
  if (!end.problem && binding_.weight) end.problem = read_weight(i, end.weight);
  if (!end.problem && binding_.target) end.problem = read_label(i, end.code);
  return end;
}

std::optional<Error> NpyRows::bad_feature(std::size_t i, std::size_t j, double value) const {
  const bool is_refused = options_.not_negative && binding_.is_amount[j] != 0 && value < 0;
  if ((std::isfinite(value) && !is_refused) || (std::isnan(value) && options_.allow_missing)) return std::nullopt;
  const std::size_t column = binding_.numbers[j];
  const std::string name = std::to_string(column + 1);
  if (std::isfinite(value)) {
    const Advice advice = negative_advice(name, !options_.labels);
    return Error(ErrorCode::bad_data, fmt::format("{} {}", value, advice.words), where(i, column), advice.remedies);
  }
  const Advice other = bad_value_advice(name, !options_.labels);
  const char* const what =
      std::isnan(value) ? "missing value (NaN), but this model needs complete rows" : "the value is not finite";
  return Error(ErrorCode::bad_data, fmt::format("{}; fill it in, remove the row, or {}", what, other.words),
               where(i, column), other.remedies);
}

std::optional<Error> NpyRows::read_weight(std::size_t i, double& weight) const {
  convert(numbers_.header().type, element(i, *binding_.weight), 1, &weight);
  if (weight >= 0 && std::isfinite(weight)) return std::nullopt;
  return Error(ErrorCode::bad_data, fmt::format("weight {}: a weight must be a finite number, 0 or more", weight),
               where(i, *binding_.weight));
}

std::optional<Error> NpyRows::read_label(std::size_t i, std::uint32_t& code) {
  const std::size_t column = *binding_.target;
  const bool apart = column == numbers_.header().columns;
  const NpyType& type = apart ? label_array_->header().type : numbers_.header().type;
  const auto place = [&] { return apart ? label_array_->where(i) : where(i, column); };
  const std::optional<std::string> label = label_text(type, apart ? label_array_->row_bytes(i) : element(i, column));
  if (!label) {
    return Error(ErrorCode::bad_data,
                 is_number(type) ? "the label is not an integer: labels are integers or text; choose another target"
                                 : "the label is not Unicode text: correct it or remove the row",
                 place());
  }
  const Advice problem = label_problem(*label, columns_[column]);
  if (!problem.words.empty()) return Error(ErrorCode::bad_data, problem.words, place(), problem.remedies);
  try {
    code = labels_.code(*label, columns_[column]);
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), place(), error.remedies());
  }
  return std::nullopt;
}

const char* NpyRows::element(std::size_t i, std::size_t column) const {
  return numbers_.row_bytes(i) + column * numbers_.header().type.size;
}

std::string NpyRows::where(std::size_t i, std::size_t column) const {
  return fmt::format("{}, column {}", numbers_.where(i), column + 1);
}

bool NpyRows::is_float() const {
  const NpyType& type = numbers_.header().type;
  return type.kind == NpyType::Kind::real && type.size == sizeof(float);
}

}  // namespace suffice
