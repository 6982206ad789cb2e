// Progress: a line on a terminal that says how far long work is.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

#include "suffice/fit.hpp"

namespace suffice::cli {

/// Draws five times a second, starting after the first fifth, and erases its line at the end. It has a thread of its
/// own, so that the seconds go on where one step takes long.
class Progress {
 public:
  /// `wanted` false, or stderr no terminal: nothing is ever drawn, and there is no thread. `total_bytes` of the input,
  /// if known: 0 otherwise.
  explicit Progress(bool wanted, std::uint64_t total_bytes = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// So much was read.
  void show(std::uint64_t rows, std::uint64_t bytes);
  /// So many of all steps are done, as StepProgress tells.
  void show_steps(const std::string& what, std::size_t done, std::size_t all);
  /// Makes room for a message; nothing is drawn until there is something new to show.
  void erase();

 private:
  using Clock = std::chrono::steady_clock;

  void draw_on_time();
  void start(const std::string& what);
  [[nodiscard]] std::string line() const;

  bool enabled_;
  std::uint64_t total_bytes_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  bool has_ended_ = false;
  bool shows_ = false;  // there is something to draw
  bool drawn_ = false;
  std::string what_;  // that is done; empty: rows are read
  std::uint64_t done_ = 0;
  std::uint64_t all_ = 0;    // steps; 0: not known
  std::uint64_t bytes_ = 0;  // of the rows that were read
  Clock::time_point start_ = Clock::now();
  std::thread drawing_;
};

/// Shows what it is told.
inline StepProgress steps_of(Progress& progress) {
  return [&progress](const char* what, std::size_t done, std::size_t all) { progress.show_steps(what, done, all); };
}

}  // namespace suffice::cli
