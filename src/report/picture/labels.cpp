#include "report/picture/labels.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "data/bytes/utf8.hpp"

namespace suffice::draw {

namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD";
constexpr std::string_view ellipsis = "\xE2\x80\xA6";

// The well-formed character that a text begins with, or as many bytes as a broken one has.
struct Character {
  std::string_view bytes;
  char32_t code = 0;  // 0 where it is not to be shown
};

bool is_shown(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7F && code < 0xA0);
  const bool direction = (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069);
  const bool none = (code & 0xFFFEU) == 0xFFFE || code == 0x2028 || code == 0x2029;
  return !control && !direction && !none;
}

Character first_character(std::string_view text) {
  const std::size_t length = utf8_length(text);
  if (length == 0) {
    return {text.substr(0, 1)};
  }
  const auto first = static_cast<unsigned char>(text.front());
  char32_t code = length == 1 ? first : first & (0xFFU >> (length + 1));
  for (std::size_t k = 1; k < length; ++k) {
    code = code << 6U | (static_cast<unsigned char>(text[k]) & 0x3FU);
  }
  return {text.substr(0, length), is_shown(code) ? code : 0};
}

// Widths in units of the size of the font, by groups of characters: those of DejaVu Sans, which is as wide as common
// sans-serif fonts are.
double character_width(char32_t code) {
  constexpr std::string_view narrow = "ijlI.,:;'|![]()/\\ tfr-";
  constexpr std::string_view wide = "mwMW@%+=<>~#";
  if ((code >= 0x1100 && code < 0x2000) || code >= 0x2E80) {
    return 1.0;  // CJK and pictures
  }
  if (code < 0x80) {
    const char character = static_cast<char>(code);
    if (narrow.find(character) != std::string_view::npos) {
      return 0.40;
    }
    if (wide.find(character) != std::string_view::npos) {
      return 0.95;
    }
    return character >= 'A' && character <= 'Z' ? 0.72 : 0.63;
  }
  return 0.68;
}

template <typename Use>
void each_character(std::string_view text, Use use) {
  while (!text.empty()) {
    const Character character = first_character(text);
    use(character);
    text.remove_prefix(character.bytes.size());
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string result;
  each_character(text, [&](const Character& character) {
    switch (character.code) {
      case 0:
        result += replacement;
        break;
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\'':
        result += "&#39;";
        break;
      default:
        result += character.bytes;
    }
  });
  return result;
}

double text_width(std::string_view text, double size) {
  double width = 0;
  each_character(text, [&](const Character& character) { width += character_width(character.code); });
  return width * size;
}

std::string shortened(std::string_view text, double size, double most) {
  if (text_width(text, size) <= most) {
    return std::string(text);
  }
  constexpr double head = 0.6;  // of the room beside the ellipsis
  const double room = std::max(0.0, most / size - character_width(0x2026));
  std::vector<std::size_t> begins;  // of the characters, and the end
  std::vector<double> widths;
  for (std::size_t length = 0; length < text.size();) {
    const Character character = first_character(text.substr(length));
    begins.push_back(length);
    widths.push_back(character_width(character.code));
    length += character.bytes.size();
  }
  begins.push_back(text.size());
  std::size_t first = 0;
  double width = 0;
  while (width + widths[first] <= head * room) {
    width += widths[first++];
  }
  std::size_t last = widths.size();
  while (width + widths[last - 1] <= room) {
    width += widths[--last];
  }
  return std::string(text.substr(0, begins[first])) + std::string(ellipsis) + std::string(text.substr(begins[last]));
}

std::string with_numbers(std::string_view label, std::string_view numbers) {
  bool from_right = false;
  each_character(label, [&](const Character& character) {
    const std::uint32_t code = character.code;
    from_right = from_right || (code >= 0x590 && code <= 0x8FF) || (code >= 0xFB1D && code <= 0xFEFC);
  });
  return from_right ? fmt::format("{} {}", numbers, label) : fmt::format("{}: {}", label, numbers);
}

std::vector<std::string> wrapped(std::string_view text, double size, double most) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = shortened(text.substr(0, end), size, most);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (lines.empty() || text_width(lines.back() + ' ' + word, size) > most) {
      lines.push_back(word);
    } else {
      lines.back() += ' ' + word;
    }
  }
  return lines;
}

std::string grouped(std::uint64_t count) {
  std::string digits = fmt::format("{}", count);
  for (std::size_t place = digits.size(); place > 3;) {
    place -= 3;
    digits.insert(place, ",");
  }
  return digits;
}

std::string pixels(double value) {
  // A place beyond what doubles can tell is not a number.
  const double tenths = std::isnan(value) ? 0 : std::round(std::clamp(value, -1e4, 1e4) * 10);
  const auto whole = static_cast<std::int64_t>(tenths);
  if (whole % 10 == 0) {
    return fmt::format("{}", whole / 10);
  }
  return fmt::format("{}{}.{}", whole < 0 ? "-" : "", std::abs(whole) / 10, std::abs(whole) % 10);
}

}  // namespace suffice::draw
