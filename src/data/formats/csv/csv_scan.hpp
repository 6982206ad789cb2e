// CsvScan: the records and cells of CSV text in memory, found from masks of its delimiters, quotes and line ends.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "data/formats/csv/csv_masks.hpp"

namespace suffice {

/// How records are cut into cells.
struct CsvGrammar {
  char delimiter = ',';  ///< ' ': a run of spaces and tabs; those at the ends of a line are no part of a cell
  char quote = '"';      ///< a cell that begins with it ends with it; 0: none does

  [[nodiscard]] bool has_runs() const { return delimiter == ' '; }
  [[nodiscard]] bool is_delimiter(char c) const { return c == delimiter || (has_runs() && c == '\t'); }
};

inline bool is_line_end(char c) { return c == '\n' || c == '\r'; }

/// Whether a record holds the same cells as a header, as the headers of files do that were joined: byte order mark,
/// blanks and quotes around cells do not count. Both are without a line end; no record repeats an empty header.
bool repeats_header(std::string_view record, std::string_view header, const CsvGrammar& grammar);

/// Whether a record that is as wide as the table stands below it and is no row: (8 rows affected), which runs of blanks
/// cut into cells, or Source: the office,,, as spreadsheets write a line of one cell.
bool is_below_table(std::string_view record, const CsvGrammar& grammar);

/// LF, CRLF and CR count once each.
std::size_t count_line_ends(std::string_view text);

/// Whole records of a text, the same as CsvReader finds: those of a piece that begins where a record does.
class CsvScan {
 public:
  struct Record {
    const char* begin;
    const std::uint32_t* ends;  ///< of its cells, as offsets from the start of the whole text
    std::uint32_t cells;
    std::uint32_t bytes;  ///< without the line end
  };

  /// Scans text[first, last), of which CsvScan::slack bytes behind the last one are readable. A record that
  /// repeats_header() is skipped. Offsets are those in `text`, of less than 4 GiB.
  /// With `stop_at_quotes`, false at once when there is a quote: then where records begin depends on what precedes the
  /// piece. Otherwise the scan ends before a quote that is followed by text, which no grammar knows.
  bool scan(std::string_view text, std::size_t first, std::size_t last, const CsvGrammar& grammar,
            std::string_view header, bool stop_at_quotes);

  [[nodiscard]] const std::vector<Record>& records() const { return records_; }
  /// Where the last record's line end ends, or that of the last blank line.
  [[nodiscard]] std::size_t complete() const { return complete_; }
  /// Line ends up to there.
  [[nodiscard]] std::uint64_t lines() const { return lines_; }
  [[nodiscard]] std::uint64_t repeated_headers() const { return repeated_headers_; }

  static constexpr std::size_t slack = csv_mask_bytes;

 private:
  struct Walk;

  std::unique_ptr<std::uint32_t[]> ends_;
  std::size_t capacity_ = 0;
  std::vector<Record> records_;
  std::size_t complete_ = 0;
  std::uint64_t lines_ = 0;
  std::uint64_t repeated_headers_ = 0;
};

}  // namespace suffice
