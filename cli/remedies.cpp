#include "remedies.hpp"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "options/option_table.hpp"

namespace suffice::cli {

namespace {

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// $'…', in which control characters are escaped: a message shows them as it is printed.
std::string escaped_word(const std::string& text) {
  std::string word = "$'";
  for (const char c : text) {
    if (c == '\n') {
      word += "\\n";
    } else if (is_control(c)) {
      word += fmt::format("\\{:03o}", static_cast<unsigned>(c));
    } else {
      word += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    }
  }
  return word + "'";
}

}  // namespace

std::string shell_word(const std::string& text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.-,=:/").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  });
  if (is_plain && !text.empty()) {
    return text;
  }
  if (std::ranges::any_of(text, is_control)) {
    return escaped_word(text);
  }
  std::string word = "'";
  for (const char c : text) {
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return word + "'";
}

namespace {

// COL=ROLE in two; the role is empty where the value is no such thing.
std::pair<std::string, std::string> column_and_role(const std::string& value) {
  const std::size_t sign = value.rfind('=');
  return sign == std::string::npos ? std::pair(value, std::string())
                                   : std::pair(value.substr(0, sign), value.substr(sign));
}

// The values of an option that is to be given several times, fewer where it takes a list: --drop a,b and --column
// a,b=text. A name with a comma stands alone.
std::vector<std::string> joined_values(const Remedy& remedy) {
  if (remedy.option != "column" && remedy.option != "drop") {
    return remedy.values;
  }
  std::vector<std::string> words;
  std::string last_role;
  bool open = false;  // whether the last word takes more names
  for (const std::string& value : remedy.values) {
    const auto [name, role] = remedy.option == "column" ? column_and_role(value) : std::pair(value, std::string());
    const bool is_list = name.find(',') == std::string::npos;
    if (open && is_list && role == last_role) {
      words.back().insert(words.back().size() - role.size(), "," + name);
    } else {
      words.push_back(value);
    }
    open = is_list;
    last_role = role;
  }
  return words;
}

// Paths that are to be given with their labels are arguments, not an option.
constexpr std::string_view labelled_paths_option = "labelled-paths";

std::string spelled(const Remedy& remedy) {
  if (remedy.option == labelled_paths_option) {
    return "LABEL=PATH …";
  }
  std::string text;
  for (const std::string& value : joined_values(remedy)) {
    // A value that begins with a dash would be taken for an option.
    text += fmt::format("{}--{}{}{}", text.empty() ? "" : " ", remedy.option, value.starts_with('-') ? "=" : " ",
                        shell_word(value));
  }
  return text.empty() ? "--" + remedy.option : text;
}

// Sums are read without a column too: that needs no rows.
const char* verb(const Remedy& remedy) {
  switch (remedy.act) {
    case Remedy::Act::give:
      return "give ";
    case Remedy::Act::leave_out:
      return "leave out ";
    case Remedy::Act::refit:
      break;
  }
  return remedy.option == "drop" ? "estimate or fit again with " : "fit again with ";
}

// "give --estimate mle or map or --drop COL or leave out --ridge"
std::string joined(const std::vector<Remedy>& remedies) {
  std::string text;
  const Remedy* before = nullptr;
  for (const Remedy& remedy : remedies) {
    const bool same_verb = before != nullptr && before->act == remedy.act;
    const bool same_option = same_verb && before->option == remedy.option && before->values.size() == 1 &&
                             remedy.values.size() == 1 && !remedy.values.front().starts_with('-');
    text += before == nullptr ? "" : " or ";
    text += same_verb ? "" : verb(remedy);
    text += same_option ? shell_word(remedy.values.front()) : spelled(remedy);
    before = &remedy;
  }
  return text;
}

std::string with_remedies(const std::string& message, const std::vector<Remedy>& remedies) {
  return remedies.empty() ? message : fmt::format("{}: {}", message, joined(remedies));
}

bool has_option(const std::string& command, const std::string& name) {
  return std::ranges::any_of(options_of(command),
                             [&](const Option& option) { return long_name(option) == "--" + name; });
}

std::vector<Remedy> remedies_for(const std::string& command, const std::vector<Remedy>& remedies) {
  std::vector<Remedy> known;
  for (Remedy remedy : remedies) {
    const bool own = remedy.act == Remedy::Act::refit || remedy.option == labelled_paths_option ||
                     has_option(command, remedy.option);
    const bool is_of_reading = remedy.option == "on-bad-row";  // which another fit does not change
    if (!own && (remedy.act == Remedy::Act::leave_out || is_of_reading || !has_option("fit", remedy.option))) {
      continue;
    }
    remedy.act = own ? remedy.act : Remedy::Act::refit;
    known.push_back(std::move(remedy));
  }
  return known;
}

}  // namespace

std::string message_text(const Error& error, const std::string& command) {
  return with_remedies(error.message(), remedies_for(command, error.remedies()));
}

std::string doubt_text(const std::string& sentence, const std::vector<Remedy>& remedies) {
  return remedies.empty() ? sentence : fmt::format("{}; otherwise {}", sentence, joined(remedies));
}

std::string error_text(const Error& error, const std::string& command) {
  const std::string text = message_text(error, command);
  return error.where().empty() ? text : fmt::format("{}: {}", error.where(), text);
}

}  // namespace suffice::cli
