#include "store/container/long_texts.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <utility>

#include "data/bytes/utf8.hpp"

namespace suffice {

namespace {

constexpr std::string_view blank = " \t\n\r";

/// Where the text that begins behind its first quote ends, at the second; npos where it does not.
std::size_t end_of_text(std::string_view document, std::size_t begin) {
  for (std::size_t i = begin; i < document.size(); ++i) {
    if (document[i] == '"') return i;
    if (document[i] == '\\') ++i;
  }
  return std::string_view::npos;
}

/// The four hexadecimal digits that the text begins with.
std::optional<std::uint32_t> hexadecimal(std::string_view text) {
  constexpr std::size_t digits = 4;
  std::uint32_t code = 0;
  if (text.size() < digits) return std::nullopt;
  const std::string four(text.substr(0, digits));
  const auto [end, error] = std::from_chars(four.data(), four.data() + digits, code, 16);
  return error == std::errc() && end == four.data() + digits ? std::optional(code) : std::nullopt;
}

/// Reads what stands behind \u, and the second half where it is the first of a pair. The bytes read; 0: not one.
std::size_t add_escaped_code(std::string_view text, std::string& to) {
  constexpr std::uint32_t high = 0xD800;
  constexpr std::uint32_t low = 0xDC00;
  constexpr std::uint32_t beyond = 0xE000;
  const std::optional<std::uint32_t> first = hexadecimal(text);
  if (!first) return 0;
  if (*first < high || *first >= low) return append_utf8(to, *first) ? 4 : 0;
  const std::optional<std::uint32_t> second =
      text.substr(4).starts_with("\\u") ? hexadecimal(text.substr(6)) : std::nullopt;
  if (!second || *second < low || *second >= beyond) return 0;
  return append_utf8(to, 0x10000 + ((*first - high) << 10U) + (*second - low)) ? 10 : 0;
}

/// Reads what stands behind a backslash. The bytes read; 0: nothing that JSON knows.
std::size_t add_escaped(std::string_view text, std::string& to) {
  constexpr std::string_view letters = "\"\\/bfnrt";
  constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
  if (text.starts_with('u')) {
    const std::size_t read = add_escaped_code(text.substr(1), to);
    return read == 0 ? 0 : read + 1;
  }
  const std::size_t place = text.empty() ? std::string_view::npos : letters.find(text.front());
  if (place == std::string_view::npos) return 0;
  to.push_back(meanings[place]);
  return 1;
}

/// What is written between two quotes; nothing where it is no text of JSON.
std::optional<std::string> text_of(std::string_view written) {
  std::string text;
  text.reserve(written.size());
  for (std::size_t i = 0; i < written.size();) {
    const auto byte = static_cast<unsigned char>(written[i]);
    std::size_t read = 1;
    if (byte == '\\') {
      read = add_escaped(written.substr(i + 1), text);
      if (read == 0) return std::nullopt;
      ++read;
    } else if (byte < 0x20) {
      return std::nullopt;
    } else {
      read = byte < 0x80 ? 1 : utf8_length(written.substr(i));
      if (read == 0) return std::nullopt;
      text.append(written, i, read);
    }
    i += read;
  }
  return text;
}

bool is_key(std::string_view behind) {
  const std::size_t next = behind.find_first_not_of(blank);
  return next != std::string_view::npos && behind[next] == ':';
}

}  // namespace

LongTexts long_texts(std::string_view document, std::size_t longest) {
  LongTexts found;
  std::size_t kept = 0;  // what stands before it is in the rest
  std::size_t number = 0;
  for (std::size_t i = document.find('"'); i != std::string_view::npos; i = document.find('"', i), ++number) {
    const std::size_t begin = i + 1;
    const std::size_t end = end_of_text(document, begin);
    if (end == std::string_view::npos) break;
    i = end + 1;
    if (end - begin <= longest || is_key(document.substr(i))) continue;
    std::optional<std::string> text = text_of(document.substr(begin, end - begin));
    if (!text) continue;
    found.texts.emplace(number, std::move(*text));
    found.rest.append(document, kept, begin - kept);
    kept = end;
  }
  if (!found.texts.empty()) found.rest.append(document, kept);
  return found;
}

}  // namespace suffice
