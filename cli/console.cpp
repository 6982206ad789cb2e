// Console: messages on stderr.
#include "console.hpp"

#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

#include "print/text_table.hpp"

namespace suffice::cli {

namespace {

constexpr std::string_view red = "\x1b[31m";
constexpr std::string_view yellow = "\x1b[33m";
constexpr std::string_view plain = "\x1b[0m";

// On a terminal within its columns; elsewhere on one line, so that a message is found as a whole. A failed write is no
// error: there is nowhere left to say so.
void print(std::string_view message) {
  const std::string line =
      (stderr_is_terminal() ? folded(message, 2, most_columns(STDERR_FILENO)) : std::string(message)) + '\n';
  std::string_view text = line;
  while (!text.empty()) {
    const ssize_t written = ::write(STDERR_FILENO, text.data(), text.size());
    if (written <= 0) {
      return;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

bool is_color_refused() {
  const char* refusal = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  return (refusal != nullptr && *refusal != '\0') || (terminal != nullptr && std::string_view(terminal) == "dumb");
}

std::string painted(bool color, std::string_view paint, std::string_view word) {
  return color ? fmt::format("{}{}{}", paint, word, plain) : std::string(word);
}

}  // namespace

void Console::error(std::string_view text) const {
  print(fmt::format("suffice: {} {}", painted(color, red, "error:"), shown(text)));
}

void Console::warning(std::string_view text) const {
  print(fmt::format("{} {}", painted(color, yellow, "warning:"), shown(text)));
}

void Console::note(std::string_view text) const {
  if (!quiet) {
    print(fmt::format("{} {}", painted(color, yellow, "note:"), shown(text)));
  }
}

void Console::say(std::string_view text) const {
  if (!quiet) {
    print(shown(text));
  }
}

bool stderr_is_terminal() { return ::isatty(STDERR_FILENO) == 1; }

bool stderr_takes_color() { return stderr_is_terminal() && !is_color_refused(); }

bool stdout_takes_color() { return ::isatty(STDOUT_FILENO) == 1 && !is_color_refused(); }

}  // namespace suffice::cli
