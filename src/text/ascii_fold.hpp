// ASCII fold: lower-cases ASCII text and marks what belongs to words, 64 bytes at a time.
#pragma once

#include <cstddef>
#include <cstdint>

namespace suffice {

inline constexpr std::size_t fold_block = 64;

/// Folds the bytes of `in` up to the first that is not ASCII, and returns how many they are. out[i] is byte i in lower
/// case; bit i % 64 of words[i / 64] says whether it is a letter, a digit or an underscore, and is 0 from the returned
/// place on. `out` and `words` have room for `size` rounded up to whole blocks; what stands there after the folded
/// bytes is undefined.
std::size_t fold_ascii(const char* in, std::size_t size, char* out, std::uint64_t* words);
std::size_t fold_ascii_reference(const char* in, std::size_t size, char* out, std::uint64_t* words);

}  // namespace suffice
