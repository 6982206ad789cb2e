// The command table: what each command is called, what it takes and which function is its body.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "console.hpp"
#include "options/option_table.hpp"

namespace suffice::cli {

// The bodies, one file each. They throw suffice::Error and return when all is done.
void fit_command(const Arguments& arguments, Console& console);
void predict_command(const Arguments& arguments, Console& console);
void explain_command(const Arguments& arguments, Console& console);
void evaluate_command(const Arguments& arguments, Console& console);
void inspect_command(const Arguments& arguments, Console& console);
void sample_command(const Arguments& arguments, Console& console);
void estimate_command(const Arguments& arguments, Console& console);
void update_command(const Arguments& arguments, Console& console);
void forget_command(const Arguments& arguments, Console& console);
void merge_command(const Arguments& arguments, Console& console);
void check_command(const Arguments& arguments, Console& console);
void compare_command(const Arguments& arguments, Console& console);
void report_command(const Arguments& arguments, Console& console);
void plot_command(const Arguments& arguments, Console& console);
void demo_command(const Arguments& arguments, Console& console);
void help_command(const Arguments& arguments, Console& console);
void version_command(const Arguments& arguments, Console& console);

/// A word of the command line that needs no name.
struct Positional {
  std::string name;
  Destination destination;
  bool required = true;
  std::string spelling = {};  ///< in usage lines, where it is not the name
};

struct Example {
  std::string command;
  std::string meaning;
};

struct Command {
  std::string name;
  std::string summary;  ///< one line, for the list of commands
  std::string detail;   ///< a few lines, for its own --help
  std::vector<Positional> positionals;
  std::vector<Example> examples;
  void (*run)(const Arguments&, Console&);
};

/// In the order a newcomer meets them.
const std::vector<Command>& command_table();

/// Error (usage, with a suggestion) when there is no such command.
const Command& find_command(const std::string& name);

}  // namespace suffice::cli
