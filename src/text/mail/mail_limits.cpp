#include "text/mail/mail_limits.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

#include "data/bytes/ascii.hpp"

namespace suffice {
namespace {

constexpr std::size_t most_colons = 16;
constexpr std::size_t most_commas = 128;
constexpr std::size_t free_headers = 16;

// What may still occur before a bound is reached.
struct Budget {
  explicit Budget(std::size_t bytes)
      : parts(2000 + (bytes / 512)), headers(2000 + (bytes / 64)), separators(1000 + (bytes / 16)) {}

  std::size_t parts;
  std::size_t headers;
  std::size_t separators;
};

// Whether there was one left, which is taken.
bool take(std::size_t& left) {
  if (left == 0) return false;
  --left;
  return true;
}

// The end of the line that begins at `start`, its line feed included.
std::size_t line_end(std::string_view bytes, std::size_t start) {
  const std::size_t end = bytes.find('\n', start);
  return end == std::string_view::npos ? bytes.size() : end + 1;
}

bool is_separator(char c) { return c == ',' || c == ';'; }

bool continues(std::string_view bytes, std::size_t start) {
  return start < bytes.size() && (bytes[start] == ' ' || bytes[start] == '\t');
}

// Where the colon of a line stands that may be a header's: before it there is no space but at its end.
std::size_t colon_of(std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return colon;
  const std::string_view name = line.substr(0, colon);
  const std::size_t space = name.find_first_of(" \t");
  return name.find_first_not_of(" \t", std::min(space, colon)) == std::string_view::npos ? colon
                                                                                         : std::string_view::npos;
}

// What a header is by its name.
enum class Header { other, addresses, content_type, parameters };

Header header_of(std::string_view name) {
  constexpr std::array<std::string_view, 6> addresses = {"from", "to", "cc", "bcc", "reply-to", "sender"};
  constexpr std::size_t longest_name = 32;
  if (name.size() > longest_name) return Header::other;
  const std::string lower = ascii_lower(ascii_trimmed(name));
  if (lower == "content-type") return Header::content_type;
  if (lower == "content-disposition") return Header::parameters;
  return std::ranges::find(addresses, lower) == addresses.end() ? Header::other : Header::addresses;
}

class Limiter {
 public:
  Limiter(std::string_view message, std::string& copy) : message_(message), copy_(&copy), budget_(message.size()) {}

  bool run() {
    for (std::size_t start = 0; start < message_.size();) start = read_line(start);
    if (changed_) copy_->append(message_.substr(copied_));
    return changed_;
  }

 private:
  // Returns where to go on: behind the line, and behind what continues it where it has several values.
  std::size_t read_line(std::size_t start) {
    const std::size_t end = line_end(message_, start);
    const std::string_view line = message_.substr(start, end - start);
    if (line == "\n" || line == "\r\n") {
      run_ = 0;
    } else if (line.starts_with("--")) {
      if (!take(budget_.parts)) return read_beyond(start, end);
      run_ = 0;
    } else if (const std::size_t colon = colon_of(line); colon != std::string_view::npos) {
      return read_header(start, end, colon);
    }
    return end;
  }

  std::size_t read_header(std::size_t start, std::size_t end, std::size_t colon) {
    const std::string_view name = message_.substr(start, colon);
    const Header header = header_of(name);
    if (header == Header::content_type && !take(budget_.parts)) return read_beyond(start, end);
    if (++run_ > free_headers && !take(budget_.headers)) return read_beyond(start, end);
    if (header == Header::other) return end;
    while (continues(message_, end)) end = line_end(message_, end);
    if (header == Header::addresses) {
      limit_addresses(name, start + colon + 1, end);
    } else {
      limit_separators(start + colon + 1, end);
    }
    return end;
  }

  // A line that begins neither a part nor a header: a blank line before it ends those that it would have been one of.
  std::size_t read_beyond(std::size_t start, std::size_t end) {
    replace(start, 0, "\n ");
    run_ = 0;
    return end;
  }

  void limit_separators(std::size_t start, std::size_t end) {
    for (std::size_t k = start; k < end; ++k) {
      if (is_separator(message_[k]) && !take(budget_.separators)) replace(k, 1, " ");
    }
  }

  void limit_addresses(std::string_view name, std::size_t start, std::size_t end) {
    const std::string next = '\n' + std::string(name) + ':';
    std::size_t colons = most_colons;
    std::size_t commas = most_commas;
    for (std::size_t k = start; k < end; ++k) {
      const char c = message_[k];
      if ((c == ':' && !take(colons)) || (is_separator(c) && !take(budget_.separators))) {
        replace(k, 1, " ");
      } else if (c == ',' && !take(commas)) {
        replace(k, 1, next);
        commas = most_commas;
      }
    }
  }

  void replace(std::size_t at, std::size_t count, std::string_view by) {
    if (!changed_) copy_->clear();
    changed_ = true;
    copy_->append(message_.substr(copied_, at - copied_));
    copy_->append(by);
    copied_ = at + count;
  }

  std::string_view message_;
  std::string* copy_;
  Budget budget_;
  std::size_t run_ = 0;     // headers since the last blank line
  std::size_t copied_ = 0;  // bytes of the message that the copy stands for
  bool changed_ = false;
};

}  // namespace

bool limit_mail(std::string_view message, std::string& copy) { return Limiter(message, copy).run(); }

}  // namespace suffice
