#include "data/formats/csv/csv_conversion.hpp"

#include <algorithm>
#include <bit>
#include <optional>

#include "data/bytes/number.hpp"
#include "data/bytes/plain_numbers.hpp"
#include "data/formats/csv/csv_reader.hpp"
#include "data/formats/row_block.hpp"
#include "data/schema/roles/date_formats.hpp"
#include "data/schema/roles/written_numbers.hpp"

namespace suffice {
namespace {

struct Cell {
  const char* begin;  // without quotes
  const char* end;
  bool quoted;

  [[nodiscard]] std::string_view text() const { return {begin, end}; }
};

inline Cell cell_of(const CsvCells& cells, const CsvScan::Record& record, std::size_t column) {
  const CsvGrammar& grammar = cells.grammar;
  const char* begin = column == 0 ? record.begin : cells.base + record.ends[column - 1] + 1;
  const char* const end = cells.base + record.ends[column];
  if (grammar.has_runs()) {
    while (begin != end && grammar.is_delimiter(*begin)) ++begin;
  }
  if (begin != end && grammar.quote != 0 && *begin == grammar.quote) return {begin + 1, end - 1, true};
  return {begin, end, false};
}

void set_cells(const CsvCells& cells, const CsvScan::Record& record, std::span<const std::size_t> columns,
               PlainCells& plain) {
  const CsvCells held = cells;  // which nothing that is written can change
  const CsvScan::Record of = record;
  for (std::size_t k = 0; k < columns.size(); ++k) {
    const Cell cell = cell_of(held, of, columns[k]);
    plain.set(k, cell.begin, cell.end);
  }
}

/// The cell's text, its doubled quotes as single ones; those are copied to `room`.
std::string_view content(const Cell& cell, char quote, std::string& room) {
  if (!cell.quoted || cell.text().find(quote) == std::string_view::npos) return cell.text();
  room.resize(cell.text().size());
  const char* const end = copy_undoubled(cell.text(), quote, room.data());
  return {room.data(), end};
}

/// The same without the blanks around a plain cell.
std::string_view value(const Cell& cell, char quote, std::string& room) {
  return cell.quoted ? content(cell, quote, room) : unquoted(trim_blanks(cell.text()), quote);
}

bool is_date(const Binding& binding, std::size_t j) {
  return !binding.number_dates.empty() && binding.number_dates[j].part != DatePart::none;
}

/// Whether numbers have a unit or marks between thousands.
bool is_written(const Binding& binding, std::size_t j) {
  return !binding.number_units.empty() && binding.number_units[j].has_value();
}

}  // namespace

std::string_view plain_cell(const CsvCells& cells, const CsvScan::Record& record, std::size_t column) {
  return cell_of(cells, record, column).text();
}

std::string_view unquoted(std::string_view cell, char quote) {
  const bool is_quoted = quote != 0 && cell.size() > 1 && cell.front() == quote && cell.back() == quote;
  return is_quoted ? cell.substr(1, cell.size() - 2) : cell;
}

Number date_number(std::string_view cell, const DateCell& date, const MissingMarkers& missing) {
  if (missing.contains(cell)) return {0, NumberKind::missing};
  const std::optional<DateValue> value = read_date(date.format, cell);
  return value ? Number{value->seconds, NumberKind::finite} : Number{0, NumberKind::not_a_number};
}

void put_text(std::string& to, std::string_view text) {
  if (to.capacity() > 2 * text.size() + 256) {
    std::string(text).swap(to);  // an assignment of a short text would keep the memory
  } else {
    to.assign(text);
  }
}

void NewNames::clear() {
  if (!names.empty()) table_.clear();
  names.clear();
  rows.clear();
  codes.clear();
}

const std::uint32_t* NewNames::find(std::string_view name) {
  const std::optional<std::uint32_t> known = names.empty() ? std::nullopt : table_.find(names, name);
  if (!known) return nullptr;
  found_ = *known;
  return &found_;
}

std::uint32_t NewNames::code(std::string_view name, std::size_t row) {
  rows.push_back(row);
  return table_.add(names, name);
}

void CsvConversion::convert(const CsvCells& cells, std::span<const CsvScan::Record> records, std::size_t first_row,
                            const CsvTarget& target) {
  const Binding& binding = cells.binding;
  first_row_ = first_row;
  problems.clear();
  incomplete_rows = 0;
  labels.clear();
  label_count_ = cells.labels.names().size();
  categories.resize(binding.categories.size());
  category_counts_.clear();
  for (std::size_t j = 0; j < categories.size(); ++j) {
    categories[j].clear();
    category_counts_.push_back(cells.categories.names()[j].size());
  }
  not_plain_.assign(binding.numbers.size() / PlainCells::most + 1, 0);
  for (std::size_t j = 0; j < binding.numbers.size(); ++j) {
    const bool is_plain = !cells.style.missing.has_numbers() && !is_date(binding, j) && !is_written(binding, j);
    not_plain_[j / PlainCells::most] |= std::uint64_t{!is_plain} << j % PlainCells::most;
  }
  const std::size_t texts = binding.documents.size();
  documents_size_ = 0;
  if (texts > 0 && cells.grammar.quote != 0 && !records.empty()) {
    const std::size_t bytes =
        static_cast<std::size_t>(records.back().begin - records.front().begin) + records.back().bytes;
    if (documents_capacity_ < bytes) {
      documents_capacity_ = bytes + bytes / 4;
      documents_ = std::make_unique_for_overwrite<char[]>(documents_capacity_);
    }
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    const CsvScan::Record& record = records[i];
    const std::size_t row = first_row + i;
    if (cells.options.keep_cells) {
      const char quote = cells.grammar.quote;
      std::string* const kept = target.block.cells.data() + row * cells.columns;
      for (std::size_t k = 0; k < cells.columns; ++k) {
        put_text(kept[k],
                 k < record.cells ? content(cell_of(cells, record, k), quote, undoubled_) : std::string_view());
      }
    }
    is_incomplete_ = false;
    if (!read_row(cells, record, row, target.block)) {
      problems.push_back(row);
      continue;
    }
    incomplete_rows += is_incomplete_ ? 1U : 0U;
    if (texts > 0) read_documents(cells, record, target.documents.data() + row * texts);
  }
}

bool CsvConversion::read_row(const CsvCells& cells, const CsvScan::Record& record, std::size_t row, RowBlock& block) {
  const Binding& binding = cells.binding;
  if (record.cells != cells.columns) return false;
  const auto label = [&] { return value(cell_of(cells, record, *binding.target), cells.grammar.quote, undoubled_); };
  // A row without a label is skipped before anything else of it is read.
  std::optional<std::uint32_t> known;
  if (binding.target) {
    const std::string_view text = label();
    known = cells.labels.find(text);
    if (!known && skips_unlabelled(cells.options) && labels.find(text) == nullptr &&
        cells.style.missing.contains(text)) {
      return false;
    }
  }
  for (const std::size_t column : cells.empty) {
    const Cell cell = cell_of(cells, record, column);
    if (cell.begin != cell.end && !cells.style.missing.contains(cell.text())) return false;
  }
  if (!read_numbers(cells, record, block.values.data() + row * binding.numbers.size())) return false;
  if (!binding.categories.empty() &&
      !read_categories(cells, record, row, block.categories.data() + row * binding.categories.size())) {
    return false;
  }
  if (binding.weight) {
    const Number number =
        parse_number(content(cell_of(cells, record, *binding.weight), cells.grammar.quote, undoubled_), cells.style);
    block.weights[row] = number.value;
    if (number.kind != NumberKind::finite || number.value < 0) return false;
  }
  if (known) block.codes[row] = *known;
  return !binding.target || known || read_label(cells, label(), row, block.codes[row]);
}

bool CsvConversion::read_numbers(const CsvCells& cells, const CsvScan::Record& record, double* numbers) {
  const std::span<const std::size_t> columns = cells.binding.numbers;
  for (std::size_t first = 0; first < columns.size(); first += PlainCells::most) {
    const std::size_t count = std::min(columns.size() - first, PlainCells::most);
    set_cells(cells, record, columns.subspan(first, count), plain_);
    std::uint64_t others = plain_numbers(plain_, count, cells.style.decimal, numbers + first);
    for (others |= not_plain_[first / PlainCells::most]; others != 0; others &= others - 1) {
      const std::size_t j = first + static_cast<std::size_t>(std::countr_zero(others));
      if (!read_other_number(cells, record, j, numbers[j])) return false;
    }
  }
  if (!cells.options.not_negative) return true;
  const std::span<const std::uint8_t> is_amount = cells.binding.is_amount;
  for (std::size_t j = 0; j < columns.size(); ++j) {
    if (is_amount[j] != 0 && numbers[j] < 0) return false;
  }
  return true;
}

/// Of a cell that is no plain number.
bool CsvConversion::read_other_number(const CsvCells& cells, const CsvScan::Record& record, std::size_t j,
                                      double& number) {
  const Binding& binding = cells.binding;
  const std::string_view text = cell_of(cells, record, binding.numbers[j]).text();
  const Number other = is_date(binding, j)      ? date_number(text, binding.number_dates[j], cells.style.missing)
                       : is_written(binding, j) ? written_number(text, *binding.number_units[j], cells.style)
                                                : parse_number(text, cells.style);
  number = other.kind == NumberKind::finite ? other.value : missing_value<double>();
  if (other.kind != NumberKind::finite && (other.kind != NumberKind::missing || !cells.options.allow_missing)) {
    return false;
  }
  if (!cells.watched.empty() && cells.watched[j] != 0 && has_leading_zero(trim_blanks(text))) return false;
  is_incomplete_ = is_incomplete_ || other.kind == NumberKind::missing;
  return true;
}

bool CsvConversion::read_categories(const CsvCells& cells, const CsvScan::Record& record, std::size_t row,
                                    std::uint32_t* codes) {
  const bool has_dates = !cells.binding.category_dates.empty();
  for (std::size_t j = 0; j < categories.size(); ++j) {
    std::string_view name = value(cell_of(cells, record, cells.binding.categories[j]), cells.grammar.quote, undoubled_);
    if (has_dates && cells.binding.category_dates[j].part != DatePart::none) {
      const bool is_missing = cells.style.missing.contains(name);
      const std::optional<std::string_view> part = date_name(cells.binding.category_dates[j], name);
      if (!part && !is_missing) return false;
      if (is_missing) {
        codes[j] = missing_category;
        is_incomplete_ = true;
        continue;
      }
      name = *part;
    }
    if (const std::optional<std::uint32_t> known = cells.categories.find(j, name)) {
      codes[j] = *known;
    } else if (const std::uint32_t* const found = categories[j].find(name)) {
      codes[j] = static_cast<std::uint32_t>(category_counts_[j]) + *found;
    } else if (cells.no_values.contains(name)) {
      codes[j] = missing_category;
      is_incomplete_ = true;
    } else if (category_problem(name).empty()) {
      codes[j] = static_cast<std::uint32_t>(category_counts_[j]) + categories[j].code(name, row);
    } else {
      return false;
    }
  }
  return true;
}

/// Of a label that was not known before the rows that are converted together.
bool CsvConversion::read_label(const CsvCells& cells, std::string_view label, std::size_t row, std::uint32_t& code) {
  if (const std::uint32_t* const found = labels.find(label)) {
    code = static_cast<std::uint32_t>(label_count_) + *found;
  } else if (label_problem(label, {}, cells.style.missing).words.empty()) {
    code = static_cast<std::uint32_t>(label_count_) + labels.code(label, row);
  } else {
    return false;
  }
  return true;
}

void CsvConversion::read_documents(const CsvCells& cells, const CsvScan::Record& record, std::string_view* documents) {
  for (const std::size_t column : cells.binding.documents) {
    const Cell cell = cell_of(cells, record, column);
    *documents = cell.text();
    if (cell.quoted && cell.text().find(cells.grammar.quote) != std::string_view::npos) {
      char* const copy = documents_.get() + documents_size_;
      *documents = {copy, static_cast<std::size_t>(copy_undoubled(cell.text(), cells.grammar.quote, copy) - copy)};
      documents_size_ += documents->size();
    }
    ++documents;
  }
}

void CsvConversion::settle(const CsvCells& cells, std::size_t last_row, RowBlock& block) const {
  const auto change = [](std::uint32_t& code, std::size_t count, const NewNames& names) {
    if (code >= count && code - count < names.codes.size()) code = names.codes[code - count];
  };
  if (!labels.names.empty()) {
    for (std::size_t row = first_row_; row < last_row; ++row) change(block.codes[row], label_count_, labels);
  }
  const std::size_t columns = cells.binding.categories.size();
  for (std::size_t j = 0; j < columns; ++j) {
    if (categories[j].names.empty()) continue;
    for (std::size_t row = first_row_; row < last_row; ++row) {
      change(block.categories[row * columns + j], category_counts_[j], categories[j]);
    }
  }
}

}  // namespace suffice
