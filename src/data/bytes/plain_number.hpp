// plain_number(): digits with a sign and a point, read sixteen at a time.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace suffice {

/// How many bytes before the end of a cell plain_number() loads, whatever they hold.
inline constexpr std::size_t plain_number_bytes = 16;

/// 10⁰ to 10²², the powers of ten that a double holds exactly.
inline constexpr std::array<double, 23> exact_powers_of_ten = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                                               1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                                               1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
/// Whole numbers up to this one are exact in a double.
inline constexpr std::uint64_t most_exact_whole = std::uint64_t{1} << 53;

/// The number of eight digits, the first of them in the lowest byte, each as its value.
inline std::uint64_t number_of_digits(std::uint64_t digits) {
  constexpr std::uint64_t every_fourth = 0x000000FF000000FF;
  const std::uint64_t pairs = digits * 10 + (digits >> 8U);
  return ((pairs & every_fourth) * 0x000F424000000064U + (pairs >> 16U & every_fourth) * 0x0000271000000001U) >> 32U;
}

/// Whether [begin, end) is a number of up to 16 characters after its sign: digits, one `point` among them or not, and
/// no more of them than a double holds exactly; without a point, the first of several is not 0. `value` is then the
/// double nearest to it: both the digits' number and the power of ten are exact, so that their quotient is rounded once
/// (Clinger 1990). False says nothing: the text may be a number of another form. The plain_number_bytes bytes before
/// `end` must be readable.
///
/// Bytes are taken to their distance from '0', those before the number to 0; without the point, all must be below 10.
inline bool plain_number(const char* begin, const char* end, char point, double& value) {
  if constexpr (std::endian::native != std::endian::little) return false;
  constexpr std::uint64_t ones = 0x0101010101010101;
  constexpr std::uint64_t tops = 0x80 * ones;
  // 16 bytes of zeros and as many of ones: 16 of them from byte k on are a mask of the last k bytes.
  static constexpr std::array<std::uint64_t, 4> masks = {0, 0, ~std::uint64_t{0}, ~std::uint64_t{0}};
  const auto* const mask_bytes = reinterpret_cast<const char*>(masks.data());
  const auto load = [](const char* from) {
    std::uint64_t word = 0;
    std::memcpy(&word, from, sizeof word);
    return word;
  };
  if (begin == end) return false;
  const bool negative = *begin == '-';
  const std::size_t count = static_cast<std::size_t>(end - begin) - (negative ? 1 : 0);
  if (count - 1 >= plain_number_bytes) return false;
  const std::uint64_t all_points = ones * static_cast<unsigned char>(point ^ '0');
  const bool may_be_code = count > 1 && end[-static_cast<std::ptrdiff_t>(count)] == '0';
  const auto zeros = [](std::uint64_t x) { return ~(((x & ~tops) + ~tops) | x) & tops; };
  const auto above_nine = [](std::uint64_t x) { return ((x + 0x76 * ones) | x) & tops; };
  const auto set = [&value, negative](std::uint64_t digits, std::size_t behind_point) {
    const double magnitude = static_cast<double>(static_cast<std::int64_t>(digits)) / exact_powers_of_ten[behind_point];
    // Signs alternate at random: no branch.
    value = std::bit_cast<double>(std::bit_cast<std::uint64_t>(magnitude) | std::uint64_t{negative} << 63U);
    return true;
  };
  std::uint64_t high = (load(end - 8) ^ '0' * ones) & load(mask_bytes + count + 8);
  const std::uint64_t high_points = zeros(high ^ all_points);
  if (count <= 8) {  // the same as below in one word
    std::size_t behind_point = 0;
    if (high_points != 0) {
      if (count == 1) return false;
      behind_point = 7 - static_cast<std::size_t>(std::countr_zero(high_points)) / 8;
      const std::uint64_t after = load(mask_bytes + behind_point + 8);
      high = (high & after) | (high << 8U & ~after);
    } else if (may_be_code) {
      return false;
    }
    return above_nine(high) == 0 && set(number_of_digits(high), behind_point);
  }
  std::uint64_t low = (load(end - 16) ^ '0' * ones) & load(mask_bytes + count);
  const std::uint64_t low_points = zeros(low ^ all_points);
  std::size_t behind_point = 0;
  if ((low_points | high_points) != 0) {
    const auto low_place = static_cast<std::size_t>(std::countr_zero(low_points)) / 8;
    const auto high_place = 8 + static_cast<std::size_t>(std::countr_zero(high_points)) / 8;
    behind_point = 15 - (low_points != 0 ? low_place : high_place);
    const std::uint64_t low_after = load(mask_bytes + behind_point);
    const std::uint64_t high_after = load(mask_bytes + behind_point + 8);
    // What precedes the point moves by a byte, over it.
    const std::uint64_t low_moved = low << 8U;
    const std::uint64_t high_moved = high << 8U | low >> 56U;
    low = (low & low_after) | (low_moved & ~low_after);
    high = (high & high_after) | (high_moved & ~high_after);
  } else if (may_be_code) {
    return false;
  }
  if ((above_nine(low) | above_nine(high)) != 0) return false;
  const std::uint64_t digits = number_of_digits(low) * 100'000'000 + number_of_digits(high);
  return digits <= most_exact_whole && set(digits, behind_point);
}

}  // namespace suffice
