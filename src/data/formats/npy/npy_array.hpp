// NpyArray: the rows of an npy file, as bytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "data/bytes/window.hpp"
#include "data/formats/npy/npy_header.hpp"

namespace suffice {

/// Elements lie row after row in what is given, whatever their order in the file. Memory is a chunk and a row; for an
/// array with its columns together, which must be a regular file, a block of 8 MiB or a row.
class NpyArray {
 public:
  enum class Step { rows, waiting, end };

  /// Reads the header. Error (bad_data) also when not even the first row is there.
  explicit NpyArray(Input input, std::size_t chunk_bytes = Window::usual_chunk_bytes);

  /// Finds at least one row. `waiting`, only if may_wait is false: none is complete and reading on would wait.
  /// Error (bad_data) when the file is cut short, or goes on after its last row.
  Step find_rows(bool may_wait);
  /// The rows found, one after the other; valid until find_rows().
  [[nodiscard]] std::size_t found_rows() const;
  [[nodiscard]] const char* row_bytes(std::size_t i) const;
  /// Lets go of the first rows found.
  void drop_rows(std::size_t count);

  /// file, row 3: the i-th row found, counted from 1 in the file.
  [[nodiscard]] std::string where(std::size_t i) const;

  [[nodiscard]] const NpyHeader& header() const { return header_; }
  [[nodiscard]] const Input& input() const { return window_.input(); }
  [[nodiscard]] std::uint64_t bytes_read() const;

 private:
  void gather_rows();
  [[noreturn]] void fail_cut_short() const;

  Window window_;
  NpyHeader header_;
  std::uint64_t dropped_ = 0;
  std::vector<char> gathered_;  // rows of an array with its columns together
  std::size_t gathered_rows_ = 0;
  std::size_t gathered_dropped_ = 0;
};

}  // namespace suffice
