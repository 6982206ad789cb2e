// Source: a file or stdin, read in order as blocks of typed rows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

enum class InputFormat {
  by_name,   ///< what the ending says: .csv, .tsv, .svm, .svmlight, .libsvm, .npy; else npy by content, or csv
  csv,       ///< comma-separated values
  svmlight,  ///< lines of `label index:value …`
  npy,       ///< an array saved by numpy
};

struct ReadOptions {
  char delimiter = 0;            ///< csv: between cells; 0: a tab where the name ends in .tsv, else a comma
  bool header = true;            ///< csv: the first line names the columns; false: they are called 1, 2, 3, …
  bool labels = true;            ///< read the target and the weight column too
  bool keep_bad_rows = false;    ///< a bad row stays in the block, marked; otherwise it is an Error
  bool keep_cells = false;       ///< csv: keep every cell's text, to be written out again
  bool allow_missing = false;    ///< a missing feature is NaN; otherwise it makes a bad row
  std::string labels_path = {};  ///< npy: a second file with one label per row, integers or text
  InputFormat format = InputFormat::by_name;
};

/// Some rows of a source, owned. Reused from call to call, so that reading allocates nothing in the long run.
struct RowBlock {
  std::vector<double> values;         ///< rows × features, row-major; empty when the source has float
  std::vector<float> values32;        ///< the same from a source of float; empty otherwise
  std::vector<double> weights;        ///< one per row, or empty
  std::vector<std::uint32_t> codes;   ///< one per row, into Source::label_names(), or empty
  std::vector<std::string> cells;     ///< rows × columns of the file, or empty
  std::vector<std::string> problems;  ///< one per row when bad rows are kept: empty, or what is wrong with it
  std::size_t rows = 0;
  std::size_t features = 0;

  [[nodiscard]] Batch batch() const {
    return values32.empty() ? Batch::row_major(values.data(), rows, features, weights)
                            : Batch::row_major(values32.data(), rows, features, weights);
  }
};

/// The rows of one file. Its first bytes tell whether it is compressed with gzip or zstd (a window of up to 128 MiB);
/// members and frames may follow each other. Memory is one block of rows.
///
/// csv: RFC 4180, with quoted cells, quotes doubled inside them, embedded line ends, LF, CRLF or CR, an optional UTF-8
/// byte order mark, a last line without line end. Blank lines are passed over. A row may have at most 256 MiB and
/// 1,048,576 cells. An Error about a cell names file:line:column, one about a row file:line, all counted from 1, the
/// column in bytes.
///
/// svmlight: `label index:value …`, indices from 1 and ascending, at most 10,000,000; a feature that is not named is 0;
/// qid:… and what follows # are passed over. The columns are called label, 1, 2, 3, … Places are those of csv.
///
/// npy: versions 1 to 3 with two dimensions, or one (a single column); float, double, integers or bool in any byte
/// order; rows or columns together, the latter in plain files only. NaN is a missing value. The columns are called
/// 1, 2, 3, …, and label when there is a labels_path; a column that is the target must hold integers. float32 comes out
/// as RowBlock::values32. Errors name file, row and column, counted from 1.
class Source {
 public:
  /// Opens `path` ("-": stdin) and reads the names of its columns. Error (usage) when an option does not fit the
  /// format.
  explicit Source(const std::string& path, ReadOptions options = {});
  ~Source();
  Source(Source&&) noexcept;
  Source& operator=(Source&&) noexcept;

  /// The columns of the file, in its order. svmlight names them nowhere: before bind(), this reads the file for its
  /// largest index, and what can be read only once is kept in a temporary file; after bind(), they are what was bound.
  [[nodiscard]] const std::vector<std::string>& columns() const;

  /// Says which columns are to be read, matched by name; columns the schema does not name are passed over.
  /// Error (bad_data) when one is missing. Call once, before the first next().
  void bind(const Schema& schema);

  /// Replaces `block` by the next rows; false at the end. Returns early, with at least one row, when waiting for input
  /// would be needed. An Error at row k comes only after the rows before k have been returned.
  bool next(RowBlock& block);

  /// True when nothing is left to read without waiting: the time to flush what was written.
  [[nodiscard]] bool would_wait() const;

  /// The labels met so far, in order of first appearance.
  [[nodiscard]] const std::vector<std::string>& label_names() const;
  [[nodiscard]] Labels labels(const RowBlock& block) const { return {block.codes, label_names()}; }

  /// Bytes of the table read so far, after decompression.
  [[nodiscard]] std::uint64_t bytes_read() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// What the empty cell, NA, N/A, NaN, null and ? (any case) have in common: no value.
bool is_missing(std::string_view cell);

/// True for well-formed UTF-8, the only encoding of names and labels.
bool is_utf8(std::string_view bytes);

}  // namespace suffice
