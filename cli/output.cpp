// Output: checked writing, and the spelling of cells, labels and numbers.
#include "output.hpp"

#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

constexpr std::size_t enough_to_write = 1 << 16;

}  // namespace

void Output::write(std::string_view text) {
  if (text.size() >= enough_to_write) {
    flush();
    write_now(text);
    return;
  }
  waiting_ += text;
  if (waiting_.size() >= enough_to_write) {
    flush();
  }
}

void Output::flush() { write_now(std::exchange(waiting_, {})); }

void Output::write_through(std::string_view text) {
  flush();
  write_now(text);
}

void Output::write_now(std::string_view text) const {
  std::size_t done = 0;
  while (done < text.size()) {
    const ssize_t written = ::write(descriptor_, text.data() + done, text.size() - done);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno == EAGAIN) {
      pollfd ready{descriptor_, POLLOUT, 0};
      ::poll(&ready, 1, -1);
    } else if (errno != EINTR) {
      throw Error(ErrorCode::file_system, fmt::format("cannot write the results: {}", std::strerror(errno)));
    }
  }
}

std::string shown(std::string_view text) {
  std::string result;
  for (const char character : text) {
    const auto code = static_cast<unsigned char>(character);
    if (character == '\n') {
      result += "\\n";
    } else if (character == '\t') {
      result += "\\t";
    } else if (character == '\r') {
      result += "\\r";
    } else if (code < 0x20 || code == 0x7f) {
      result += fmt::format("\\x{:02x}", code);
    } else {
      result += character;
    }
  }
  return result;
}

std::string short_number(double value) {
  const double size = std::abs(value);
  if (std::isnan(value)) {
    return "-";
  }
  return size >= 1e4 && size < 1e7 ? fmt::format("{:.0f}", value) : fmt::format("{:.4g}", value);
}

std::string count_text(double count) {
  constexpr double most_exact = 9007199254740992;  // 2⁵³: every whole number up to it is a double
  return count == std::floor(count) && std::abs(count) <= most_exact ? fmt::format("{:.0f}", count)
                                                                     : short_number(count);
}

std::string p_text(double p) { return std::isnan(p) ? "-" : p < 1e-9 ? "< 1e-9" : short_number(p); }

std::string counted(std::size_t count, std::string_view noun) {
  const bool sibilant = noun.ends_with('s');
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : sibilant ? "es" : "s");
}

}  // namespace suffice::cli
