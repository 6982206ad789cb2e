// CsvReader: bytes become records of cells, by RFC 4180.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/input.hpp"
#include "data/formats/csv/csv_scan.hpp"
#include "data/schema/names.hpp"
#include "suffice/error.hpp"

namespace suffice {

struct CsvOptions {
  CsvGrammar grammar = {};
  std::size_t skipped_lines = 0;                     ///< before the first record
  std::size_t chunk_bytes = std::size_t{1} << 20;    ///< asked of the input at a time
  std::size_t record_bytes = std::size_t{64} << 20;  ///< a longer record is an Error
  std::size_t record_cells = std::size_t{1} << 20;   ///< more cells in a record are an Error
};

/// Copies what stands between the quotes of a cell, each doubled quote as one, and returns the end of the copy.
char* copy_undoubled(std::string_view cell, char quote, char* to);

/// The grammar is the one of class Source. Memory is one record and one chunk, or what gather() was asked for, and as
/// much again after keep_bytes(). After an Error, every call gives it again.
class CsvReader {
 public:
  enum class Step { record, waiting, end };

  /// Error (usage) when the delimiter is a quote, a line end or not ASCII.
  CsvReader(Input input, const CsvOptions& options);

  /// Moves to the next record. `waiting`, only if may_wait is false: none is complete and reading on would wait.
  Step next(bool may_wait);
  /// Finds the next record, whose cells can then be seen, and leaves it to next().
  Step peek(bool may_wait);

  /// The cells of the record, quotes removed; valid until the next call of next() or peek().
  [[nodiscard]] std::span<const std::string_view> cells() const { return cells_; }
  /// Bytes of the record in the file, without its line end.
  [[nodiscard]] std::size_t record_bytes() const { return length_; }
  /// file:line of the record, both it and the column counted from 1.
  [[nodiscard]] std::string where() const;
  /// file:line:column of a cell, the column in bytes.
  [[nodiscard]] std::string where(std::size_t cell) const;

  /// Whether the cell was quoted.
  [[nodiscard]] bool is_quoted(std::size_t cell) const { return found_[cell].quoting != Quoting::none; }
  /// The bytes of the record in the file, without its line end.
  [[nodiscard]] std::string_view bytes() const { return {record(), length_}; }

  /// The bytes that are held from the next record on, after reading until there are `count` of them, the input ends or
  /// reading on would wait; empty while the first record cannot be told from what precedes it. The bytes are followed
  /// by CsvScan::slack and preceded by plain_number_bytes that are readable, and stay where they are until next() or
  /// peek() must read on.
  std::string_view gather(std::size_t count);
  /// Goes to a place among the bytes that gather() gave, where a record begins, in line `line`.
  void seek(const char* place, std::uint64_t line);
  /// The line of the next record.
  [[nodiscard]] std::uint64_t line() const { return line_; }
  /// Lets the bytes that gather() gave stay where they are until it is called again.
  void keep_bytes() { kept_ = true; }

  [[nodiscard]] const Input& input() const { return input_; }

 private:
  enum class Place { cell_start, plain, quoted, after_quote };
  enum class Quoting { none, quoted, doubled };
  struct Cell {  // offsets from the start of the record, quotes excluded
    std::uint32_t begin;
    std::uint32_t end;
    Quoting quoting;
  };

  bool at_first_record();
  bool signature_checked();
  bool lines_skipped();
  void read_more(std::size_t count);
  void make_room(std::size_t count);
  void forget_record();
  bool scan();
  const char* find_cell_end(const char* at) const;
  [[nodiscard]] bool ends_cell(char c) const { return ends_cell_[static_cast<unsigned char>(c)]; }
  bool finish_at_end();
  void end_cell(std::size_t end);
  void end_record(std::size_t length);
  void undouble_quotes();
  void drop_record();
  [[noreturn]] void fail_after_quote(char found) const;
  [[noreturn]] void fail_too_many_cells() const;
  [[nodiscard]] Advice quote_advice() const;
  void check_size(std::size_t bytes) const;
  [[nodiscard]] const char* record() const { return buffer_.bytes.get() + start_; }
  [[nodiscard]] std::string where_offset(std::size_t offset) const;

  Input input_;
  CsvOptions options_;
  std::array<bool, 256> ends_cell_{};

  struct Buffer {
    std::unique_ptr<char[]> bytes;
    std::size_t capacity = 0;
  };

  Buffer buffer_;
  Buffer other_;                 // holds the bytes of the last gather() after keep_bytes()
  bool kept_ = false;            // the bytes in buffer_ must stay where they are
  std::optional<Error> broken_;  // why nothing more can be read
  std::size_t start_ = 0;        // of the record in the buffer
  std::size_t end_ = 0;          // of the bytes in the buffer
  bool at_start_ = true;         // the signature is still to be checked
  std::size_t lines_to_skip_;
  bool input_ended_ = false;
  std::uint64_t line_ = 1;  // where the record starts
  bool after_cr_ = false;   // the byte before the record is a CR: an LF belongs to it

  Place place_ = Place::cell_start;
  std::size_t scanned_ = 0;  // offsets from the start of the record
  std::size_t cell_start_ = 0;
  bool doubled_ = false;     // the quoted cell has doubled quotes
  bool any_quoted_ = false;  // the record has a quoted cell

  std::size_t length_ = 0;
  bool complete_ = false;  // cells_ holds the record
  bool taken_ = false;     // next() has given it
  std::vector<Cell> found_;
  std::vector<std::string_view> cells_;
  std::string undoubled_;
};

}  // namespace suffice
