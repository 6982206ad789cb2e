// CsvChunk: the whole records among some bytes of a CsvReader, found by several threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "data/formats/csv/csv_reader.hpp"
#include "data/formats/csv/csv_scan.hpp"
#include "math/system/parallel.hpp"

namespace suffice {

struct CsvChunkOptions {
  std::size_t bytes = 0;  ///< how many to gather
  std::size_t fewest_bytes =
      0;  ///< of fewer, no records are found: what trickles in is read one by one; and of a piece
  unsigned threads = 1;
};

/// A text without quotes is cut at line ends, one piece for each thread; one with quotes is scanned from its start.
class CsvChunk {
 public:
  /// Gathers bytes and finds their records, perhaps none; those equal to `header` are skipped. Every record of the
  /// chunk before it must have been taken.
  void fill(CsvReader& reader, const CsvGrammar& grammar, std::string_view header, const CsvChunkOptions& options,
            ThreadTeam& team);

  /// The records that were not taken.
  [[nodiscard]] std::span<const CsvScan::Record> records() const { return std::span(records_).subspan(taken_); }
  /// Takes the first `count` of them; with the last, the reader goes on to what follows it.
  void take(std::size_t count, CsvReader& reader);
  /// Takes the first `count` of them, fewer than all, and leaves the others to the reader.
  void take_and_end(std::size_t count, CsvReader& reader);

  /// What CsvScan::Record::ends count from.
  [[nodiscard]] const char* base() const { return text_.data(); }
  /// The line of a record that was not taken; in order of the text.
  std::uint64_t line_of(const CsvScan::Record& record);
  [[nodiscard]] std::uint64_t repeated_headers() const { return repeated_headers_; }

 private:
  bool scan_pieces(const CsvGrammar& grammar, std::string_view header, const CsvChunkOptions& options,
                   bool stop_at_quotes, ThreadTeam& team);

  std::string_view text_;
  std::vector<CsvScan> pieces_;
  std::vector<std::size_t> bounds_;  // of the pieces in text_
  std::size_t complete_ = 0;         // where the last record's line end ends
  std::vector<CsvScan::Record> records_;
  std::size_t taken_ = 0;
  const char* counted_ = nullptr;  // a place in text_ whose line is known
  std::uint64_t line_ = 0;         // that line
  std::uint64_t end_line_ = 0;     // the line that follows the chunk
  std::uint64_t repeated_headers_ = 0;
};

}  // namespace suffice
