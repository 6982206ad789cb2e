// Source: a file or stdin, read once and in order, as blocks of typed rows.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/schema.hpp"

namespace suffice {

struct ReadOptions {
  char delimiter = ',';
  bool header = true;          ///< false: columns are called 1, 2, 3, …
  bool labels = true;          ///< read the target and the weight column too
  bool keep_bad_rows = false;  ///< a bad row stays in the block, marked; otherwise it is an Error
  bool keep_cells = false;     ///< keep every cell's text, to be written out again
};

/// Some rows of a source, owned. Reused from call to call, so that reading allocates nothing in the long run.
struct RowBlock {
  std::vector<double> values;         ///< rows × features, row-major
  std::vector<double> weights;        ///< one per row, or empty
  std::vector<std::uint32_t> codes;   ///< one per row, into Source::label_names(), or empty
  std::vector<std::string> cells;     ///< rows × columns of the file, or empty
  std::vector<std::string> problems;  ///< one per row when bad rows are kept: empty, or what is wrong with it
  std::size_t rows = 0;
  std::size_t features = 0;

  [[nodiscard]] Batch batch() const { return Batch::row_major(values.data(), rows, features, weights); }
};

/// Comma-separated values by RFC 4180: quoted cells, quotes doubled inside them, embedded line ends, LF, CRLF or CR,
/// an optional UTF-8 byte order mark, a last line without line end. Blank lines are passed over. Memory is one block of
/// rows; a single row may have at most 256 MiB and 1,048,576 cells.
/// An Error about a cell names file:line:column, one about a row file:line, all counted from 1, the column in bytes.
class Source {
 public:
  /// Opens `path` ("-": stdin) and reads the names of its columns.
  explicit Source(const std::string& path, ReadOptions options = {});
  ~Source();
  Source(Source&&) noexcept;
  Source& operator=(Source&&) noexcept;

  /// The columns of the file, in its order.
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
