// find_first_of(): the first of three bytes, searched eight bytes at a time.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace suffice {

/// How many bytes find_first_of() looks at together.
inline constexpr std::size_t bytes_at_a_time = sizeof(std::uint64_t);

/// The first of three bytes from `at` on. One of them must come, and be followed by bytes_at_a_time − 1 more that can
/// be read.
///
/// In x − 0x01…01, where x has a byte 0, the first such byte and none before it has its top bit set without having it
/// in x: those before are not 0 and lend nothing.
inline const char* find_first_of(const char* at, char a, char b, char c) {
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t tops = 0x8080808080808080;
  const auto all = [](char byte) { return ones * static_cast<unsigned char>(byte); };
  const auto zeros = [](std::uint64_t x) { return (x - ones) & ~x; };
  const std::uint64_t all_a = all(a);
  const std::uint64_t all_b = all(b);
  const std::uint64_t all_c = all(c);
  for (;; at += bytes_at_a_time) {
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, at, sizeof bytes);
    const std::uint64_t found = (zeros(bytes ^ all_a) | zeros(bytes ^ all_b) | zeros(bytes ^ all_c)) & tops;
    if (found == 0) continue;
    if constexpr (std::endian::native == std::endian::little) return at + std::countr_zero(found) / 8;
    while (*at != a && *at != b && *at != c) ++at;
    return at;
  }
}

}  // namespace suffice
