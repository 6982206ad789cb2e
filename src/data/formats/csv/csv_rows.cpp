// Rows from records: width, numbers, weight and label checked, a bad row marked or an Error.
#include "data/formats/csv/csv_rows.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/number.hpp"
#include "data/bytes/utf8.hpp"
#include "data/formats/csv/csv_dialect.hpp"
#include "data/schema/dialect/description_lines.hpp"
#include "data/schema/dialect/dialect_cells.hpp"
#include "data/schema/names.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "data/schema/roles/written_numbers.hpp"
#include "suffice/roles.hpp"

namespace suffice {
namespace {

/// Of a file with bytes that are not UTF-8: single bytes of Western Europe are the other encoding that people have.
Remedy other_encoding() { return {"encoding", {"latin-1"}}; }

constexpr std::size_t most_column_name_bytes = std::size_t{1} << 20;

/// Names that are equal to expected ones but for how their accents are composed are written as those are.
void spell_as_expected(std::span<const std::string> expected, std::vector<std::string>& names) {
  std::unordered_map<std::string, const std::string*> by_composed;
  for (const std::string& name : expected) by_composed.emplace(composed(name), &name);
  for (std::string& name : names) {
    const auto found = by_composed.find(composed(name));
    if (found != by_composed.end()) name = *found->second;
  }
}

}  // namespace

CsvRows::CsvRows(Input input, const Dialect& dialect, std::size_t skipped_lines, const ReadOptions& options,
                 const CsvRowsOptions& limits)
    : options_(options),
      dialect_(dialect),
      grammar_{dialect.delimiter, dialect.quote},
      style_{dialect.decimal, MissingMarkers(dialect.missing)},
      no_values_(dialect.missing_as_value ? MissingMarkers(std::vector<std::string>()) : style_.missing),
      limits_(limits),
      csv_(std::move(input), {.grammar = grammar_,
                              .skipped_lines = skipped_lines,
                              .chunk_bytes = limits.chunk_bytes,
                              .record_bytes = options.limits.row_bytes}) {
  read_header();
}

void CsvRows::read_header() {
  const auto step = dialect_.header ? csv_.next(true) : csv_.peek(true);
  if (step != CsvReader::Step::record) {
    throw Error(ErrorCode::bad_data,
                dialect_.header ? "is empty: the first line must name the columns, the others are rows"
                                : "is empty: each line must be a row",
                csv_.input().name());
  }
  if (dialect_.header && csv_.cells().size() > 1) header_ = csv_.bytes();
  std::vector<std::string> names;
  if (limits_.first_is_unnamed) names.emplace_back("row.names");
  for (const std::string_view cell : csv_.cells())
    names.emplace_back(dialect_.header ? unquoted(trim_blanks(cell), dialect_.quote) : "");
  if (limits_.header_is_comment) names.front().erase(0, names.front().find_first_not_of("#% \t"));
  if (limits_.last_is_unnamed) names.emplace_back();
  has_longer_header_ =
      dialect_.header && limits_.width > 1 && names.size() == limits_.width + 1 && names.back().empty();
  if (has_longer_header_) names.pop_back();
  spell_as_expected(options_.expected, names);
  std::unordered_map<std::string, std::size_t> taken;  // each with the last number that was put behind it
  columns_.reserve(names.size());
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::size_t cell = std::min(i, csv_.cells().size() - 1);
    const bool unnamed = names[i].empty();
    columns_.push_back(unnamed ? std::to_string(i + 1) : std::move(names[i]));
    if (!is_utf8(columns_.back())) {
      throw Error(ErrorCode::bad_data, fmt::format("the name of column {} is not UTF-8: {}", i + 1, how_to_convert),
                  csv_.where(cell), {other_encoding()});
    }
    if (columns_.back().size() > most_column_name_bytes) {
      throw Error(ErrorCode::bad_data,
                  fmt::format("the name of column {} has {} bytes ({} is the most): is the first line a header?", i + 1,
                              columns_.back().size(), most_column_name_bytes),
                  csv_.where(cell), {{"no-header"}});
    }
    if (taken.emplace(columns_.back(), 1).second) continue;
    const std::string name = columns_.back();
    std::size_t& count = taken[name];
    do {
      columns_.back() = fmt::format("{}.{}", name, ++count);
    } while (taken.contains(columns_.back()));
    taken.emplace(columns_.back(), 1);
    renamed_.push_back(columns_.back());
  }
  for (std::size_t k = 0; k < limits_.description_lines; ++k) csv_.next(true);
}

void CsvRows::set_missing_markers(const std::vector<std::string>& markers) {
  dialect_.missing = markers;
  style_.missing = MissingMarkers(markers);
  if (!dialect_.missing_as_value) no_values_ = style_.missing;
}

void CsvRows::bind(const Schema& schema) {
  std::map<std::string_view, std::size_t> position;
  for (std::size_t i = 0; i < columns_.size(); ++i) position.emplace(columns_[i], i);
  const auto find = [&](const std::string& name) -> std::optional<std::size_t> {
    const auto found = position.find(name);
    return found == position.end() ? std::nullopt : std::optional(found->second);
  };
  Binding binding = bind_columns(schema, options_.labels, columns_, find, csv_.input().name());
  empty_.clear();
  counting_.clear();
  for (const DroppedColumn& column : schema.dropped) {
    const std::optional<std::size_t> place = find(column.column);
    const bool counts = options_.sample && column.reason == "identifies rows: counts the rows";
    if (counts && place) counting_.emplace_back(*place, CsvCounting());
    const bool is_watched = options_.watch_empty && !options_.keep_bad_rows && !options_.skip_bad_rows;
    if (is_watched && place && column.reason == dropped_without_values) empty_.push_back(*place);
  }
  watched_.clear();
  const bool are_marked = options_.keep_bad_rows && !options_.skip_bad_rows;
  const std::unordered_set<std::string_view> watched_names(watched_names_.begin(), watched_names_.end());
  for (std::size_t j = 0; !watched_names.empty() && !are_marked && j < binding.numbers.size(); ++j) {
    watched_.push_back(watched_names.contains(columns_[binding.numbers[j]]) ? 1 : 0);
  }
  categories_ = CategoryCodes(binding.categories.size(), no_values_);
  std::map<std::string_view, std::vector<std::string>> known;
  for (const auto& [column, values] : options_.known_values) {
    known[column].insert(known[column].end(), values.begin(), values.end());
  }
  for (std::size_t j = 0; j < binding.categories.size(); ++j) {
    const bool is_date = !binding.category_dates.empty() && binding.category_dates[j].part != DatePart::none;
    const auto values = known.find(columns_[binding.categories[j]]);
    if (values != known.end() && !is_date) categories_.set_known(j, values->second);
  }
  binding_ = std::move(binding);
}

std::vector<std::string> CsvRows::late_doubts() const {
  constexpr std::uint64_t least_rows = 10;
  std::vector<std::string> doubts;
  if (!footer_.empty()) {
    doubts.push_back(footer_.size() == 1
                         ? fmt::format("the last line, {}, is no row and was skipped", quoted(footer_.front()))
                         : fmt::format("the last {} lines, {} first, are no rows and were skipped", footer_.size(),
                                       quoted(footer_.front())));
  }
  if (const std::string cell = sums_cell(); !cell.empty()) doubts.push_back(doubt_about_sums(cell));
  for (const auto& [column, counting] : counting_) {
    // Where tables were joined, a few rows begin anew.
    if (counting.off() < least_rows || 100 * counting.off() < counting.on()) continue;
    doubts.push_back(fmt::format("{} counts the first rows and is dropped, but {} rows further down do not count on",
                                 quoted(columns_[column]), counting.off()));
  }
  for (std::size_t j = 0; j < binding_.categories.size(); ++j) {
    std::string list;
    for (const auto& [written, taken_for] : categories_.strangers(j).respelled) {
      list += fmt::format("{}{} for {}", list.empty() ? "" : ", ", quoted(written), quoted(taken_for));
    }
    if (list.empty()) continue;
    doubts.push_back(fmt::format("values of {} are taken for those of the model that are written otherwise: {}",
                                 quoted(columns_[binding_.categories[j]]), list));
  }
  return doubts;
}

std::string doubt_about_sums(std::string_view cell) {
  return fmt::format("the last row has {}, and seems to hold sums of the others; remove it", quoted(cell));
}

void CsvRows::keep_last_row(std::string_view bytes) {
  constexpr std::size_t most_bytes = 1 << 12;  // a row of sums is short
  if (limits_.watch_sums) last_row_ = bytes.size() <= most_bytes ? bytes : std::string_view();
}

/// The cell of the last row that says that the row holds sums of the others, and is no value of its column that is
/// known; empty where none does.
std::string CsvRows::sums_cell() const {
  if (last_row_.empty()) return {};
  CsvReader reader(from_memory(last_row_, ""), {.grammar = grammar_});
  if (reader.next(true) != CsvReader::Step::record) return {};
  for (std::size_t column = 0; column < reader.cells().size(); ++column) {
    const std::string_view cell = trim_blanks(reader.cells()[column]);
    const auto is_known = [&](const ColumnValues& values) {
      return column < columns_.size() && values.column == columns_[column] &&
             std::ranges::find(values.values, cell) != values.values.end();
    };
    if (names_sums(cell) && std::ranges::none_of(options_.known_values, is_known)) return std::string(cell);
  }
  return {};
}

std::vector<ColumnValues> CsvRows::unknown_values() const {
  std::vector<ColumnValues> found;
  for (std::size_t j = 0; j < binding_.categories.size(); ++j) {
    const std::vector<std::string>& unknown = categories_.strangers(j).unknown;
    if (!unknown.empty()) found.push_back({columns_[binding_.categories[j]], unknown});
  }
  return found;
}

bool CsvRows::next(RowBlock& block) {
  block.values32.clear();
  if (binding_.numbers.empty()) block.values.clear();
  if (binding_.categories.empty()) block.categories.clear();
  categories_.start_block();
  documents_.clear();
  const std::size_t cells = options_.keep_cells ? columns_.size() : 0;
  for (fill_chunk(true); !chunk_.records().empty(); fill_chunk(true)) {
    if (next_block(block, binding_, cells, failure_, [&] { add_chunk(block); })) return true;
  }
  const bool some = next_block(block, binding_, cells, failure_, [&] { add_rows(block); });
  documents_.view(block.documents, binding_.documents.size());
  return some;
}

/// Documents alone are short rows; rows to be learned from are worth sharing among threads only if there are many.
std::size_t CsvRows::most_rows() const {
  constexpr std::size_t most_shared_rows = std::size_t{1} << 14;
  const std::size_t row_bytes =
      sizeof(double) * (binding_.forms.size() + 2) + (options_.keep_cells ? sizeof(std::string) * columns_.size() : 0);
  const bool is_text = binding_.numbers.empty() && binding_.categories.empty() && !binding_.documents.empty();
  if (is_text) return block_rows(row_bytes, most_short_rows);
  return options_.labels && options_.threads != 1 ? block_rows(row_bytes, most_shared_rows) : block_rows(row_bytes);
}

/// What cells hold beside numbers counts towards the size of a block. The documents of a bad row are empty.
void CsvRows::add_rows(RowBlock& block) {
  const std::size_t most = most_rows();
  const std::size_t numbers = binding_.numbers.size();
  const std::size_t categories = binding_.categories.size();
  const bool counted = options_.keep_cells || categories > 0;
  std::size_t cell_bytes = 0;
  while (block.rows < most && cell_bytes < most_block_bytes && documents_.size() < text_block_bytes) {
    if (csv_.next(block.rows == 0) != CsvReader::Step::record) return;
    if (is_repeated_header()) {
      ++repeated_headers_;
      continue;
    }
    const bool is_wide = csv_.cells().size() == columns_.size();
    if (is_wide ? is_below_table(csv_.bytes(), grammar_) : is_no_row(csv_.bytes())) continue;
    if (is_unlabelled()) {
      ++unlabelled_rows_;
      continue;
    }
    if (options_.keep_cells) keep_cells(block);
    if (counted) cell_bytes += csv_.record_bytes();
    RowEnd end;
    if (!is_wide) {
      end.problem = bad_width();
      if (!end.problem) return;  // what is left are lines below the table
    }
    double* const values = room_for_rows(block, block.values, 1, numbers);
    std::uint32_t* const codes = room_for_rows(block, block.categories, 1, categories);
    if (is_wide) end = read_row(values, codes);
    for (auto& [column, counting] : counting_) {
      if (!end.problem) counting.add(value(column), style_);
    }
    const bool is_incomplete =
        std::any_of(values, values + numbers, [](double number) { return std::isnan(number); }) ||
        std::find(codes, codes + categories, missing_category) != codes + categories;
    incomplete_rows_ += is_incomplete && !end.problem ? 1U : 0U;
    if (is_wide) keep_last_row(csv_.bytes());
    if (end.problem) std::fill_n(codes, categories, missing_category);
    add_row(block, values, end, binding_, options_.keep_bad_rows && !is_late_code_);
    for (const std::size_t column : binding_.documents) {
      documents_.add(end.problem ? std::string_view() : csv_.cells()[column]);
    }
  }
}

/// Whether the record has a cell for the label, and nothing in it.
bool CsvRows::is_unlabelled() const {
  return binding_.target && skips_unlabelled(options_) && csv_.cells().size() == columns_.size() &&
         style_.missing.contains(value(*binding_.target));
}

/// Reads the record's numbers, categories, weight and label, or says what is wrong with it. A label is learned from
/// good rows only.
RowEnd CsvRows::read_row(double* numbers, std::uint32_t* categories) {
  RowEnd end;
  if (!empty_.empty()) end.problem = read_empty();
  if (!end.problem && !binding_.numbers.empty()) end.problem = read_numbers(numbers);
  if (!end.problem && !binding_.categories.empty()) end.problem = read_categories(categories);
  if (!end.problem && binding_.weight) end.problem = read_weight(*binding_.weight, end.weight);
  if (!end.problem && binding_.target) end.problem = read_label(*binding_.target, end.code);
  return end;
}

/// The cell of the column of numbers of that place, as the column is written.
Number CsvRows::number_at(std::size_t place) const {
  const std::size_t column = binding_.numbers[place];
  if (!binding_.number_dates.empty() && binding_.number_dates[place].part != DatePart::none) {
    return date_number(csv_.cells()[column], binding_.number_dates[place], style_.missing);
  }
  const bool is_written = !binding_.number_units.empty() && binding_.number_units[place].has_value();
  return is_written ? written_number(value(column), *binding_.number_units[place], style_)
                    : parse_number(value(column), style_);
}

void CsvRows::keep_odd_row(std::size_t column) {
  constexpr std::size_t most = 100;
  if (odd_rows_.size() == most || !options_.labels) return;
  OddRow row{.cells = {}, .column = column};
  for (const std::string_view cell : csv_.cells()) row.cells.emplace_back(trim_blanks(cell));
  if (odd_rows_.empty() || odd_rows_.back().cells != row.cells) odd_rows_.push_back(std::move(row));
}

/// Reading ends with an Error.
std::optional<Error> CsvRows::read_empty() {
  for (const std::size_t column : empty_) {
    if (style_.missing.contains(value(column))) continue;
    Error error(ErrorCode::bad_data,
                fmt::format("{} in column {}, which has no value in the first rows; say what it is, or fit without it",
                            quoted(value(column)), quoted(columns_[column])),
                csv_.where(column), {{"column", {columns_[column] + "=categorical"}}, {"drop", {columns_[column]}}});
    any_ahead([&](std::span<const std::string_view> cells) {
      if (cells.size() == columns_.size() && !style_.missing.contains(value(column))) keep_odd_row(column);
      return false;
    });
    return error;
  }
  return std::nullopt;
}

std::optional<Error> CsvRows::read_numbers(double* numbers) {
  for (std::size_t j = 0; j < binding_.numbers.size(); ++j) {
    const std::size_t column = binding_.numbers[j];
    const bool is_date = !binding_.number_dates.empty() && binding_.number_dates[j].part != DatePart::none;
    const bool is_written = !binding_.number_units.empty() && binding_.number_units[j].has_value();
    const Number number = number_at(j);
    const bool is_finite = number.kind == NumberKind::finite;
    if (is_finite && !watched_.empty() && watched_[j] != 0 && has_leading_zero(trim_blanks(value(column)))) {
      keep_odd_row(column);
      is_late_code_ = true;
      return late_code(column);
    }
    numbers[j] = is_finite ? number.value : missing_value<double>();
    if (is_finite && (number.value >= 0 || !options_.not_negative || binding_.is_amount[j] == 0)) continue;
    if (number.kind == NumberKind::missing && options_.allow_missing) continue;
    if (number.kind == NumberKind::not_a_number || number.kind == NumberKind::not_finite) keep_odd_row(column);
    if (is_date && number.kind == NumberKind::not_a_number) return bad_date(column, binding_.number_dates[j]);
    if (is_written && number.kind == NumberKind::not_a_number) return bad_written(column, *binding_.number_units[j]);
    return bad_number(column, number.kind);
  }
  return std::nullopt;
}

std::optional<Error> CsvRows::read_categories(std::uint32_t* codes) {
  for (std::size_t j = 0; j < binding_.categories.size(); ++j) {
    const std::size_t column = binding_.categories[j];
    std::string_view name = value(column);
    if (!binding_.category_dates.empty() && binding_.category_dates[j].part != DatePart::none) {
      codes[j] = missing_category;
      if (style_.missing.contains(name)) continue;
      const std::optional<std::string_view> part = date_name(binding_.category_dates[j], name);
      if (!part) return bad_date(column, binding_.category_dates[j]);
      name = *part;
    }
    if (const std::optional<std::uint32_t> known = categories_.find(j, name)) {
      codes[j] = *known;
      continue;
    }
    const std::string problem = categories_.add(j, name, codes[j]);
    if (problem.empty()) continue;
    std::vector<Remedy> remedies;
    if (!is_utf8(name)) remedies = {other_encoding()};
    return Error(ErrorCode::bad_data, fmt::format("column {}: {}", quoted(columns_[column]), problem),
                 csv_.where(column), std::move(remedies));
  }
  return std::nullopt;
}

std::optional<Error> CsvRows::read_weight(std::size_t column, double& weight) const {
  const std::string_view cell = csv_.cells()[column];
  const Number number = parse_number(cell, style_);
  weight = number.value;
  if (number.kind == NumberKind::finite && number.value >= 0) return std::nullopt;
  return Error(ErrorCode::bad_data,
               fmt::format("weight {} in column {}: a weight must be a finite number, 0 or more", quoted(cell),
                           quoted(columns_[column])),
               csv_.where(column));
}

std::optional<Error> CsvRows::read_label(std::size_t column, std::uint32_t& code) {
  const std::string_view label = value(column);
  if (const std::optional<std::uint32_t> known = labels_.find(label)) {
    code = *known;
    return std::nullopt;
  }
  Advice problem = label_problem(label, columns_[column], style_.missing);
  if (!problem.words.empty()) {
    if (!is_utf8(label)) problem.remedies.push_back(other_encoding());
    return Error(ErrorCode::bad_data, problem.words, csv_.where(column), problem.remedies);
  }
  try {
    code = labels_.code(label, columns_[column]);
  } catch (const Error& error) {
    throw Error(error.code(), error.message(), csv_.where(column), error.remedies());
  }
  return std::nullopt;
}

/// The name that a cell holds: without the blanks around it, unless they are quoted.
std::string_view CsvRows::value(std::size_t column) const {
  const std::string_view cell = csv_.cells()[column];
  return csv_.is_quoted(column) ? cell : unquoted(trim_blanks(cell), dialect_.quote);
}

void CsvRows::keep_cells(RowBlock& block) const {
  const auto cells = csv_.cells();
  const std::size_t first = block.rows * columns_.size();
  if (block.cells.size() < first + columns_.size()) block.cells.resize(first + columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    put_text(block.cells[first + i], i < cells.size() ? cells[i] : std::string_view());
  }
}

bool CsvRows::would_wait() {
  if (failure_ || !chunk_.records().empty()) return false;
  try {
    return csv_.peek(false) == CsvReader::Step::waiting;
  } catch (const Error&) {
    return false;  // next() gives it
  }
}

}  // namespace suffice
