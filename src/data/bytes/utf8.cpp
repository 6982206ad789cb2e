// Well-formed UTF-8: no overlong form, no surrogate, nothing above U+10FFFF.
#include "data/bytes/utf8.hpp"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <new>

#include <utf8proc.h>

#include "suffice/source.hpp"

namespace suffice {
namespace {

bool between(unsigned char byte, unsigned char low, unsigned char high) { return byte >= low && byte <= high; }

}  // namespace

std::size_t utf8_length(std::string_view bytes) {
  const auto byte = [bytes](std::size_t i) { return static_cast<unsigned char>(i < bytes.size() ? bytes[i] : '\0'); };
  const auto continues = [&](std::size_t i) { return between(byte(i), 0x80, 0xBF); };
  if (bytes.empty()) return 0;
  const unsigned char lead = byte(0);
  if (lead < 0x80) return 1;
  if (between(lead, 0xC2, 0xDF)) return continues(1) ? 2 : 0;
  if (between(lead, 0xE0, 0xEF)) {
    const unsigned char low = lead == 0xE0 ? 0xA0 : 0x80;
    const unsigned char high = lead == 0xED ? 0x9F : 0xBF;
    return between(byte(1), low, high) && continues(2) ? 3 : 0;
  }
  if (between(lead, 0xF0, 0xF4)) {
    const unsigned char low = lead == 0xF0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xF4 ? 0x8F : 0xBF;
    return between(byte(1), low, high) && continues(2) && continues(3) ? 4 : 0;
  }
  return 0;
}

std::string composed(std::string_view text) {
  const auto is_ascii = [](char byte) { return static_cast<unsigned char>(byte) < 0x80; };
  if (std::ranges::all_of(text, is_ascii)) return std::string(text);
  utf8proc_uint8_t* made = nullptr;
  const utf8proc_ssize_t length =
      ::utf8proc_map(reinterpret_cast<const utf8proc_uint8_t*>(text.data()),  // NOLINT(*-reinterpret-cast)
                     static_cast<utf8proc_ssize_t>(text.size()), &made,
                     static_cast<utf8proc_option_t>(UTF8PROC_STABLE | UTF8PROC_COMPOSE));
  const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(made, &std::free);
  if (length == UTF8PROC_ERROR_NOMEM) throw std::bad_alloc();
  return length < 0 ? std::string(text) : std::string(made, made + length);
}

bool is_utf8(std::string_view bytes) {
  if (std::ranges::all_of(bytes, [](char byte) { return static_cast<unsigned char>(byte) < 0x80; })) return true;
  while (!bytes.empty()) {
    const std::size_t length = utf8_length(bytes);
    if (length == 0) return false;
    bytes.remove_prefix(length);
  }
  return true;
}

bool append_utf8(std::string& text, std::uint32_t point) {
  if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) return false;
  const auto byte = [&](std::uint32_t bits) { text.push_back(static_cast<char>(bits)); };
  const auto rest = [&](unsigned shift) { byte(0x80U | (point >> shift & 0x3FU)); };
  if (point < 0x80) {
    byte(point);
  } else if (point < 0x800) {
    byte(0xC0U | point >> 6U);
    rest(0);
  } else if (point < 0x10000) {
    byte(0xE0U | point >> 12U);
    rest(6);
    rest(0);
  } else {
    byte(0xF0U | point >> 18U);
    rest(12);
    rest(6);
    rest(0);
  }
  return true;
}

}  // namespace suffice
