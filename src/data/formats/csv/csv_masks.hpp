// csv_masks(): where the bytes stand that give a CSV text its structure.
#pragma once

#include <cstddef>
#include <cstdint>

namespace suffice {

/// A bit for each of 64 bytes, the first of them lowest.
struct CsvMasks {
  std::uint64_t delimiters = 0;
  std::uint64_t quotes = 0;
  std::uint64_t line_feeds = 0;
  std::uint64_t returns = 0;
};

inline constexpr std::size_t csv_mask_bytes = 64;

/// The bytes that csv_masks() looks for. Two delimiters may be equal; a quote equal to a line feed is none.
struct CsvMarks {
  char delimiter;
  char other_delimiter;
  char quote;
};

/// The masks of `count` × csv_mask_bytes bytes.
void csv_masks(const char* bytes, std::size_t count, const CsvMarks& marks, CsvMasks* masks);

}  // namespace suffice
