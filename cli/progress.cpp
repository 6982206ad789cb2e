// Progress: a line on a terminal that says how far a long reading is.
#include "progress.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "console.hpp"

namespace suffice::cli {

namespace {

constexpr auto pause_between_drawings = std::chrono::milliseconds(200);

// "45 s", "12 min", "3.5 h"
std::string duration_text(double seconds) {
  if (seconds < 90) {
    return fmt::format("{:.0f} s", seconds);
  }
  return seconds < 90 * 60 ? fmt::format("{:.0f} min", seconds / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

Progress::Progress(bool wanted, std::uint64_t total_bytes)
    : enabled_(wanted && stderr_is_terminal()),
      total_bytes_(total_bytes),
      start_(std::chrono::steady_clock::now()),
      last_(start_) {}

Progress::~Progress() { erase(); }

void Progress::erase() {
  if (drawn_) {
    std::fputs("\r\x1b[K", stderr);
  }
  drawn_ = false;
}

std::string Progress::time_left(std::uint64_t bytes, double elapsed) const {
  if (total_bytes_ == 0 || bytes == 0 || bytes >= total_bytes_) {
    return "";
  }
  const double share = static_cast<double>(bytes) / static_cast<double>(total_bytes_);
  return fmt::format(", {} left", duration_text(elapsed * (1 - share) / share));
}

void Progress::show(std::uint64_t rows, std::uint64_t bytes) {
  const auto now = std::chrono::steady_clock::now();
  if (rows < rows_) {  // the input is read again
    start_ = now;
  }
  rows_ = rows;
  if (enabled_ && now - last_ >= pause_between_drawings) {
    const std::chrono::duration<double> elapsed = now - start_;
    fmt::print(stderr, "\r\x1b[K{} rows, {:.1f} MB, {:.0f} rows/s{}", rows, static_cast<double>(bytes) / 1e6,
               static_cast<double>(rows) / elapsed.count(), time_left(bytes, elapsed.count()));
    drawn_ = true;
    last_ = now;
  }
}

void Progress::show_steps(std::size_t done, std::size_t all, const std::string& what) {
  const auto now = std::chrono::steady_clock::now();
  if (enabled_ && now - last_ >= pause_between_drawings) {
    fmt::print(stderr, "\r\x1b[K{} of {} {}", done, all, what);
    drawn_ = true;
    last_ = now;
  }
}

}  // namespace suffice::cli
