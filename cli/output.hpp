// Output: where results go. Every write is checked, so that a full disk is an error and not a short file.
#pragma once

#include <string>
#include <string_view>

namespace suffice::cli {

/// A buffered writer on a file descriptor that someone else owns.
class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;

  /// Error (file_system) when the bytes cannot be written; what was waiting is then given up.
  void write(std::string_view text);
  void flush();
  /// write() and flush(), without taking memory.
  void write_through(std::string_view text);

 private:
  void write_now(std::string_view text) const;

  int descriptor_;
  std::string waiting_;
};

/// The text with control characters spelled out (\n, \x1b), safe on a terminal and one line long.
std::string shown(std::string_view text);

/// Four significant digits, for people, and below ten million all digits before the point; programs read number_text.
std::string short_number(double value);
/// Of a probability by a test: a short number, "< 1e-9", or "-" for none (NaN).
std::string p_text(double p);

/// A count or a sum of weights: a whole number with all its digits, any other as short_number.
std::string count_text(double count);

/// "1 row", "2 rows".
std::string counted(std::size_t count, std::string_view noun);

}  // namespace suffice::cli
