// Help: pages of text made from the command table and the option table.
#include "help.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace suffice::cli {

namespace {

// "-o, --output MODEL"; long names stand below each other.
std::string spelled(const Option& option) {
  const bool has_both = short_name(option) != long_name(option);
  const std::string before = has_both ? short_name(option) + ", " : option.names.starts_with("--") ? "    " : "";
  return fmt::format("{}{}{}{}", before, long_name(option), option.metavar.empty() ? "" : " ", option.metavar);
}

std::string usage(const Command& command) {
  std::string line = "suffice " + command.name;
  for (const Positional& positional : command.positionals) {
    const std::string& word = positional.spelling.empty() ? positional.name : positional.spelling;
    line += positional.required ? fmt::format(" {}", word) : fmt::format(" [{}]", word);
  }
  const std::vector<Option> options = options_of(command.name);
  for (const Option& option : options) {
    if (option.required) {
      line += fmt::format(" {} {}", short_name(option), option.metavar);
    }
  }
  return options.empty() ? line : line + " [options]";
}

}  // namespace

std::string overview() {
  std::string page =
      "Examples:\n"
      "  suffice demo                                          see everything at work\n"
      "  suffice fit iris.csv --target species -o iris.model   learn\n"
      "  suffice predict iris.model new.csv                    label new rows\n"
      "\n"
      "Usage: suffice COMMAND ... [options]\n"
      "  Classification from sums: one pass over a table leaves a small file that predicts, draws new rows, and can "
      "be\n"
      "  updated, merged and made to forget.\n"
      "\n"
      "Commands:\n";
  for (const Command& command : command_table()) {
    page += fmt::format("  {:<10}{}\n", command.name, command.summary);
  }
  return page +
         "\n"
         "suffice help COMMAND shows its options; suffice --version the version.\n"
         "Exit codes: 0 done, 2 wrong usage, 3 bad data, 4 bad model file, 5 file system, 70 a bug in suffice,\n"
         "71 out of memory or threads.\n";
}

std::string help_page(const Command& command) {
  std::string page = "Examples:\n";
  std::size_t width = 0;
  for (const Example& example : command.examples) {
    width = std::max(width, example.command.size());
  }
  for (const Example& example : command.examples) {
    page += width <= 70 ? fmt::format("  {:<{}}   {}\n", example.command, width, example.meaning)
                        : fmt::format("  {}\n      {}\n", example.command, example.meaning);
  }
  page += fmt::format("\nUsage: {}\n", usage(command));
  for (std::size_t begin = 0; begin < command.detail.size();) {
    const std::size_t end = std::min(command.detail.find('\n', begin), command.detail.size());
    page += fmt::format("  {}\n", command.detail.substr(begin, end - begin));
    begin = end + 1;
  }
  const std::vector<Option> options = options_of(command.name);
  if (!options.empty()) {
    page += "\nOptions:\n";
  }
  width = 0;
  for (const Option& option : options) {
    width = std::max(width, spelled(option).size());
  }
  for (const Option& option : options) {
    page += fmt::format("  {:<{}}   {}\n", spelled(option), width, option.help);
  }
  return page;
}

void help_command(const Arguments& arguments, Console& console) {
  console.out.write(arguments.topic.empty() ? overview() : help_page(find_command(arguments.topic)));
}

}  // namespace suffice::cli
