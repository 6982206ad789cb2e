// Waves: where the sequence of rows is cut.
#pragma once

#include <cstdint>

namespace suffice {

inline constexpr std::uint64_t chunk_rows = 1024;

/// The number of the first row of the wave that a row belongs to. Waves start at the rows 0, 1 Ki, 8 Ki, 64 Ki, 128 Ki,
/// 192 Ki, …: a shift is the mean of at least an eighth of the rows up to the end of the wave, so that sums about it
/// are at most eight times what is left once the mean is known.
constexpr std::uint64_t wave_start(std::uint64_t row) {
  constexpr std::uint64_t largest = 64 * chunk_rows;
  if (row >= largest) {
    return row / largest * largest;
  }
  return row >= 8 * chunk_rows ? 8 * chunk_rows : row >= chunk_rows ? chunk_rows : 0;
}

/// Whether a wave ends before this row.
constexpr bool starts_wave(std::uint64_t row) { return row > 0 && wave_start(row) == row; }

}  // namespace suffice
