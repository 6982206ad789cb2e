// Rows from lines: label and index:value pairs checked, what is not named 0, a bad row marked or an Error.
#include "data/formats/svmlight_rows.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/number.hpp"
#include "data/bytes/spool.hpp"
#include "data/schema/binding.hpp"
#include "data/schema/names.hpp"

namespace suffice {
namespace {

constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

/// +1 is the number 1.
std::string_view without_plus(std::string_view label) {
  const bool is_signed = label.size() > 1 && label[0] == '+' && label[1] != '-' && label[1] != '+';
  return is_signed && parse_number(label).kind == NumberKind::finite ? label.substr(1) : label;
}

/// The features of a line that is one of svmlight; none where it is another.
std::optional<std::size_t> count_features(std::string_view line) {
  line = line.substr(0, line.find('#'));
  if (parse_number(take_word(line)).kind != NumberKind::finite) return std::nullopt;
  std::size_t count = 0;
  double last = 0;
  for (std::string_view word = take_word(line); !word.empty(); word = take_word(line)) {
    const std::size_t colon = std::min(word.find(':'), word.size());
    const std::string_view index = word.substr(0, colon);
    const std::string_view value = word.substr(std::min(colon + 1, word.size()));
    const bool is_index =
        !index.empty() && index[0] != '0' && index.find_first_not_of("0123456789") == std::string::npos;
    const bool is_time = value.size() == 2 && value[0] == '0';
    if (!is_index || is_time || parse_number(value).kind != NumberKind::finite) return std::nullopt;
    if (parse_number(index).value <= last) return std::nullopt;
    last = parse_number(index).value;
    ++count;
  }
  return count;
}

}  // namespace

bool starts_like_svmlight(Input& input) {
  constexpr std::size_t first_bytes = std::size_t{1} << 14;
  const std::string_view bytes = input.peek_some(first_bytes);
  std::size_t most = 0;
  for (std::size_t begin = 0, end = 0; (end = bytes.find('\n', begin)) != std::string_view::npos; begin = end + 1) {
    const std::string_view line = bytes.substr(begin, end - begin);
    if (line.empty() || line.starts_with('#')) continue;
    const std::optional<std::size_t> features = count_features(line);
    if (!features) return false;
    most = std::max(most, *features);
  }
  return most >= 2;
}

SvmlightRows::SvmlightRows(Input input, std::function<Input()> reopen, const ReadOptions& options,
                           const SvmlightOptions& limits)
    : options_(options), limits_(limits), reopen_(std::move(reopen)) {
  lines_.emplace(std::move(input),
                 LineOptions{.chunk_bytes = limits.chunk_bytes, .line_bytes = options.limits.row_bytes});
}

const std::vector<std::string>& SvmlightRows::columns() {
  if (columns_.empty()) {
    number_columns(look_ahead(
        [&](const SvmlightIndices& found) { check_columns(found, limits_.most_columns, lines_->input().name()); }));
  }
  return columns_;
}

const StoredNumbers& SvmlightRows::stored_numbers() {
  (void)columns();
  return numbers_;
}

Schema SvmlightRows::fit_columns(const Schema& schema) {
  const Block* const open = open_block(schema);
  if (open == nullptr) return schema;
  const std::size_t count = columns_.empty() ? look_ahead([](const SvmlightIndices&) {}) : columns_.size() - 1;
  Schema fitted = schema;
  Block& block = fitted.blocks.front();
  block = widened(*open, count);
  block.features.resize(std::max<std::size_t>(count, 1));
  number_columns(block.features.size());
  return fitted;
}

/// The largest index, found by reading twice. What fails, fails for good.
template <typename Check>
std::size_t SvmlightRows::look_ahead(Check check) {
  if (failure_) throw *failure_;
  try {
    const SvmlightIndices found = read_twice();
    check(found);
    numbers_ = found.numbers;
    return found.largest;
  } catch (const Error& error) {
    failure_ = error;
    throw;
  }
}

/// Reads the input for its indices and goes back to its start.
SvmlightIndices SvmlightRows::read_twice() {
  const LineOptions line_options{.chunk_bytes = limits_.chunk_bytes, .line_bytes = options_.limits.row_bytes};
  std::optional<Spool> spool;
  if (!reopen_) {
    spool.emplace(std::move(lines_->input()));
    lines_.emplace(spool->from_start(), line_options);
  }
  SvmlightIndices found = find_indices(*lines_, limits_.most_columns);
  lines_.emplace(spool ? spool->from_start() : reopen_(), line_options);
  return found;
}

void SvmlightRows::number_columns(std::size_t largest_index) {
  columns_ = numbered_columns(largest_index);
  columns_.emplace(columns_.begin(), label_column);
}

void SvmlightRows::bind(const Schema& schema) {
  if (columns_.empty()) {
    std::size_t largest = 0;
    const auto see = [&](const std::string& name) {
      const std::size_t number = column_number(name).value_or(0);
      if (number <= limits_.most_columns) largest = std::max(largest, number);
    };
    for (const Block& block : schema.blocks) std::ranges::for_each(block.features, see);
    if (options_.labels) see(schema.weight);
    number_columns(largest);
  }
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    if (name == label_column) return 0;
    const std::optional<std::size_t> number = column_number(name);
    return number && *number < columns_.size() ? number : std::nullopt;
  };
  Binding binding = bind_numbers(schema, options_.labels, false, columns_, find, lines_->input().name());
  check_label_column(binding, 0, lines_->input().name());
  if (binding.target && *binding.target != 0) {
    throw Error(ErrorCode::bad_data, fmt::format("the target must be the column '{}' in svmlight input", label_column),
                lines_->input().name());
  }
  place_.assign(columns_.size(), nowhere);
  refuses_negative_.assign(columns_.size(), 0);
  for (std::size_t j = 0; j < binding.numbers.size(); ++j) {
    place_[binding.numbers[j]] = static_cast<std::uint32_t>(j);
    refuses_negative_[binding.numbers[j]] = options_.not_negative ? binding.is_amount[j] : 0;
  }
  in_order_ = std::ranges::is_sorted(binding.numbers);
  const auto holds_counts = [](const Block& block) { return block.kind == Kind::counts; };
  is_sparse_ = options_.sparse || (!schema.blocks.empty() && std::ranges::all_of(schema.blocks, holds_counts));
  binding_ = std::move(binding);
}

bool SvmlightRows::next(RowBlock& block) {
  block.values32.clear();
  block.categories.clear();
  if (is_sparse_) block.values.clear();
  return next_block(block, binding_, 0, failure_, [&] { add_rows(block); });
}

/// Moves to the next line that is more than a comment and blanks, unless the line is one already.
LineReader::Step SvmlightRows::find_row(bool may_wait) {
  while (!has_row_) {
    const LineReader::Step step = lines_->next(may_wait);
    if (step != LineReader::Step::line) return step;
    std::string_view text = without_comment(lines_->line());
    has_row_ = !take_word(text).empty();
  }
  return LineReader::Step::line;
}

bool SvmlightRows::would_wait() {
  if (failure_) return false;
  try {
    return find_row(false) == LineReader::Step::waiting;
  } catch (const Error&) {
    return false;  // next() gives it
  }
}

/// Of sparse rows, what they hold counts; of the others, what they could.
void SvmlightRows::add_rows(RowBlock& block) {
  constexpr std::size_t most_entries = most_block_bytes / (sizeof(double) + sizeof(std::uint32_t));
  const std::size_t features = is_sparse_ ? 0 : binding_.numbers.size();
  const std::size_t most_rows =
      block_rows(sizeof(double) * (features + 2), is_sparse_ ? most_short_rows : std::size_t{4096});
  while (block.rows < most_rows && block.indices.size() < most_entries) {
    if (find_row(block.rows == 0) != LineReader::Step::line) return;
    has_row_ = false;
    if (is_sparse_) {
      add_sparse_row(block);
    } else {
      add_dense_row(block);
    }
  }
}

void SvmlightRows::add_dense_row(RowBlock& block) {
  double* const values = room_for_rows(block, block.values, 1, binding_.numbers.size());
  std::fill(values, values + binding_.numbers.size(), 0.0);
  const RowEnd end = read_row([&](std::uint32_t place, double value) { values[place] = value; });
  add_row(block, values, end, binding_, options_.keep_bad_rows);
}

/// A bad row has no entries.
void SvmlightRows::add_sparse_row(RowBlock& block) {
  if (block.offsets.empty()) block.offsets.push_back(0);
  entries_.clear();
  const RowEnd end = read_row([&](std::uint32_t place, double value) { entries_.emplace_back(place, value); });
  add_row(block, end, binding_, options_.keep_bad_rows);
  const auto by_place = [](const auto& a, const auto& b) { return a.first < b.first; };
  if (!in_order_) std::sort(entries_.begin(), entries_.end(), by_place);
  if (end.problem) entries_.clear();
  for (const auto& [place, value] : entries_) {
    block.indices.push_back(place);
    block.values.push_back(value);
  }
  block.offsets.push_back(block.indices.size());
}

/// Reads a line, giving each feature to put(place, value). A label is learned from good rows only.
template <typename Put>
RowEnd SvmlightRows::read_row(Put put) {
  RowEnd end;
  if (binding_.weight) end.weight = 0;
  std::string_view text = without_comment(lines_->line());
  std::string_view word = take_word(text);
  const std::string_view label = is_pair(word) ? word.substr(0, 0) : without_plus(word);
  if (!is_pair(word)) word = take_word(text);
  std::size_t previous = 0;
  for (; !word.empty() && !end.problem; word = take_word(text)) {
    end.problem = read_feature(word, previous, end.weight, put);
  }
  if (!end.problem && binding_.target) end.problem = read_label(label, end.code);
  return end;
}

std::optional<Error> SvmlightRows::read_label(std::string_view text, std::uint32_t& code) {
  if (text.empty()) return error_at(text, "the row has no label: write it before the first index:value");
  if (text.find(',') != std::string_view::npos) {
    return error_at(text, fmt::format("{} are several labels; a row belongs to one class: keep one of them, or fit one "
                                      "model per label",
                                      quoted(text)));
  }
  const std::string target(label_column);
  const Advice problem = label_problem(text, target);
  if (!problem.words.empty()) {
    return Error(ErrorCode::bad_data, problem.words, lines_->where(text), problem.remedies);
  }
  try {
    code = labels_.code(text, target);
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), lines_->where(text), error.remedies());
  }
  return std::nullopt;
}

/// Reads one index:value; qid:value groups rows for ranking and is skipped.
template <typename Put>
std::optional<Error> SvmlightRows::read_feature(std::string_view token, std::size_t& previous, double& weight,
                                                Put put) {
  const std::size_t colon = token.find(':');
  const std::string_view name = token.substr(0, colon);
  if (name == "qid") return std::nullopt;
  const std::optional<std::size_t> index = column_number(name);
  if (colon == std::string_view::npos || !index) return error_at(token, not_a_pair(token));
  if (*index > limits_.most_columns) {
    return error_at(token, fmt::format("the index {} is larger than {}, the most numbers that a row may have", *index,
                                       limits_.most_columns));
  }
  if (*index <= previous) {
    return error_at(token,
                    fmt::format("the index {} comes after {}: indices must ascend, each named once", *index, previous));
  }
  previous = *index;
  if (*index >= columns_.size() && spells_zero(token.substr(colon + 1))) return std::nullopt;  // as all rows hold there
  if (*index >= columns_.size() && options_.ignore_unknown) {
    ++ignored_numbers_;
    return std::nullopt;
  }
  if (*index >= columns_.size()) {
    return error_at(
        token,
        fmt::format("the index {} is beyond {}, the last one that the model knows: leave it out, or fit again with "
                    "rows that have it",
                    *index, columns_.size() - 1));
  }
  const bool is_weight = binding_.weight == *index;
  if (place_.empty() || (place_[*index] == nowhere && !is_weight)) return std::nullopt;
  const std::string_view text = token.substr(colon + 1);
  Number number = parse_number(text);
  if (number.kind == NumberKind::missing && options_.allow_missing && !is_weight) {
    number = {std::numeric_limits<double>::quiet_NaN(), NumberKind::finite};
  }
  const bool is_refused = refuses_negative_[*index] != 0 && !is_weight && number.value < 0;
  if (number.kind != NumberKind::finite || is_refused) return bad_value(text, *index);
  if (is_weight && number.value < 0) {
    return error_at(text, fmt::format("weight {}: a weight must be a finite number, 0 or more", quoted(text)));
  }
  if (is_weight) weight = number.value;
  if (place_[*index] != nowhere) put(place_[*index], number.value);
  return std::nullopt;
}

std::optional<Error> SvmlightRows::bad_value(std::string_view text, std::size_t index) const {
  const bool scored_only = !options_.labels;
  const auto error = [&](std::string_view what, const Advice& advice) {
    return Error(ErrorCode::bad_data,
                 fmt::format("{} in column {} {}{}", quoted(text), quoted(columns_[index]), what, advice.words),
                 lines_->where(text), advice.remedies);
  };
  const Advice other = bad_value_advice(columns_[index], scored_only);
  switch (parse_number(text).kind) {
    case NumberKind::missing:
      return error("is a missing value, but this model needs complete rows; fill it in, remove the row, or ", other);
    case NumberKind::not_finite:
      return error("is not finite; correct it, remove the row, or ", other);
    case NumberKind::out_of_range:
      return error("is beyond the range of a double; correct it, remove the row, or ", other);
    case NumberKind::finite:
      return error("", negative_advice(columns_[index], scored_only));
    default:
      return error("is not a number; correct it, or ", other);
  }
}

Error SvmlightRows::error_at(std::string_view part, const std::string& message) const {
  return {ErrorCode::bad_data, message, lines_->where(part)};
}

}  // namespace suffice
