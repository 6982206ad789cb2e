// Characters: UTF-8 decoded, with what Unicode says about each character: its kind and its lower case.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace suffice {

/// A character and the bytes it takes; 0 bytes where the text does not begin with a well-formed one.
struct Decoded {
  std::uint32_t code = 0;
  std::uint32_t length = 0;
};

/// The first character of a text that is not empty (Unicode, table 3-7).
inline Decoded decode_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xC0U) == 0x80U; };
  const std::uint32_t first = byte(0);
  if (first < 0x80) {
    return {first, 1};
  }
  if (first < 0xE0) {
    if (first < 0xC2 || text.size() < 2 || !follows(1)) return {};
    return {(first & 0x1FU) << 6U | (byte(1) & 0x3FU), 2};
  }
  if (first < 0xF0) {
    if (text.size() < 3 || !follows(1) || !follows(2)) return {};
    const std::uint32_t code = (first & 0xFU) << 12U | (byte(1) & 0x3FU) << 6U | (byte(2) & 0x3FU);
    const bool legal = code >= 0x800 && (code < 0xD800 || code > 0xDFFF);
    return legal ? Decoded{code, 3} : Decoded{};
  }
  if (first > 0xF4 || text.size() < 4 || !follows(1) || !follows(2) || !follows(3)) return {};
  const std::uint32_t code =
      (first & 0x7U) << 18U | (byte(1) & 0x3FU) << 12U | (byte(2) & 0x3FU) << 6U | (byte(3) & 0x3FU);
  return code >= 0x10000 && code <= 0x10FFFF ? Decoded{code, 4} : Decoded{};
}

/// Writes a character as UTF-8, and returns how many of the four bytes that `out` has room for it takes.
inline std::size_t encode(std::uint32_t code, char* out) {
  const auto put = [&](std::size_t i, std::uint32_t bits) { out[i] = static_cast<char>(bits); };
  if (code < 0x80) {
    put(0, code);
    return 1;
  }
  if (code < 0x800) {
    put(0, 0xC0U | code >> 6U);
    put(1, 0x80U | (code & 0x3FU));
    return 2;
  }
  if (code < 0x10000) {
    put(0, 0xE0U | code >> 12U);
    put(1, 0x80U | (code >> 6U & 0x3FU));
    put(2, 0x80U | (code & 0x3FU));
    return 3;
  }
  put(0, 0xF0U | code >> 18U);
  put(1, 0x80U | (code >> 12U & 0x3FU));
  put(2, 0x80U | (code >> 6U & 0x3FU));
  put(3, 0x80U | (code & 0x3FU));
  return 4;
}

struct Character {
  std::uint32_t lower : 30;  ///< Unicode's simple lower case, the character itself where it has none
  bool word : 1;             ///< a letter, mark, digit or underscore: categories L, M and N, and U+005F
  bool space : 1;            ///< white space: categories Zs, Zl, Zp, U+0009 to U+000D and U+0085
};

/// Looks characters up: those below U+3000 in a table, filled when it is made, ideographs and others in utf8proc's.
class CharacterTable {
 public:
  CharacterTable();

  [[nodiscard]] Character operator[](std::uint32_t code) const {
    return code < table_.size() ? table_[code] : character(code);
  }

 private:
  static Character character(std::uint32_t code);

  std::vector<Character> table_;
};

}  // namespace suffice
