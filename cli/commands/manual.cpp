// Manual pages: the command table and the option table in roff.
#include "commands/manual.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/help.hpp"
#include "suffice/version.hpp"

namespace suffice::cli {

namespace {

// Text in which roff finds nothing to obey; a hyphen is a minus, so that options can be copied and searched for.
std::string roff(std::string_view text) {
  std::string result;
  bool at_start = true;
  for (const char c : text) {
    if (at_start && (c == '.' || c == '\'')) {
      result += "\\&";
    }
    at_start = c == '\n';
    if (c == '\\') {
      result += "\\e";
    } else if (c == '-') {
      result += "\\-";
    } else if (c == '\'') {
      result += "\\(aq";
    } else if (c == '`') {
      result += "\\(ga";
    } else if (c == '^') {
      result += "\\(ha";
    } else if (c == '~') {
      result += "\\(ti";
    } else {
      result += c;
    }
  }
  return result;
}

std::string page_header(const std::string& name, const std::string& summary) {
  std::string title = name;
  std::ranges::transform(title, title.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return fmt::format(".TH {} 1 \"\" \"suffice {}\" \"Suffice\"\n.SH NAME\n{} \\- {}\n", roff(title), version,
                     roff(name), roff(summary));
}

std::string examples_section(const std::vector<Example>& examples) {
  std::string text = ".SH EXAMPLES\n";
  for (const Example& example : examples) {
    text += fmt::format("{}{}:\n.PP\n.in +4n\n.nf\n{}\n.fi\n.in\n", &example == &examples.front() ? "" : ".PP\n",
                        roff(example.meaning), roff(example.command));
  }
  return text;
}

std::string options_section(const Command& command) {
  std::string text = ".SH OPTIONS\n";
  for (const Option& option : options_of(command.name)) {
    const bool has_both = short_name(option) != long_name(option);
    text +=
        fmt::format(".TP\n{}\\fB{}\\fR{}\n{}.\n", has_both ? fmt::format("\\fB{}\\fR, ", roff(short_name(option))) : "",
                    roff(long_name(option)),
                    option.metavar.empty() ? "" : fmt::format(" \\fI{}\\fR", roff(option.metavar)), roff(option.help));
    if (option.values.find("<models>") != std::string::npos) {
      text += fmt::format("They are {}.\n", roff(fmt::format("{}", fmt::join(named_values(option), ", "))));
    }
  }
  return text;
}

constexpr std::string_view exit_status =
    ".SH EXIT STATUS\n"
    "0 done, 2 wrong usage, 3 bad data, 4 bad model file, 5 file system, 70 a bug in suffice, 71 out of memory or "
    "threads.\n";

std::string references(const std::string& but) {
  std::string text = ".SH SEE ALSO\n";
  std::string names = but == "suffice" ? "" : "\\fBsuffice\\fR(1)";
  for (const Command& command : command_table()) {
    if (command.name != but) {
      names += fmt::format("{}\\fBsuffice\\-{}\\fR(1)", names.empty() ? "" : ",\n", command.name);
    }
  }
  return text + names + '\n';
}

}  // namespace

std::string overview_manual() {
  std::string text = page_header("suffice", "classification from sums");
  text += ".SH SYNOPSIS\n\\fBsuffice\\fR \\fICOMMAND\\fR ... [options]\n.SH DESCRIPTION\n";
  text += roff(overview_paragraph()) + "\n.SH COMMANDS\n";
  for (const Command& command : command_table()) {
    text += fmt::format(".TP\n\\fB{}\\fR\n{}; see \\fBsuffice\\-{}\\fR(1).\n", command.name, roff(command.summary),
                        command.name);
  }
  text += examples_section(overview_examples());
  text += ".SH ENVIRONMENT\n.TP\n\\fBNO_COLOR\\fR\nif it is not empty, nothing is coloured.\n";
  return text + std::string(exit_status) + references("suffice");
}

std::string manual(const Command& command) {
  std::string text = page_header("suffice-" + command.name, command.summary);
  text += fmt::format(".SH SYNOPSIS\n\\fBsuffice {}\\fR{}\n", command.name,
                      roff(usage(command).substr(std::string("suffice ").size() + command.name.size())));
  const std::vector<std::string> paragraphs = detail_paragraphs(command);
  if (!paragraphs.empty()) {
    text += ".SH DESCRIPTION\n";
  }
  for (const std::string& paragraph : paragraphs) {
    text += (&paragraph == &paragraphs.front() ? "" : ".PP\n") + roff(paragraph) + '\n';
  }
  return text + examples_section(command.examples) + options_section(command) + std::string(exit_status) +
         references(command.name);
}

}  // namespace suffice::cli
