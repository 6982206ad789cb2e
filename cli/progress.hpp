// Progress: a line on a terminal that says how far a long reading is.
#pragma once

#include <chrono>
#include <cstdint>

namespace suffice::cli {

/// Draws at most five times a second, starting after the first fifth, and erases its line at the end.
class Progress {
 public:
  /// `wanted` false, or stderr no terminal: nothing is ever drawn.
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  void show(std::uint64_t rows, std::uint64_t bytes);

 private:
  bool enabled_;
  bool drawn_ = false;
  std::chrono::steady_clock::time_point last_;
};

}  // namespace suffice::cli
