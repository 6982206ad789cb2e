// Rows from records that are held together: converted by several threads, joined in the order of the file.
#include <algorithm>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "data/formats/csv/csv_rows.hpp"
#include "data/schema/dialect/description_lines.hpp"
#include "math/system/parallel.hpp"

namespace suffice {

/// Waits for one record, as any reading would, if it may. Long records are read one by one.
void CsvRows::fill_chunk(bool may_wait) {
  constexpr std::size_t records_together = 8;
  if (failure_ || one_by_one_ || !chunk_.records().empty()) return;
  const unsigned threads = thread_count(options_.threads);
  std::size_t bytes = std::min(limits_.thread_bytes * threads, limits_.most_together_bytes);
  if (!binding_.documents.empty()) bytes = std::max(bytes, std::min(text_block_bytes, limits_.most_together_bytes));
  try {
    const bool some = csv_.peek(may_wait) == CsvReader::Step::record;
    if (some && first_row_line_ == 0) first_row_line_ = csv_.line();
    if (!some || csv_.record_bytes() > bytes / records_together) return;
    chunk_.fill(csv_, grammar_, header_, {bytes, limits_.fewest_bytes, threads}, team_);
  } catch (const Error&) {  // reading record by record gives it
  }
}

/// Documents are views of the bytes that are held.
void CsvRows::read_ahead() {
  if (binding_.documents.empty()) fill_chunk(false);
}

CsvCells CsvRows::cells() const {
  return {binding_, options_,    style_,     grammar_, columns_.size(), chunk_.base(),
          labels_,  categories_, no_values_, empty_,   watched_};
}

/// As many records as a block of rows may have.
std::size_t CsvRows::rows_to_convert() const {
  const std::span<const CsvScan::Record> records = chunk_.records();
  const std::size_t most = std::min(records.size(), most_rows());
  const std::size_t most_bytes = binding_.documents.empty() ? most_block_bytes : text_block_bytes;
  std::size_t rows = 0;
  for (std::size_t bytes = 0; rows < most && bytes < most_bytes; ++rows) bytes += records[rows].bytes;
  return rows;
}

void CsvRows::make_room(RowBlock& block, std::size_t rows) {
  room_for_rows(block, block.values, rows, binding_.numbers.size());
  room_for_rows(block, block.categories, rows, binding_.categories.size());
  if (binding_.weight) block.weights.resize(rows);
  if (binding_.target) block.codes.resize(rows);
  if (options_.keep_bad_rows) block.problems.resize(rows);
  if (options_.keep_cells) block.cells.resize(std::max(block.cells.size(), rows * columns_.size()));
  row_documents_.assign(rows * binding_.documents.size(), {});
  if (!binding_.documents.empty()) csv_.keep_bytes();
}

void CsvRows::add_chunk(RowBlock& block) {
  const std::size_t rows = rows_to_convert();
  const unsigned threads = thread_count(options_.threads);
  const std::size_t most_tasks = threads == 1 ? 1 : 2 * std::size_t{threads};
  const std::size_t tasks = std::clamp<std::size_t>(rows / limits_.task_rows, 1, most_tasks);
  if (conversions_.size() < tasks) conversions_.resize(tasks);
  make_room(block, rows);
  const CsvCells shared = cells();
  const CsvTarget target = {block, row_documents_};
  const auto first_row = [&](std::size_t task) { return rows * task / tasks; };
  team_.parallel_for(threads, tasks, [&](std::size_t task, unsigned) {
    const std::size_t first = first_row(task);
    conversions_[task].convert(shared, chunk_.records().subspan(first, first_row(task + 1) - first), first, target);
  });

  std::vector<std::size_t> bad;
  std::vector<std::size_t> unlabelled;  // and lines that are no rows
  std::size_t no_rows = 0;
  std::optional<Error> failure;
  try {
    for (std::size_t task = 0; task < tasks && !one_by_one_; ++task) {
      CsvConversion& conversion = conversions_[task];
      for (const std::size_t row : conversion.problems) {
        take_names(conversion, row, block);
        block.rows = row;
        // The last row, or the first that is an error: which of the two is found by reading on.
        one_by_one_ = !options_.keep_bad_rows && chunk_.records()[row].cells != columns_.size();
        if (one_by_one_) break;
        const CsvScan::Record& record = chunk_.records()[row];
        if (record.cells != columns_.size() && is_no_row({record.begin, record.bytes})) {
          unlabelled.push_back(row);
          ++no_rows;
          continue;
        }
        const std::optional<Error> problem = problem_of(row);
        if (problem && (!options_.keep_bad_rows || is_late_code_)) throw Error(*problem);
        if (problem) block.problems[row] = problem->what();
        (problem ? bad : unlabelled).push_back(row);
      }
      if (!one_by_one_) take_names(conversion, first_row(task + 1), block);
      incomplete_rows_ += conversion.incomplete_rows;
    }
    if (!one_by_one_) block.rows = rows;
  } catch (const Error& error) {
    failure = error;
  }
  for (std::size_t task = 0; task < tasks; ++task) {
    conversions_[task].settle(shared, std::min(first_row(task + 1), block.rows), block);
  }
  blank_rows(block, bad);
  view_documents(block);
  const std::size_t taken = block.rows;
  if (!unlabelled.empty()) {
    block.values.resize(block.rows * binding_.numbers.size());
    block.categories.resize(block.rows * binding_.categories.size());
    block.cells.resize(options_.keep_cells ? block.rows * columns_.size() : 0);
    erase_rows(block, unlabelled);
    unlabelled_rows_ += unlabelled.size() - no_rows;
  }
  if (failure) throw *failure;
  for (auto& [column, counting] : counting_) {
    for (const CsvScan::Record& record : chunk_.records().first(taken)) {
      if (record.cells == columns_.size()) counting.add(plain_cell(shared, record, column), style_);
    }
  }
  const bool is_row = taken > 0 && (unlabelled.empty() || unlabelled.back() + 1 != taken);
  if (is_row) keep_last_row({chunk_.records()[taken - 1].begin, chunk_.records()[taken - 1].bytes});
  if (one_by_one_) {
    chunk_.take_and_end(taken, csv_);
  } else {
    chunk_.take(rows, csv_);
  }
}

/// Gives codes to the names that rows before `row` brought.
void CsvRows::take_names(CsvConversion& conversion, std::size_t row, RowBlock& block) {
  for (std::size_t j = 0; j < conversion.categories.size(); ++j) {
    NewNames& names = conversion.categories[j];
    while (names.codes.size() < names.names.size() && names.rows[names.codes.size()] < row) {
      const std::string& name = names.names[names.codes.size()];
      std::uint32_t code = 0;
      if (const std::optional<std::uint32_t> known = categories_.find(j, name)) {
        code = *known;
      } else {
        categories_.add(j, name, code);
      }
      names.codes.push_back(code);
    }
  }
  NewNames& labels = conversion.labels;
  while (labels.codes.size() < labels.names.size() && labels.rows[labels.codes.size()] < row) {
    const std::size_t place = labels.codes.size();
    try {
      labels.codes.push_back(labels_.code(labels.names[place], columns_[*binding_.target]));
    } catch (const Error&) {
      block.rows = labels.rows[place];
      throw Error(problem_of(block.rows).value());
    }
  }
}

/// What is wrong with a record of the chunk; nothing where it has no label.
std::optional<Error> CsvRows::problem_of(std::size_t row) {
  const CsvScan::Record& record = chunk_.records()[row];
  csv_.seek(record.begin, chunk_.line_of(record));
  csv_.next(false);
  if (csv_.cells().size() != columns_.size()) return bad_width();
  if (is_unlabelled()) return std::nullopt;
  std::vector<double> numbers(binding_.numbers.size());
  std::vector<std::uint32_t> categories(binding_.categories.size());
  const RowEnd end = read_row(numbers.data(), categories.data());
  return end.problem ? *end.problem : Error(ErrorCode::internal, "a row was refused for no reason", csv_.where());
}

/// A bad row holds nothing.
void CsvRows::blank_rows(RowBlock& block, std::span<const std::size_t> rows) {
  const std::size_t numbers = binding_.numbers.size();
  const std::size_t categories = binding_.categories.size();
  const std::size_t texts = binding_.documents.size();
  for (const std::size_t row : rows) {
    std::fill_n(block.values.data() + row * numbers, numbers, missing_value<double>());
    std::fill_n(block.categories.data() + row * categories, categories, missing_category);
    std::fill_n(row_documents_.data() + row * texts, texts, std::string_view());
    if (binding_.weight) block.weights[row] = 0;
    if (binding_.target) block.codes[row] = 0;
  }
}

/// Lets go of the rows behind the last one, and gives the documents, one column after the other.
void CsvRows::view_documents(RowBlock& block) {
  if (binding_.weight) block.weights.resize(block.rows);
  if (binding_.target) block.codes.resize(block.rows);
  if (options_.keep_bad_rows) block.problems.resize(block.rows);
  const std::size_t texts = binding_.documents.size();
  row_documents_.resize(block.rows * texts);
  if (texts <= 1) {
    block.documents.swap(row_documents_);
    return;
  }
  block.documents.resize(row_documents_.size());
  for (std::size_t row = 0; row < block.rows; ++row) {
    for (std::size_t j = 0; j < texts; ++j) block.documents[j * block.rows + row] = row_documents_[row * texts + j];
  }
}

}  // namespace suffice
