// Completions: the command table and the option table as bash, zsh and fish read them.
#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "commands/manual.hpp"
#include "suffice/error.hpp"

namespace suffice::cli {

namespace {

// As a shell takes it for one word.
std::string shell_quoted(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return word + "'";
}

std::vector<std::string> names_of(const Option& option) {
  return short_name(option) == long_name(option) ? std::vector{long_name(option)}
                                                 : std::vector{short_name(option), long_name(option)};
}

std::vector<std::string> command_names() {
  std::vector<std::string> names;
  std::ranges::transform(command_table(), std::back_inserter(names), &Command::name);
  return names;
}

// Whether the words that need no name are names of files; else they are commands.
bool takes_files(const Command& command) {
  return std::ranges::any_of(command.positionals, [](const Positional& p) { return p.name != "COMMAND"; });
}

bool takes_commands(const Command& command) { return !command.positionals.empty() && !takes_files(command); }

// A clause of bash's case: what follows an option of a command.
std::string bash_values(const Command& command, const Option& option) {
  std::vector<std::string> patterns;
  std::ranges::transform(names_of(option), std::back_inserter(patterns),
                         [&](const std::string& name) { return command.name + ":" + name; });
  return fmt::format("    {}) words={}; files={} ;;\n", fmt::join(patterns, "|"),
                     shell_quoted(fmt::format("{}", fmt::join(named_values(option), " "))),
                     is_file(option) ? "yes" : "");
}

std::string bash_completion() {
  std::string values;
  std::string options;
  for (const Command& command : command_table()) {
    std::vector<std::string> names;
    for (const Option& option : options_of(command.name)) {
      std::ranges::copy(names_of(option), std::back_inserter(names));
      if (!option.metavar.empty()) {
        values += bash_values(command, option);
      }
    }
    options +=
        fmt::format("      {}) options='{}'; files={}; words={} ;;\n", command.name, fmt::join(names, " "),
                    takes_files(command) ? "yes" : "",
                    takes_commands(command) ? shell_quoted(fmt::format("{}", fmt::join(command_names(), " "))) : "''");
  }
  return fmt::format(
      R"(# bash completion of suffice; made by `suffice help --completion bash`.
_suffice() {{
  local current="${{COMP_WORDS[COMP_CWORD]}}" before="${{COMP_WORDS[COMP_CWORD-1]}}" command="${{COMP_WORDS[1]}}"
  local words='' files='' options=''
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    mapfile -t COMPREPLY < <(compgen -W '{} --help --version' -- "$current")
    return
  fi
  # --option=value comes as three words.
  if [ "$current" = = ]; then
    current=''
  elif [ "$before" = = ]; then
    before="${{COMP_WORDS[COMP_CWORD-2]}}"
  fi
  case "$command:$before" in
{}    *)
    case "$command" in
{}    esac
    case "$current" in -*) words="$options"; files='' ;; esac ;;
  esac
  if [ -n "$words" ]; then
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
  fi
  if [ -n "$files" ]; then
    compopt -o filenames 2>/dev/null
    local found
    mapfile -t found < <(compgen -f -- "$current")
    COMPREPLY+=("${{found[@]}}")
  fi
}}
complete -F _suffice suffice
)",
      fmt::join(command_names(), " "), values, options);
}

// Text within the brackets of a zsh specification, itself within quotes.
std::string zsh_text(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') {
      result += '\\';
    }
    result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return result;
}

std::string zsh_values(const Option& option) {
  if (option.metavar.empty()) {
    return "";
  }
  const std::vector<std::string> values = named_values(option);
  const std::string words =
      values.empty() ? "" : fmt::format("({})", zsh_text(fmt::format("{}", fmt::join(values, " "))));
  return fmt::format(":{}:{}", zsh_text(option.metavar), is_file(option) ? "_files" : words);
}

std::string zsh_option(const Option& option) {
  const bool again = std::holds_alternative<std::vector<std::string> Arguments::*>(option.destination);
  const std::string rest = fmt::format("[{}]{}", zsh_text(option.help), zsh_values(option));
  if (short_name(option) == long_name(option)) {
    return fmt::format("        '{}{}{}' \\\n", again ? "*" : "", long_name(option), rest);
  }
  return fmt::format("        {}{{{},{}}}'{}' \\\n",
                     again ? "'*'" : fmt::format("'({} {})'", short_name(option), long_name(option)),
                     short_name(option), long_name(option), rest);
}

std::string zsh_completion() {
  std::string commands;
  std::string cases;
  for (const Command& command : command_table()) {
    commands += fmt::format("    '{}:{}'\n", command.name, zsh_text(command.summary));
    cases += fmt::format("    {})\n      _arguments \\\n", command.name);
    for (const Option& option : options_of(command.name)) {
      cases += zsh_option(option);
    }
    cases += takes_commands(command) ? fmt::format("        '*:command:({})' ;;\n", fmt::join(command_names(), " "))
             : takes_files(command)  ? "        '*:file:_files' ;;\n"
                                     : "        ;;\n";
  }
  return fmt::format(R"(#compdef suffice
# zsh completion of suffice; made by `suffice help --completion zsh`.
_suffice() {{
  local -a commands
  commands=(
{}  )
  if ((CURRENT == 2)); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  ((CURRENT--))
  case "$command" in
{}  esac
}}
if [ "$funcstack[1]" = _suffice ]; then
  _suffice "$@"
else
  compdef _suffice suffice
fi
)",
                     commands, cases);
}

std::string fish_option(const Command& command, const Option& option) {
  std::string line = fmt::format("complete -c suffice -n '__fish_seen_subcommand_from {}'", command.name);
  for (const std::string& name : names_of(option)) {
    line += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  }
  if (!option.metavar.empty()) {
    const std::vector<std::string> values = named_values(option);
    line += is_file(option) ? " -r -F" : " -x";
    line += values.empty() ? "" : " -a " + shell_quoted(fmt::format("{}", fmt::join(values, " ")));
  }
  std::string help = shell_quoted(option.help);
  return line + " -d " + help + '\n';
}

std::string fish_completion() {
  std::string text =
      "# fish completion of suffice; made by `suffice help --completion fish`.\ncomplete -c suffice -f\n";
  for (const Command& command : command_table()) {
    text += fmt::format("complete -c suffice -n __fish_use_subcommand -a {} -d {}\n", command.name,
                        shell_quoted(command.summary));
    if (takes_files(command)) {
      text += fmt::format("complete -c suffice -n '__fish_seen_subcommand_from {}' -F\n", command.name);
    }
    if (takes_commands(command)) {
      text += fmt::format("complete -c suffice -n '__fish_seen_subcommand_from {}' -a '{}'\n", command.name,
                          fmt::join(command_names(), " "));
    }
    for (const Option& option : options_of(command.name)) {
      text += fish_option(command, option);
    }
  }
  return text;
}

}  // namespace

std::string completion(const std::string& shell) {
  if (shell == "bash") {
    return bash_completion();
  }
  if (shell == "zsh") {
    return zsh_completion();
  }
  if (shell == "fish") {
    return fish_completion();
  }
  throw Error(ErrorCode::usage, fmt::format("there is a completion for bash, zsh and fish, not for '{}'", shell));
}

}  // namespace suffice::cli
