// run(): finds the command, parses its words, runs it, and turns errors into messages and exit codes.
#include "run.hpp"

#include <algorithm>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "commands/commands.hpp"
#include "commands/help.hpp"
#include "options/parse.hpp"
#include "remedies.hpp"
#include "suffice/error.hpp"
#include "suffice/version.hpp"

namespace suffice::cli {

namespace {

constexpr int out_of_resources = 71;

int exit_code(ErrorCode code) { return static_cast<int>(code); }

// What a command wrote before it failed still belongs to the reader.
void flush_quietly(Output& out) {
  try {
    out.flush();
  } catch (...) {  // NOLINT(bugprone-empty-catch): the first error is the one to report
  }
}

int dispatch(const std::vector<std::string>& words, Console& console) {
  if (words.empty()) {
    console.out.write(overview());
    console.out.flush();
    return exit_code(ErrorCode::usage);
  }
  const std::string& first = words.front();
  if (first == "--version" || first == "-V") {
    console.out.write(fmt::format("suffice {}\n", version));
  } else if (first == "--help" || first == "-h") {
    console.out.write(overview());
  } else if (first.starts_with("-")) {
    throw Error(ErrorCode::usage, fmt::format("a command comes first, not {}; see suffice help", first));
  } else {
    const Command& command = find_command(first);
    const Arguments arguments = parse(command, {words.begin() + 1, words.end()});
    console.quiet = arguments.quiet;
    if (arguments.help) {
      console.out.write(help_page(command));
    } else {
      command.run(arguments, console);
    }
  }
  console.out.flush();
  return 0;
}

}  // namespace

int run(const std::vector<std::string>& words, Output& out) {
  // Complaints about the command line itself are coloured too, so that --no-color is searched for before parsing.
  const bool plain = std::find(words.begin(), words.end(), "--no-color") != words.end();
  Console console = {.out = out, .color = stderr_takes_color() && !plain, .out_color = stdout_takes_color() && !plain};
  try {
    return dispatch(words, console);
  } catch (const Error& error) {
    flush_quietly(out);
    console.error(error_text(error, words.empty() ? "" : words.front()));
    return exit_code(error.code());
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::system_error& error) {
    flush_quietly(out);
    console.error(fmt::format("the system has no thread or memory to spare: {}", error.what()));
    return out_of_resources;
  } catch (const std::exception& error) {
    flush_quietly(out);
    console.error(
        fmt::format("this is a bug in suffice: {}; please report it with the command and its input", error.what()));
  }
  return exit_code(ErrorCode::internal);
}

int out_of_memory() noexcept {
  constexpr std::string_view message = "suffice: error: out of memory\n";
  static_cast<void>(::write(STDERR_FILENO, message.data(), message.size()) == 0);  // there is nowhere left to say so
  return out_of_resources;
}

int run_program(std::span<const char* const> words, Output& out) noexcept {
  try {
    return run(std::vector<std::string>(words.begin(), words.end()), out);
  } catch (const std::bad_alloc&) {
    flush_quietly(out);
    return out_of_memory();
  }
}

}  // namespace suffice::cli
