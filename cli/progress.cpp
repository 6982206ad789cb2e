#include "progress.hpp"

#include <csignal>
#include <cstdio>

#include <fmt/format.h>
#include <pthread.h>

#include "console.hpp"
#include "print/text_table.hpp"

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

// Of what takes as long as it took so far.
std::string time_left(double share, double elapsed) {
  return share > 0 && share < 1 ? fmt::format(", {} left", duration_text(elapsed * (1 - share) / share)) : "";
}

double ratio(std::uint64_t done, std::uint64_t all) {
  return all == 0 ? 0 : static_cast<double>(done) / static_cast<double>(all);
}

}  // namespace

Progress::Progress(bool wanted, std::uint64_t total_bytes)
    : enabled_(wanted && stderr_is_terminal()), total_bytes_(total_bytes) {
  if (enabled_) {
    sigset_t all{};
    sigset_t before{};
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before);  // signals are for the thread that saves
    drawing_ = std::thread([this] { draw_on_time(); });
    ::pthread_sigmask(SIG_SETMASK, &before, nullptr);
  }
}

Progress::~Progress() {
  if (!enabled_) {
    return;
  }
  {
    const std::scoped_lock lock(mutex_);
    has_ended_ = true;
  }
  ended_.notify_one();
  drawing_.join();
  erase();
}

void Progress::draw_on_time() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, pause_between_drawings, [this] { return has_ended_; })) {
    if (shows_) {
      fmt::print(stderr, "\r\x1b[K{}", elided(line(), most_columns(STDERR_FILENO)));
      std::fflush(stderr);
      drawn_ = true;
    }
  }
}

std::string Progress::line() const {
  const double elapsed = std::chrono::duration<double>(Clock::now() - start_).count();
  if (what_.empty()) {
    return fmt::format("{} rows, {:.1f} MB, {:.0f} rows/s{}", done_, static_cast<double>(bytes_) / 1e6,
                       static_cast<double>(done_) / elapsed, time_left(ratio(bytes_, total_bytes_), elapsed));
  }
  if (done_ == 0 || all_ == 0) {
    const std::string count = done_ == 0 ? "" : fmt::format(": {}", done_);
    return fmt::format("{}{}, {}", what_, count, duration_text(elapsed));
  }
  return fmt::format("{}: {} of {}{}", what_, done_, all_, time_left(ratio(done_, all_), elapsed));
}

// Where other work begins, time begins.
void Progress::start(const std::string& what) {
  what_ = what;
  start_ = Clock::now();
}

void Progress::erase() {
  const std::scoped_lock lock(mutex_);
  if (drawn_) {
    std::fputs("\r\x1b[K", stderr);
  }
  drawn_ = false;
  shows_ = false;
}

void Progress::show(std::uint64_t rows, std::uint64_t bytes) {
  if (!enabled_) {
    return;
  }
  const std::scoped_lock lock(mutex_);
  if (!what_.empty() || rows < done_) {  // the input is read again
    start("");
  }
  done_ = rows;
  bytes_ = bytes;
  shows_ = true;
}

void Progress::show_steps(const std::string& what, std::size_t done, std::size_t all) {
  if (!enabled_) {
    return;
  }
  const std::scoped_lock lock(mutex_);
  if (what != what_ || done < done_) {
    start(what);
  }
  done_ = done;
  all_ = all;
  shows_ = true;
}

}  // namespace suffice::cli
