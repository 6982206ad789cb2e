// Help: pages of text made from the command table and the option table.
#include "commands/help.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "commands/manual.hpp"
#include "print/text_table.hpp"
#include "suffice/error.hpp"
#include "suffice/version.hpp"

namespace suffice::cli {

namespace {

// "-o, --output MODEL"; long names stand below each other.
std::string spelled(const Option& option) {
  const bool has_both = short_name(option) != long_name(option);
  const std::string before = has_both ? short_name(option) + ", " : option.names.starts_with("--") ? "    " : "";
  return fmt::format("{}{}{}{}", before, long_name(option), option.metavar.empty() ? "" : " ", option.metavar);
}

// What they mean stands beside them where there is room.
std::string examples_text(const std::vector<Example>& examples) {
  std::string text = "Examples:\n";
  std::size_t width = 0;
  std::size_t meaning = 0;
  for (const Example& example : examples) {
    width = std::max(width, example.command.size());
    meaning = std::max(meaning, example.meaning.size());
  }
  for (const Example& example : examples) {
    text += width + meaning + 5 <= most_columns()
                ? fmt::format("  {:<{}}   {}\n", example.command, width, example.meaning)
                : fmt::format("  {}\n      {}\n", example.command, example.meaning);
  }
  return text;
}

std::string options_text(const std::vector<Option>& options) {
  std::string text = options.empty() ? "" : "\nOptions:\n";
  std::size_t width = 0;
  for (const Option& option : options) {
    width = std::max(width, spelled(option).size());
  }
  for (const Option& option : options) {
    text += folded(fmt::format("  {:<{}}   {}", spelled(option), width, option.help), width + 5) + '\n';
  }
  return text;
}

}  // namespace

const std::vector<Example>& overview_examples() {
  static const std::vector<Example> examples = {
      {"suffice demo", "see everything at work"},
      {"suffice fit iris.csv --target species -o iris.model", "learn"},
      {"suffice predict iris.model new.csv", "label new rows"},
  };
  return examples;
}

std::string overview_paragraph() {
  return "Classification from sums: one pass over a table leaves a small file that predicts, draws new rows, and can "
         "be "
         "updated, merged and made to forget.";
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

std::vector<std::string> detail_paragraphs(const Command& command) {
  std::vector<std::string> paragraphs;
  bool is_open = false;
  for (std::size_t begin = 0; begin < command.detail.size();) {
    const std::size_t end = std::min(command.detail.find('\n', begin), command.detail.size());
    const std::string line = command.detail.substr(begin, end - begin);
    if (is_open) {
      paragraphs.back() += " " + line;
    } else {
      paragraphs.push_back(line);
    }
    is_open = !line.ends_with('.');
    begin = end + 1;
  }
  return paragraphs;
}

std::string overview() {
  std::string page = examples_text(overview_examples()) + "\nUsage: suffice COMMAND ... [options]\n" +
                     folded("  " + overview_paragraph(), 2) + "\n\nCommands:\n";
  for (const Command& command : command_table()) {
    page += fmt::format("  {:<10}{}\n", command.name, command.summary);
  }
  return page + '\n' +
         folded("suffice help COMMAND shows its options, and so does man suffice-COMMAND where that is installed.", 0) +
         '\n' +
         folded(
             "Exit codes: 0 done, 2 wrong usage, 3 bad data, 4 bad model file, 5 file system, 70 a bug in suffice, "
             "71 out of memory or threads.",
             0) +
         '\n';
}

std::string help_page(const Command& command) {
  std::string page = examples_text(command.examples) + fmt::format("\nUsage: {}\n", usage(command));
  for (const std::string& paragraph : detail_paragraphs(command)) {
    page += folded("  " + paragraph, 2) + '\n';
  }
  return page + options_text(options_of(command.name));
}

void help_command(const Arguments& arguments, Console& console) {
  const bool is_topic = !arguments.topic.empty();
  if (!arguments.shell.empty() && (is_topic || arguments.manual)) {
    throw Error(ErrorCode::usage, "--completion is of all commands: leave out the others");
  }
  if (!arguments.shell.empty()) {
    console.out.write(completion(arguments.shell));
  } else if (arguments.manual) {
    console.out.write(is_topic ? manual(find_command(arguments.topic)) : overview_manual());
  } else {
    console.out.write(is_topic ? help_page(find_command(arguments.topic)) : overview());
  }
}

void version_command(const Arguments& /*arguments*/, Console& console) {
  console.out.write(fmt::format("suffice {}\n", version));
}

}  // namespace suffice::cli
