#include "data/bytes/transcode.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

#include "data/bytes/converted.hpp"
#include "data/bytes/utf8.hpp"

namespace suffice {
namespace {

constexpr unsigned replacement_character = 0xFFFD;
constexpr unsigned byte_order_character = 0xFEFF;

bool is_high_surrogate(unsigned unit) { return unit >= 0xD800 && unit <= 0xDBFF; }
bool is_low_surrogate(unsigned unit) { return unit >= 0xDC00 && unit <= 0xDFFF; }

void append_character(unsigned code, std::string& to) {
  const auto byte = [&](unsigned bits) { to.push_back(static_cast<char>(bits)); };
  const auto tail = [&](unsigned shift) { byte(0x80U | ((code >> shift) & 0x3FU)); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0U | (code >> 6));
    tail(0);
  } else if (code < 0x10000) {
    byte(0xE0U | (code >> 12));
    tail(6);
    tail(0);
  } else {
    byte(0xF0U | (code >> 18));
    tail(12);
    tail(6);
    tail(0);
  }
}

/// The characters of the bytes 0x80 to 0x9F; all other bytes are those of Latin-1.
constexpr std::array<std::uint16_t, 32> windows_1252_characters = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178};

void append_windows_1252(std::string_view bytes, std::string& to) {
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    append_character(byte >= 0x80 && byte < 0xA0 ? windows_1252_characters[byte - 0x80U] : byte, to);
  }
}

}  // namespace

void Transcoder::add(std::string_view bytes, std::string& to) {
  if (encoding_ == Encoding::utf8) return add_utf8(bytes, to);
  if (encoding_ == Encoding::windows_1252) return append_windows_1252(bytes, to);
  const auto unit_of = [this](char first, char second) {
    const auto low = static_cast<unsigned char>(encoding_ == Encoding::utf16_le ? first : second);
    const auto high = static_cast<unsigned char>(encoding_ == Encoding::utf16_le ? second : first);
    return 256U * high + low;
  };
  if (!held_.empty() && !bytes.empty()) {
    add_unit(unit_of(held_.front(), bytes.front()), to);
    held_.clear();
    bytes.remove_prefix(1);
  }
  for (; bytes.size() >= 2; bytes.remove_prefix(2)) add_unit(unit_of(bytes[0], bytes[1]), to);
  held_ += bytes;
}

void Transcoder::add_utf8(std::string_view bytes, std::string& to) {
  while (at_start_ && !bytes.empty()) {
    held_ += bytes.front();
    bytes.remove_prefix(1);
    if (held_ == byte_order_mark) held_.clear();
    at_start_ = !held_.empty() && byte_order_mark.starts_with(held_);
    if (!at_start_) to += std::exchange(held_, {});
  }
  to += bytes;
}

void Transcoder::add_unit(unsigned unit, std::string& to) {
  if (std::exchange(at_start_, false) && unit == byte_order_character) return;
  const unsigned high = std::exchange(surrogate_, 0);
  if (high != 0 && is_low_surrogate(unit)) {
    return append_character(0x10000U + ((high - 0xD800U) << 10) + (unit - 0xDC00U), to);
  }
  if (high != 0) append_character(replacement_character, to);
  if (is_high_surrogate(unit)) {
    surrogate_ = unit;
  } else {
    append_character(is_low_surrogate(unit) ? replacement_character : unit, to);
  }
}

void Transcoder::finish(std::string& to) {
  if (encoding_ == Encoding::utf8) {
    to += std::exchange(held_, {});
    return;
  }
  if (std::exchange(surrogate_, 0) != 0) append_character(replacement_character, to);
  if (!std::exchange(held_, {}).empty()) append_character(replacement_character, to);
}

Input transcoded(Input input, Encoding encoding, std::size_t chunk_bytes) {
  if (encoding == Encoding::utf8) {
    std::array<char, byte_order_mark.size()> mark{};
    if (input.starts_with(byte_order_mark)) input.read(mark.data(), mark.size());
    return input;
  }
  return converted(std::move(input), Transcoder(encoding), chunk_bytes);
}

std::string to_utf8(std::string_view bytes, Encoding encoding, bool complete) {
  std::string text;
  Transcoder transcoder(encoding);
  transcoder.add(bytes, text);
  if (complete) transcoder.finish(text);
  return text;
}

}  // namespace suffice
