// LineReader: bytes become numbered lines.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "data/bytes/window.hpp"
#include "suffice/error.hpp"

namespace suffice {

/// For rows, lines and documents that are too long.
inline const std::vector<Remedy> longer_rows = {{"longest-row", {"MIB"}}};

struct LineOptions {
  std::size_t chunk_bytes = Window::usual_chunk_bytes;  ///< asked of the input at a time
  std::size_t line_bytes = std::size_t{64} << 20;       ///< a longer line is an Error
};

/// Lines end with LF or CRLF, the last one perhaps without; a UTF-8 byte order mark at the start is skipped. Memory
/// is one line and one chunk. After an Error, every call gives it again.
class LineReader {
 public:
  enum class Step { line, waiting, end };

  LineReader(Input input, const LineOptions& options);

  /// Moves to the next line. `waiting`, only if may_wait is false: none is complete and reading on would wait.
  Step next(bool may_wait);

  /// The line without its end; valid until the next call of next().
  [[nodiscard]] std::string_view line() const { return window_.bytes().substr(0, length_); }
  /// file:line, or file:line:column for a part of line(), all counted from 1, the column in bytes.
  [[nodiscard]] std::string where() const;
  [[nodiscard]] std::string where(std::string_view part) const;

  [[nodiscard]] Input& input() { return window_.input(); }
  [[nodiscard]] const Input& input() const { return window_.input(); }

 private:
  Step end_line(std::size_t length, std::size_t with_end);

  Window window_;
  LineOptions options_;
  std::uint64_t number_ = 0;
  std::size_t scanned_ = 0;
  std::size_t length_ = 0;
  std::size_t length_with_end_ = 0;  // to be dropped when the next line is wanted
};

}  // namespace suffice
