#include "remedies.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "option_table.hpp"

namespace suffice::cli {

namespace {

// As bash takes it for one word.
std::string shell_word(const std::string& text) {
  const bool is_plain = std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_.-,=:/").find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  });
  if (is_plain && !text.empty()) {
    return text;
  }
  std::string word = "'";
  for (const char c : text) {
    word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  }
  return word + "'";
}

std::string spelled(const Remedy& remedy) {
  std::string text;
  for (const std::string& value : remedy.values) {
    text += fmt::format("{}--{} {}", text.empty() ? "" : " ", remedy.option, shell_word(value));
  }
  return text.empty() ? "--" + remedy.option : text;
}

const char* verb(Remedy::Act act) {
  switch (act) {
    case Remedy::Act::give:
      return "give ";
    case Remedy::Act::leave_out:
      return "leave out ";
    case Remedy::Act::refit:
      break;
  }
  return "fit again with ";
}

// "give --estimate mle or map or --drop COL or leave out --ridge"
std::string joined(const std::vector<Remedy>& remedies) {
  std::string text;
  const Remedy* before = nullptr;
  for (const Remedy& remedy : remedies) {
    const bool same_verb = before != nullptr && before->act == remedy.act;
    const bool same_option =
        same_verb && before->option == remedy.option && before->values.size() == 1 && remedy.values.size() == 1;
    text += before == nullptr ? "" : " or ";
    text += same_verb ? "" : verb(remedy.act);
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
    const bool own = remedy.act == Remedy::Act::refit || has_option(command, remedy.option);
    if (!own && (remedy.act == Remedy::Act::leave_out || !has_option("fit", remedy.option))) {
      continue;
    }
    remedy.act = own ? remedy.act : Remedy::Act::refit;
    known.push_back(std::move(remedy));
  }
  return known;
}

}  // namespace

std::string message_text(const Error& error) { return with_remedies(error.message(), error.remedies()); }

std::string error_text(const Error& error, const std::string& command) {
  const std::string text = with_remedies(error.message(), remedies_for(command, error.remedies()));
  return error.where().empty() ? text : fmt::format("{}: {}", error.where(), text);
}

}  // namespace suffice::cli
