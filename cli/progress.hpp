// Progress: a line on a terminal that says how far a long reading is.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

namespace suffice::cli {

/// Draws at most five times a second, starting after the first fifth, and erases its line at the end.
class Progress {
 public:
  /// `wanted` false, or stderr no terminal: nothing is ever drawn. `total_bytes` of the input, if known: 0 otherwise.
  explicit Progress(bool wanted, std::uint64_t total_bytes = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::uint64_t rows, std::uint64_t bytes);
  /// So many of all steps are done; of many threads, one at a time.
  void show_steps(std::size_t done, std::size_t all, const std::string& what);
  /// Makes room for a message.
  void erase();

 private:
  [[nodiscard]] std::string time_left(std::uint64_t bytes, double elapsed) const;

  bool enabled_;
  bool drawn_ = false;
  std::uint64_t total_bytes_;
  std::uint64_t rows_ = 0;
  std::chrono::steady_clock::time_point start_;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace suffice::cli
