// CsvRows: the records of a CSV input become typed rows, their columns bound by name.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/missing_markers.hpp"
#include "data/bytes/number.hpp"
#include "data/bytes/text_arena.hpp"
#include "data/formats/category_codes.hpp"
#include "data/formats/csv/csv_chunk.hpp"
#include "data/formats/csv/csv_conversion.hpp"
#include "data/formats/csv/csv_counting.hpp"
#include "data/formats/csv/csv_reader.hpp"
#include "data/formats/label_codes.hpp"
#include "data/formats/row_block.hpp"
#include "math/system/parallel.hpp"
#include "suffice/dialect.hpp"
#include "suffice/error.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// How much is read and converted at a time; none of it changes what comes out.
struct CsvRowsOptions {
  std::size_t chunk_bytes = CsvOptions{}.chunk_bytes;       ///< asked of the input at a time
  std::size_t thread_bytes = std::size_t{2} << 20;          ///< converted together by a thread
  std::size_t fewest_bytes = std::size_t{1} << 14;          ///< fewer are read record by record
  std::size_t most_together_bytes = std::size_t{16} << 20;  ///< converted together by all threads
  bool header_is_comment = false;     ///< the first name is behind a comment mark, which is no part of it
  bool first_is_unnamed = false;      ///< rows have a cell before those that the header names
  bool last_is_unnamed = false;       ///< rows have a cell behind them
  std::size_t width = 0;              ///< cells of most rows; a header of one more ends with a delimiter
  std::size_t description_lines = 0;  ///< records behind the header that are no rows
  std::size_t task_rows = 64;         ///< converted by a thread, at least
  bool watch_sums = false;            ///< doubt a last row that seems to hold sums of the others
};

/// A sentence about the last row, where one of its cells says that it holds sums.
std::string doubt_about_sums(std::string_view cell);

/// What Source does, for any Input and any size of chunks. `skipped_lines` lines precede the header or the first row.
///
/// Records that are held in memory are converted together, by as many threads as the options say; a record with
/// something wrong, one longer than what is converted together, and those that trickle in are read one by one.
class CsvRows {
 public:
  CsvRows(Input input, const Dialect& dialect, std::size_t skipped_lines, const ReadOptions& options,
          const CsvRowsOptions& limits = {});

  /// Call before bind().
  void set_missing_markers(const std::vector<std::string>& markers);
  /// Columns of numbers in which a leading zero is an Error, unless bad rows are kept. Call before bind().
  void watch_codes(const std::vector<std::string>& columns) { watched_names_ = columns; }
  /// What the rows so far show to be otherwise than it was decided, each as a sentence: columns that are dropped as
  /// they count the first rows, and do not count on; values that are taken for others; lines below the table.
  [[nodiscard]] std::vector<std::string> late_doubts() const;
  /// What Source::unknown_values() has of this file.
  [[nodiscard]] std::vector<ColumnValues> unknown_values() const;
  void bind(const Schema& schema);
  bool next(RowBlock& block);
  [[nodiscard]] bool would_wait();
  /// What Source::read_ahead() does.
  void read_ahead();

  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// Columns whose name an earlier one has: they were given another.
  [[nodiscard]] const std::vector<std::string>& renamed_columns() const { return renamed_; }
  /// Whether the header alone ends with a delimiter, behind which no column is.
  [[nodiscard]] bool has_longer_header() const { return has_longer_header_; }
  [[nodiscard]] const std::vector<std::string>& label_names() const { return labels_.names(); }
  [[nodiscard]] const Binding& binding() const { return binding_; }
  /// For each column of categories the values met.
  [[nodiscard]] std::span<const std::vector<std::string>> value_names() const { return categories_.names(); }
  [[nodiscard]] const std::vector<OddRow>& odd_rows() const { return odd_rows_; }
  /// How many records were skipped because they are equal to the header, of those looked at so far: files that were
  /// joined have several.
  [[nodiscard]] std::uint64_t repeated_headers() const { return repeated_headers_ + chunk_.repeated_headers(); }
  /// How many rows were skipped because they have no label.
  [[nodiscard]] std::uint64_t unlabelled_rows() const { return unlabelled_rows_; }
  /// How many rows have a number or a category that is missing.
  [[nodiscard]] std::uint64_t incomplete_rows() const { return incomplete_rows_; }
  [[nodiscard]] std::uint64_t bytes_read() const { return csv_.input().bytes_read(); }

 private:
  void read_header();
  [[nodiscard]] std::size_t most_rows() const;
  void fill_chunk(bool may_wait);
  [[nodiscard]] std::size_t rows_to_convert() const;
  void add_chunk(RowBlock& block);
  void make_room(RowBlock& block, std::size_t rows);
  void take_names(CsvConversion& conversion, std::size_t row, RowBlock& block);
  std::optional<Error> problem_of(std::size_t row);
  void blank_rows(RowBlock& block, std::span<const std::size_t> rows);
  void view_documents(RowBlock& block);
  void add_rows(RowBlock& block);
  RowEnd read_row(double* numbers, std::uint32_t* categories);
  [[nodiscard]] Number number_at(std::size_t place) const;
  std::optional<Error> read_numbers(double* numbers);
  std::optional<Error> read_empty();
  void keep_odd_row(std::size_t column);
  std::optional<Error> read_categories(std::uint32_t* codes);
  std::optional<Error> read_weight(std::size_t column, double& weight) const;
  std::optional<Error> read_label(std::size_t column, std::uint32_t& code);
  [[nodiscard]] Remedy skip_bad_rows() const;
  std::optional<Error> bad_width();
  [[nodiscard]] Error bad_date(std::size_t column, const DateCell& date) const;
  [[nodiscard]] Error bad_written(std::size_t column, const std::string& written_unit) const;
  Error bad_number(std::size_t column, NumberKind kind);
  Error decimal_comma(std::size_t column);
  [[nodiscard]] Error late_code(std::size_t column) const;
  Error not_a_number(std::size_t column);
  bool any_ahead(const std::function<bool(std::span<const std::string_view>)>& test);
  [[nodiscard]] std::vector<std::string> find_text(std::size_t first, std::vector<std::string>& texts);
  void keep_cells(RowBlock& block) const;
  void keep_last_row(std::string_view bytes);
  [[nodiscard]] std::string sums_cell() const;
  [[nodiscard]] std::string_view value(std::size_t column) const;
  [[nodiscard]] bool is_unlabelled() const;
  [[nodiscard]] bool is_repeated_header() const { return repeats_header(csv_.bytes(), header_, grammar_); }
  [[nodiscard]] CsvCells cells() const;

  ReadOptions options_;
  Dialect dialect_;
  CsvGrammar grammar_;
  NumberStyle style_;
  MissingMarkers no_values_;  // of categories
  CsvRowsOptions limits_;
  CsvReader csv_;
  std::string header_;  // the bytes of the header, if it has several columns
  std::uint64_t repeated_headers_ = 0;
  std::uint64_t unlabelled_rows_ = 0;
  std::uint64_t incomplete_rows_ = 0;
  std::uint64_t first_row_line_ = 0;  // 0: not yet known
  bool one_by_one_ = false;           // what is left is read record by record
  std::vector<std::string> footer_;   // lines below the table
  std::string last_row_;              // the bytes of the last row so far, where sums are watched for
  bool has_longer_header_ = false;
  std::vector<std::string> columns_;
  std::vector<std::string> renamed_;
  Binding binding_;
  std::vector<std::size_t> empty_;  // columns that are dropped as they have no value in the sample
  std::vector<std::string> watched_names_;
  std::vector<std::uint8_t> watched_;  // for each column of numbers whether it is to have no leading zeros; or empty
  std::vector<std::pair<std::size_t, CsvCounting>> counting_;  // columns that are to count the rows
  bool is_late_code_ = false;  // one of them has: the column was misjudged, and no row is to be skipped for it
  LabelCodes labels_;
  CategoryCodes categories_;
  TextArena documents_;
  std::optional<Error> failure_;
  std::vector<OddRow> odd_rows_;

  ThreadTeam team_;  // scans and converts; its threads are not there in a child that was forked meanwhile
  CsvChunk chunk_;
  std::vector<CsvConversion> conversions_;       // one for each task of the threads
  std::vector<std::string_view> row_documents_;  // rows × columns of text
};

}  // namespace suffice
