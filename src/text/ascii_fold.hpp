// ASCII fold: lower-cases ASCII text and finds where its words begin and end, 64 bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace suffice {

inline constexpr std::size_t fold_block = 64;

/// What was read, and how many edges were found.
struct AsciiFold {
  std::size_t bytes = 0;
  std::size_t edges = 0;
  bool operator==(const AsciiFold&) const = default;
};

/// Folds the bytes of `in` up to the first that is not ASCII. out[i] is byte i in lower case. Words are runs of
/// letters, digits and underscores; edges are the places, `start` being that of byte 0, where one begins or the byte
/// after it is: a word that is open at the end has no second edge yet, and one may be open at the start. `out` has room
/// for `size` rounded up to whole blocks, `edges` for `size` and a block more; what stands there after the last is
/// undefined. All places are below 2³².
AsciiFold fold_ascii(const char* in, std::size_t size, bool open, std::size_t start, char* out, std::uint32_t* edges);

/// The same, byte by byte.
AsciiFold fold_ascii_reference(const char* in, std::size_t size, bool open, std::size_t start, char* out,
                               std::uint32_t* edges);

}  // namespace suffice
