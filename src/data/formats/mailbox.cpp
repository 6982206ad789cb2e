#include "data/formats/mailbox.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "data/bytes/ascii.hpp"
#include "data/formats/row_block.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::string_view envelope_start = "From ";

bool is_decimal(char c) { return c >= '0' && c <= '9'; }

/// "From ann@example.com Thu Jan  1 00:00:00 2026": a colon between digits, and a number of four digits.
bool is_envelope(std::string_view line) {
  if (!line.starts_with(envelope_start)) return false;
  bool time = false;
  bool year = false;
  std::size_t digits = 0;
  for (std::size_t k = 0; k < line.size(); ++k) {
    time = time || (line[k] == ':' && digits > 0 && k + 1 < line.size() && is_decimal(line[k + 1]));
    digits = is_decimal(line[k]) ? digits + 1 : 0;
    year = year || (digits == 4 && (k + 1 == line.size() || !is_decimal(line[k + 1])));
  }
  return time && year;
}

bool is_quoted_envelope(std::string_view line) {
  const std::size_t text = line.find_first_not_of('>');
  return text > 0 && text != std::string_view::npos && line.substr(text).starts_with(envelope_start);
}

/// The name of the field in lower case; empty: the line is no field.
std::string field_name(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || colon == 0) return {};
  std::string name(line.substr(0, colon));
  for (char& c : name) {
    if (c <= ' ' || c > '~') return {};
    c = ascii_lower(c);
  }
  return name;
}

/// Fields that mail has, and posts to newsgroups or records of other kinds have not.
bool is_of_mail(std::string_view name) {
  constexpr std::array<std::string_view, 8> names = {"received",    "return-path",  "delivered-to", "message-id",
                                                     "envelope-to", "mime-version", "to",           "x-mailer"};
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

Mailbox::Mailbox(Input input, std::size_t most_bytes)
    : lines_(std::move(input), {.line_bytes = most_bytes}), most_bytes_(most_bytes) {}

bool Mailbox::next(std::string& bytes) {
  const std::size_t start = bytes.size();
  bool after_blank = false;
  bool some = std::exchange(at_message_, false);
  while (lines_.next(true) == LineReader::Step::line) {
    std::string_view line = lines_.line();
    if (!std::exchange(started_, true)) {
      of_several_ = line.starts_with(envelope_start);
      some = true;
      if (of_several_) continue;
    }
    if (of_several_ && after_blank && is_envelope(line)) {
      at_message_ = true;
      return true;
    }
    if (of_several_ && is_quoted_envelope(line)) line.remove_prefix(1);
    after_blank = line.empty();
    bytes.append(line).push_back('\n');
    if (bytes.size() - start > most_bytes_) {
      throw Error(ErrorCode::bad_data, fmt::format("a mail of more than {} MiB", most_bytes_ >> 20), lines_.where());
    }
  }
  return some;
}

bool looks_like_mail(std::string_view bytes) {
  bool of_mail = false;
  bool has_field = false;
  bool is_first = true;
  while (true) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return of_mail;
    std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const bool envelope = std::exchange(is_first, false) && is_envelope(line);
    const bool continued = !line.empty() && (line.front() == ' ' || line.front() == '\t');
    if (line.empty()) return of_mail;
    if (envelope || (continued && has_field)) continue;
    const std::string name = field_name(line);
    if (name.empty() || name == "newsgroups") return false;
    has_field = true;
    of_mail = of_mail || is_of_mail(name);
  }
}

}  // namespace suffice
