// Mailbox: the messages of a file of mail, one message or an mbox (RFC 4155).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "data/bytes/line_reader.hpp"
#include "suffice/source.hpp"

namespace suffice {

/// A file whose first line begins with "From " is an mbox: such a line with a time and a year in it, first or after a
/// blank line, begins a message and is not part of it, and of ">From ", ">>From ", … at the start of a line one ">" is
/// dropped. Any other file is one message, whatever it holds. Memory is one line and one chunk.
class Mailbox {
 public:
  explicit Mailbox(Input input, std::size_t most_bytes = ReadLimits{}.row_bytes);

  /// Appends the next message, each line ended by LF; false at the end. A file without a line has no message. Error
  /// (bad_data) for one of more than `most_bytes`.
  bool next(std::string& bytes);

  [[nodiscard]] std::uint64_t bytes_read() const { return lines_.input().bytes_read(); }

 private:
  LineReader lines_;
  std::size_t most_bytes_;
  bool started_ = false;
  bool of_several_ = false;  // an mbox
  bool at_message_ = false;  // the line that begins the next message has been read
};

/// Whether a file that begins with these bytes is mail: fields of a header (RFC 5322) up to a blank line or to the end
/// of the bytes, some of them such as mail that was sent has and other texts with fields do not; or an mbox of such.
bool looks_like_mail(std::string_view bytes);

}  // namespace suffice
