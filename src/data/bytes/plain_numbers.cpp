#include "data/bytes/plain_numbers.hpp"

#include <algorithm>
#include <bit>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "data/bytes/plain_numbers.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET == HWY_SCALAR || HWY_TARGET == HWY_EMU128

std::uint64_t convert_plain_numbers(const PlainCells& cells, std::size_t count, char point, double* values) {
  std::uint64_t refused = 0;
  for (std::size_t k = 0; k < count; ++k) {
    std::array<char, 1 + plain_number_bytes> bytes{};
    bytes[0] = '-';
    std::memcpy(&bytes[1], &cells.first[k], sizeof cells.first[k]);
    std::memcpy(&bytes[9], &cells.last[k], sizeof cells.last[k]);
    const auto length = static_cast<std::size_t>(cells.counts[k]);
    const char* const end = bytes.data() + bytes.size();
    const bool is_plain = length - 1 < plain_number_bytes &&
                          plain_number(end - length - (cells.signs[k] != 0 ? 1 : 0), end, point, values[k]);
    refused |= std::uint64_t{!is_plain} << k;
  }
  return refused;
}

#else

using Words = hn::CappedTag<std::uint64_t, 8>;
using Integers = hn::RebindToSigned<Words>;
using Doubles = hn::RebindToFloat<Words>;
using Bytes = hn::Repartition<std::uint8_t, Words>;
using Word = hn::Vec<Words>;

HWY_INLINE Word bytes_of(std::uint8_t byte) { return hn::BitCast(Words(), hn::Set(Bytes(), byte)); }
HWY_INLINE Word all_bits() { return hn::Set(Words(), ~std::uint64_t{0}); }

/// Bytes as their distances from '0', those in the first `before` bits as 0.
HWY_INLINE Word digits_of(const std::uint64_t* words, Word before) {
  return hn::And(hn::Xor(hn::Load(Words(), words), bytes_of('0')), hn::Shl(all_bits(), before));
}

/// The first digit, behind `before` bits.
HWY_INLINE Word leading_digit(Word digits, Word before) {
  return hn::And(hn::Shr(digits, before), hn::Set(Words(), 0xFF));
}

/// 1 in every byte that is a point.
HWY_INLINE Word points_in(Word digits, char point) {
  const Bytes bytes;
  const auto is_point = hn::Eq(hn::BitCast(bytes, digits), hn::Set(bytes, static_cast<std::uint8_t>(point ^ '0')));
  return hn::And(hn::BitCast(Words(), hn::VecFromMask(bytes, is_point)), bytes_of(1));
}

/// The bytes behind the first point; of a second one the whole byte is among them, so that it is refused as no digit.
HWY_INLINE Word behind(Word points) { return hn::Sub(hn::Zero(Words()), hn::ShiftLeft<8>(points)); }

/// What precedes the point moves by a byte, over it.
HWY_INLINE Word without_point(Word digits, Word moved, Word kept) {
  return hn::Or(hn::And(digits, kept), hn::AndNot(kept, moved));
}

/// Not 0 where a byte is above 9.
HWY_INLINE Word no_digits(Word digits) {
  return hn::BitCast(Words(), hn::SaturatedSub(hn::BitCast(Bytes(), digits), hn::Set(Bytes(), 9)));
}

HWY_INLINE Word count_bytes(Word mask) { return hn::SumsOf8(hn::BitCast(Bytes(), hn::And(mask, bytes_of(1)))); }

/// The number of eight digits, the first of them in the lowest byte, each as its value.
HWY_INLINE Word numbers_of_digits(Word digits) {
  const hn::Repartition<std::uint16_t, Words> twos;
  const hn::Repartition<std::uint32_t, Words> fours;
  const auto ones = hn::BitCast(twos, digits);
  const auto pairs = hn::Add(hn::Mul(hn::And(ones, hn::Set(twos, 0xFF)), hn::Set(twos, 10)), hn::ShiftRight<8>(ones));
  const auto hundreds = hn::BitCast(fours, hn::Mul(pairs, hn::BitCast(twos, hn::Set(fours, 0x0001'0064))));
  const auto quads = hn::Add(hn::And(hundreds, hn::Set(fours, 0xFFFF)), hn::ShiftRight<16>(hundreds));
  return hn::Add(hn::MulEven(quads, hn::Set(fours, 10'000)), hn::ShiftRight<32>(hn::BitCast(Words(), quads)));
}

/// The steps are those of plain_number(), in every word of a vector.
std::uint64_t convert_plain_numbers(const PlainCells& cells, std::size_t count, char point, double* values) {
  const Words words;
  const Integers integers;
  const Doubles doubles;
  const std::size_t lanes = hn::Lanes(words);
  const auto none = hn::Zero(words);
  const auto one = hn::Set(integers, 1);
  const auto eight = hn::Set(integers, 8);
  const auto sixteen = hn::Set(integers, 16);
  std::uint64_t refused = 0;
  for (std::size_t k = 0; k < count; k += lanes) {
    const auto length = hn::Load(integers, cells.counts.data() + k);
    const auto before = hn::BitCast(words, hn::ShiftLeft<3>(hn::Sub(eight, hn::Min(hn::Max(length, one), eight))));
    auto last = digits_of(cells.last.data() + k, before);
    auto leading = leading_digit(last, before);
    const auto points = points_in(last, point);
    auto has_point = hn::Ne(points, none);
    auto kept = hn::IfThenElse(has_point, behind(points), all_bits());
    auto wrong = hn::Lt(length, one);
    auto decimals = count_bytes(kept);
    auto number = none;
    const auto is_long = hn::Gt(length, eight);
    if (HWY_LIKELY(hn::AllFalse(integers, is_long))) {
      last = without_point(last, hn::ShiftLeft<8>(last), kept);
      number = numbers_of_digits(last);
    } else {
      const auto is_long_word = hn::RebindMask(words, is_long);
      const auto first_before = hn::BitCast(
          words, hn::ShiftLeft<3>(hn::Sub(sixteen, hn::Min(hn::Max(length, hn::Set(integers, 9)), sixteen))));
      auto first = hn::IfThenElseZero(is_long_word, digits_of(cells.first.data() + k, first_before));
      leading = hn::IfThenElse(is_long_word, leading_digit(first, first_before), leading);
      const auto first_points = points_in(first, point);
      const auto is_in_first = hn::Ne(first_points, none);
      const auto first_kept =
          hn::IfThenElse(is_in_first, behind(first_points), hn::IfThenElse(has_point, none, all_bits()));
      kept = hn::IfThenElse(is_in_first, all_bits(), kept);
      has_point = hn::Or(has_point, is_in_first);
      decimals = hn::Add(count_bytes(kept), count_bytes(first_kept));
      last = without_point(last, hn::Or(hn::ShiftLeft<8>(last), hn::ShiftRight<56>(first)), kept);
      first = without_point(first, hn::ShiftLeft<8>(first), first_kept);
      const hn::Repartition<std::uint32_t, Words> halves;
      const auto millions = hn::BitCast(halves, numbers_of_digits(first));
      number = hn::Add(hn::MulEven(millions, hn::Set(halves, 100'000'000)), numbers_of_digits(last));
      const auto too_large = hn::Gt(hn::BitCast(integers, number), hn::Set(integers, most_exact_whole));
      wrong = hn::Or(wrong, hn::Or(hn::Gt(length, sixteen), too_large));
      wrong = hn::Or(wrong, hn::RebindMask(integers, hn::Ne(no_digits(first), none)));
    }
    // A point alone, and digits that may be a code.
    const auto is_one = hn::RebindMask(words, hn::Eq(length, one));
    const auto is_point = hn::And(is_one, has_point);
    const auto is_code = hn::AndNot(hn::Or(is_one, has_point), hn::Eq(leading, none));
    const auto is_wrong = hn::Or(hn::RebindMask(words, wrong), hn::Ne(no_digits(last), none));
    std::uint64_t bits = 0;
    hn::StoreMaskBits(words, hn::Or(is_wrong, hn::Or(is_point, is_code)), reinterpret_cast<std::uint8_t*>(&bits));
    refused |= bits << k;

    const auto power = hn::BitCast(integers, hn::IfThenElseZero(has_point, decimals));
    const auto whole = hn::ConvertTo(doubles, hn::BitCast(integers, number));
    const auto magnitude = hn::Div(whole, hn::GatherIndex(doubles, exact_powers_of_ten.data(), power));
    const auto value = hn::Or(magnitude, hn::BitCast(doubles, hn::Load(words, cells.signs.data() + k)));
    if (count - k >= lanes) {
      hn::StoreU(value, doubles, values + k);
    } else {
      alignas(64) std::array<double, 8> some{};
      hn::Store(value, doubles, some.data());
      std::copy_n(some.data(), count - k, values + k);
    }
  }
  return refused;
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(convert_plain_numbers);

std::uint64_t plain_numbers(PlainCells& cells, std::size_t count, char point, double* values) {
  constexpr std::uint64_t all = ~std::uint64_t{0};
  if (count == 0) return 0;
  if constexpr (std::endian::native != std::endian::little) return all >> (64 - count);
  for (std::size_t k = count; k % 8 != 0; ++k) {
    cells.last[k] = cells.first[k] = cells.signs[k] = 0;
    cells.counts[k] = 0;
  }
  return HWY_DYNAMIC_DISPATCH(convert_plain_numbers)(cells, count, point, values) & all >> (64 - count);
}

}  // namespace suffice
#endif
