// plain_numbers(): many cells at a time, read as plain_number() reads one.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "data/bytes/plain_number.hpp"

namespace suffice {

/// The bytes of up to `most` cells, in the order that vectors load them.
struct PlainCells {
  static constexpr std::size_t most = 64;

  /// Cell k is [begin, end). The plain_number_bytes bytes before `end`, and the one at `begin`, must be readable.
  void set(std::size_t k, const char* begin, const char* end) {
    std::memcpy(&last[k], end - 8, 8);
    std::memcpy(&first[k], end - 16, 8);
    const std::uint64_t negative = *begin == '-' ? 1 : 0;
    counts[k] = end - begin - static_cast<std::int64_t>(negative);
    signs[k] = negative << 63U;
  }

  alignas(64) std::array<std::uint64_t, most> last;  ///< its last eight bytes, and what precedes it where it is shorter
  alignas(64) std::array<std::uint64_t, most> first;  ///< the eight bytes before those
  alignas(64) std::array<std::int64_t, most> counts;  ///< of its characters after the sign
  alignas(64) std::array<std::uint64_t, most> signs;  ///< the sign bit of a double
};

/// The values of the first `count` cells, and a bit for each that is none that plain_number() takes: its value may be
/// anything. Cells up to the next multiple of eight are overwritten.
std::uint64_t plain_numbers(PlainCells& cells, std::size_t count, char point, double* values);

}  // namespace suffice
