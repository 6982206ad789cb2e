// Parsing: CLI11 splits the words, the tables say where each goes, and every complaint is an Error (usage).
#include "options/parse.hpp"

#include <algorithm>
#include <charconv>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "suffice/error.hpp"
#include "suffice/schema.hpp"

namespace suffice::cli {

namespace {

[[noreturn]] void complain(const Command& command, const std::string& message) {
  throw Error(ErrorCode::usage, fmt::format("{}; see suffice help {}", message, command.name));
}

std::uint64_t whole_number(const Command& command, const std::string& name, const std::string& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    complain(command, fmt::format("{} takes a whole number of at most 64 bits, not '{}'", name, text));
  }
  return number;
}

double real_number(const Command& command, const std::string& name, const std::string& text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) {
    complain(command, fmt::format("{} takes a number, not '{}'", name, text));
  }
  return number;
}

// Puts the texts given for one option or positional where they belong.
void assign(const Command& command, const std::string& name, const std::vector<std::string>& texts,
            const Destination& destination, Arguments& arguments) {
  for (const std::string& text : texts) {
    if (text.empty()) {
      complain(command, fmt::format("{} needs a value that is not empty", name));
    }
    if (const auto* flag = std::get_if<bool Arguments::*>(&destination)) {
      arguments.*(*flag) = true;
    } else if (const auto* one = std::get_if<std::string Arguments::*>(&destination)) {
      arguments.*(*one) = text;
    } else if (const auto* list = std::get_if<std::vector<std::string> Arguments::*>(&destination)) {
      (arguments.*(*list)).push_back(text);
    } else if (const auto* number = std::get_if<std::uint64_t Arguments::*>(&destination)) {
      arguments.*(*number) = whole_number(command, name, text);
    } else if (const auto* count = std::get_if<std::optional<std::uint64_t> Arguments::*>(&destination)) {
      arguments.*(*count) = whole_number(command, name, text);
    } else if (const auto* real = std::get_if<std::optional<double> Arguments::*>(&destination)) {
      arguments.*(*real) = real_number(command, name, text);
    }
  }
}

bool is_switch(const Destination& destination) { return std::holds_alternative<bool Arguments::*>(destination); }

bool is_list(const Destination& destination) {
  return std::holds_alternative<std::vector<std::string> Arguments::*>(destination);
}

CLI::Option* add(CLI::App& app, const Option& option) {
  if (is_switch(option.destination)) {
    return app.add_flag(option.names)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast)->disable_flag_override();
  }
  return app.add_option(option.names)
      ->multi_option_policy(is_list(option.destination) ? CLI::MultiOptionPolicy::TakeAll
                                                        : CLI::MultiOptionPolicy::Throw);
}

CLI::Option* add(CLI::App& app, const Positional& positional) {
  CLI::Option* added = app.add_option(positional.name);
  if (is_list(positional.destination)) {
    added->expected(-1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  }
  return added;
}

// A row of a table and what CLI11 found for it.
template <typename Row>
struct Parsed {
  Row row;
  CLI::Option* found;
};

template <typename Row>
std::vector<Parsed<Row>> add_all(CLI::App& app, const std::vector<Row>& rows) {
  std::vector<Parsed<Row>> all;
  all.reserve(rows.size());
  for (const Row& row : rows) {
    all.push_back({row, add(app, row)});
  }
  return all;
}

// Why CLI11 refused: it knows an option given twice, a switch with a value, and an option that ends the line.
[[noreturn]] void complain_of_refusal(const Command& command, const std::vector<Parsed<Option>>& options,
                                      const std::vector<std::string>& words, const CLI::ParseError& refusal) {
  for (const auto& [option, found] : options) {
    if (is_switch(option.destination) && std::ranges::any_of(words, [&](const std::string& word) {
          return word.starts_with(long_name(option) + "=");
        })) {
      complain(command, fmt::format("{} takes no value", long_name(option)));
    }
    if (found->count() > 1 && !is_switch(option.destination) && !is_list(option.destination)) {
      complain(command, fmt::format("{} is given twice", long_name(option)));
    }
    for (const std::string& name : {short_name(option), long_name(option)}) {
      if (words.back() == name || words.back() == name + "=") {
        complain(command, fmt::format("{} needs a value: {} {}", name, name, option.metavar));
      }
    }
  }
  complain(command, refusal.what());
}

// The number that is given with an option, as in --bins 5; empty where there is none.
std::string number_of(const std::string& word, const std::vector<std::string>& words) {
  const auto place = std::ranges::find(words, word);
  const std::size_t sign = word.find('=');
  const std::string value = sign != std::string::npos                                 ? word.substr(sign + 1)
                            : place != words.end() && std::next(place) != words.end() ? *std::next(place)
                                                                                      : "";
  return value.find_first_not_of("0123456789") == std::string::npos ? value : "";
}

[[noreturn]] void complain_of_word(const Command& command, const std::vector<Parsed<Option>>& options,
                                   const std::vector<std::string>& words, const std::string& word) {
  if (word.size() < 2 || word[0] != '-') {
    complain(command, fmt::format("{} takes no further word '{}'", command.name, word));
  }
  const std::string name = word.substr(0, word.find('='));
  std::vector<std::string> known;
  std::ranges::transform(options, std::back_inserter(known),
                         [](const Parsed<Option>& option) { return long_name(option.row); });
  std::vector<std::string_view> others;
  for (const Option& option : option_table()) {
    if (long_name(option) == name) {
      others.insert(others.end(), option.commands.begin(), option.commands.end());
    }
  }
  if (!others.empty()) {
    complain(command, fmt::format("{} is no option of {}, but of {}", name, command.name, fmt::join(others, ", ")));
  }
  static const std::vector<std::pair<std::string, std::string>> from_elsewhere = {
      {"--alpha", "--pseudocount B"},
      {"--laplace", "--pseudocount 1"},
      {"--smoothing", "--pseudocount B"},
      {"--priors", "--class-prior P"},
      {"--prior", "--class-prior P"},
      {"--reg-param", "--shrinkage LAMBDA"},
      {"--var-smoothing", "--ridge R"},
      {"--na-values", "--missing A,B"},
      {"--sep", "--delimiter C"},
      {"--bins", "--column COL=equal-width:BINS"},
      {"--label", "--target COL"},
      {"--response", "--target COL"},
      {"--class", "--target COL"},
      {"--y", "--target COL"},
      {"--outcome", "--target COL"},
      {"--k", "--cv K"},
      {"--folds", "--cv K"},
      {"--cv-folds", "--cv K"},
      {"--n-folds", "--cv K"},
      {"--test-size", "--cv K"},
      {"--random-state", "--seed S"},
      {"--n-jobs", "--threads T"},
      {"--jobs", "--threads T"},
      {"--classifier", "--model M"},
      {"--algorithm", "--model M"},
      {"--method", "--model M"},
      {"--na", "--missing A,B"},
      {"--na-strings", "--missing A,B"},
      {"--ignore", "--drop COL,COL"},
      {"--exclude", "--drop COL,COL"},
      {"--text-column", "--text COL"},
      {"--categorical", "--column COL=categorical"},
      {"--output-file", "-o MODEL"}};
  const auto here = std::ranges::find(from_elsewhere, name, &std::pair<std::string, std::string>::first);
  const auto is_known = [&](const std::string& answer) {
    return answer.starts_with("-o") || std::ranges::find(known, answer.substr(0, answer.find(' '))) != known.end();
  };
  if (here != from_elsewhere.end() && is_known(here->second)) {
    std::string answer = here->second;
    constexpr std::string_view bins = "BINS";
    const std::string number = number_of(word, words);
    if (answer.ends_with(bins) && !number.empty()) {
      answer.replace(answer.size() - bins.size(), bins.size(), number);
    }
    throw Error(ErrorCode::usage, fmt::format("unknown option {}; here it is {}", name, answer));
  }
  const std::string nearest = nearest_name(name, known);
  if (nearest.empty()) {
    complain(command, fmt::format("unknown option {}", name));
  }
  throw Error(ErrorCode::usage, fmt::format("unknown option {}; did you mean {}?", name, nearest));
}

}  // namespace

Arguments parse(const Command& command, const std::vector<std::string>& words) {
  CLI::App app;
  app.set_help_flag();
  app.allow_extras();
  const auto options = add_all(app, options_of(command.name));
  const auto positionals = add_all(app, command.positionals);
  try {
    app.parse(std::vector<std::string>(words.rbegin(), words.rend()));
  } catch (const CLI::ParseError& refusal) {
    complain_of_refusal(command, options, words, refusal);
  }
  for (const std::string& word : app.remaining()) {
    if (word != "--") {
      complain_of_word(command, options, words, word);
    }
  }

  Arguments arguments;
  for (const auto& [option, found] : options) {
    assign(command, long_name(option), found->results(), option.destination, arguments);
  }
  for (const auto& [positional, found] : positionals) {
    assign(command, positional.name, found->results(), positional.destination, arguments);
  }
  if (arguments.help) {
    return arguments;
  }
  for (const auto& [positional, found] : positionals) {
    if (positional.required && found->count() == 0) {
      complain(command, fmt::format("{} needs {}", command.name, positional.name));
    }
  }
  for (const auto& [option, found] : options) {
    if (option.required && found->count() == 0) {
      complain(command, fmt::format("{} needs {} {}", command.name, short_name(option), option.metavar));
    }
  }
  return arguments;
}

}  // namespace suffice::cli
