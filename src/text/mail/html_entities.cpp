#include "text/mail/html_entities.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

#include "data/bytes/ascii.hpp"
#include "text/characters.hpp"

namespace suffice {

namespace {

struct NamedCharacter {
  std::string_view name;
  std::uint32_t code;

  constexpr bool operator<(const NamedCharacter& other) const { return name < other.name; }
};

// In byte order of the names.
constexpr std::array named_characters = std::to_array<NamedCharacter>({
    {"AElig", 0xC6},    {"AMP", '&'},       {"Aacute", 0xC1},  {"Acirc", 0xC2},    {"Agrave", 0xC0},
    {"Aring", 0xC5},    {"Atilde", 0xC3},   {"Auml", 0xC4},    {"Ccedil", 0xC7},   {"ETH", 0xD0},
    {"Eacute", 0xC9},   {"Ecirc", 0xCA},    {"Egrave", 0xC8},  {"Euml", 0xCB},     {"GT", '>'},
    {"Iacute", 0xCD},   {"Icirc", 0xCE},    {"Igrave", 0xCC},  {"Iuml", 0xCF},     {"LT", '<'},
    {"Ntilde", 0xD1},   {"OElig", 0x152},   {"Oacute", 0xD3},  {"Ocirc", 0xD4},    {"Ograve", 0xD2},
    {"Oslash", 0xD8},   {"Otilde", 0xD5},   {"Ouml", 0xD6},    {"QUOT", '"'},      {"Scaron", 0x160},
    {"THORN", 0xDE},    {"Uacute", 0xDA},   {"Ucirc", 0xDB},   {"Ugrave", 0xD9},   {"Uuml", 0xDC},
    {"Yacute", 0xDD},   {"Yuml", 0x178},    {"aacute", 0xE1},  {"acirc", 0xE2},    {"acute", 0xB4},
    {"aelig", 0xE6},    {"agrave", 0xE0},   {"amp", '&'},      {"apos", '\''},     {"aring", 0xE5},
    {"atilde", 0xE3},   {"auml", 0xE4},     {"bdquo", 0x201E}, {"brvbar", 0xA6},   {"bull", 0x2022},
    {"ccedil", 0xE7},   {"cedil", 0xB8},    {"cent", 0xA2},    {"colon", ':'},     {"comma", ','},
    {"commat", '@'},    {"copy", 0xA9},     {"curren", 0xA4},  {"dagger", 0x2020}, {"deg", 0xB0},
    {"divide", 0xF7},   {"dollar", '$'},    {"eacute", 0xE9},  {"ecirc", 0xEA},    {"egrave", 0xE8},
    {"emsp", 0x2003},   {"ensp", 0x2002},   {"eth", 0xF0},     {"euml", 0xEB},     {"euro", 0x20AC},
    {"excl", '!'},      {"frac12", 0xBD},   {"frac14", 0xBC},  {"frac34", 0xBE},   {"gt", '>'},
    {"hellip", 0x2026}, {"iacute", 0xED},   {"icirc", 0xEE},   {"iexcl", 0xA1},    {"igrave", 0xEC},
    {"iquest", 0xBF},   {"iuml", 0xEF},     {"laquo", 0xAB},   {"ldquo", 0x201C},  {"lowbar", '_'},
    {"lpar", '('},      {"lsaquo", 0x2039}, {"lsquo", 0x2018}, {"lt", '<'},        {"macr", 0xAF},
    {"mdash", 0x2014},  {"micro", 0xB5},    {"middot", 0xB7},  {"nbsp", 0xA0},     {"ndash", 0x2013},
    {"not", 0xAC},      {"ntilde", 0xF1},   {"num", '#'},      {"oacute", 0xF3},   {"ocirc", 0xF4},
    {"oelig", 0x153},   {"ograve", 0xF2},   {"ordf", 0xAA},    {"ordm", 0xBA},     {"oslash", 0xF8},
    {"otilde", 0xF5},   {"ouml", 0xF6},     {"para", 0xB6},    {"percnt", '%'},    {"period", '.'},
    {"plus", '+'},      {"plusmn", 0xB1},   {"pound", 0xA3},   {"quest", '?'},     {"quot", '"'},
    {"raquo", 0xBB},    {"rdquo", 0x201D},  {"reg", 0xAE},     {"rpar", ')'},      {"rsaquo", 0x203A},
    {"rsquo", 0x2019},  {"sbquo", 0x201A},  {"scaron", 0x161}, {"sect", 0xA7},     {"shy", 0xAD},
    {"sol", '/'},       {"sup1", 0xB9},     {"sup2", 0xB2},    {"sup3", 0xB3},     {"szlig", 0xDF},
    {"thinsp", 0x2009}, {"thorn", 0xFE},    {"times", 0xD7},   {"trade", 0x2122},  {"uacute", 0xFA},
    {"ucirc", 0xFB},    {"ugrave", 0xF9},   {"uml", 0xA8},     {"uuml", 0xFC},     {"yacute", 0xFD},
    {"yen", 0xA5},      {"yuml", 0xFF},     {"zwj", 0x200D},   {"zwnj", 0x200C},
});
static_assert(std::is_sorted(named_characters.begin(), named_characters.end()));

constexpr std::size_t longest_name = 6;
constexpr std::uint32_t replacement = 0xFFFD;

// Of bytes 128 to 159.
constexpr std::array<std::uint16_t, 32> windows_1252 = {0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                        0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                        0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                        0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

bool is_zero_width(std::uint32_t code) {
  return code == 0xAD || (code >= 0x200B && code <= 0x200D) || code == 0x2060 || code == 0xFEFF;
}

void append_character(std::uint32_t code, std::string& text) {
  if (code >= 0x80 && code < 0xA0) code = windows_1252_character(code);
  if (code == 0 || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) code = replacement;
  if (is_zero_width(code)) return;
  std::array<char, 4> bytes{};
  text.append(bytes.data(), encode(code, bytes.data()));
}

// Value of a digit of base 16, or 16.
unsigned hexadecimal_digit(char c) {
  if (c >= '0' && c <= '9') return static_cast<unsigned>(c - '0');
  if (c >= 'a' && c <= 'f') return static_cast<unsigned>(c - 'a') + 10;
  if (c >= 'A' && c <= 'F') return static_cast<unsigned>(c - 'A') + 10;
  return 16;
}

std::size_t append_numbered(std::string_view html, std::string& text) {
  const bool hexadecimal = html.size() > 2 && (html[2] == 'x' || html[2] == 'X');
  const unsigned base = hexadecimal ? 16 : 10;
  const std::size_t start = hexadecimal ? 3 : 2;
  std::size_t end = start;
  std::uint32_t code = 0;
  for (; end < html.size() && hexadecimal_digit(html[end]) < base; ++end) {
    code = std::min<std::uint32_t>(code * base + hexadecimal_digit(html[end]), 0x110000);
  }
  if (end == start) return 0;
  append_character(code, text);
  return end < html.size() && html[end] == ';' ? end + 1 : end;
}

}  // namespace

std::uint32_t windows_1252_character(std::uint32_t byte) {
  if (byte < 0x80 || byte >= 0xA0) return byte;
  return windows_1252[byte - 0x80] == 0 ? replacement : windows_1252[byte - 0x80];
}

std::size_t append_entity(std::string_view html, std::string& text) {
  if (html.size() > 1 && html[1] == '#') return append_numbered(html, text);
  std::size_t end = 1;
  while (end < html.size() && end <= longest_name && is_ascii_alphanumeric(html[end])) ++end;
  const NamedCharacter wanted{html.substr(1, end - 1), 0};
  const auto* const found = std::lower_bound(named_characters.begin(), named_characters.end(), wanted);
  if (found == named_characters.end() || found->name != wanted.name) return 0;
  append_character(found->code, text);
  return end < html.size() && html[end] == ';' ? end + 1 : end;
}

std::size_t zero_width_length(std::string_view text) {
  if (text.starts_with("\xC2\xAD")) return 2;
  for (const std::string_view bytes :
       {"\xE2\x80\x8B", "\xE2\x80\x8C", "\xE2\x80\x8D", "\xE2\x81\xA0", "\xEF\xBB\xBF"}) {
    if (text.starts_with(bytes)) return bytes.size();
  }
  return 0;
}

std::string with_entities_decoded(std::string_view text) {
  std::string decoded;
  while (!text.empty()) {
    const std::size_t plain = std::min(text.find('&'), text.size());
    decoded.append(text.substr(0, plain));
    text.remove_prefix(plain);
    if (text.empty()) break;
    const std::size_t length = append_entity(text, decoded);
    if (length == 0) decoded += '&';
    text.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return decoded;
}

}  // namespace suffice
