// Progress: a line on a terminal that says how far a long reading is.
#include "progress.hpp"

#include <cstdio>

#include <fmt/format.h>

#include "console.hpp"

namespace suffice::cli {

namespace {

constexpr auto pause_between_drawings = std::chrono::milliseconds(200);

}  // namespace

Progress::Progress(bool wanted) : enabled_(wanted && stderr_is_terminal()), last_(std::chrono::steady_clock::now()) {}

Progress::~Progress() {
  if (drawn_) {
    std::fputs("\r\x1b[K", stderr);
  }
}

void Progress::show(std::uint64_t rows, std::uint64_t bytes) {
  const auto now = std::chrono::steady_clock::now();
  if (enabled_ && now - last_ >= pause_between_drawings) {
    fmt::print(stderr, "\r\x1b[K{} rows, {:.1f} MB", rows, static_cast<double>(bytes) / 1e6);
    drawn_ = true;
    last_ = now;
  }
}

}  // namespace suffice::cli
