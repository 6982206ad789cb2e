#include "text/ascii_fold.hpp"

#include <algorithm>
#include <cstring>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/ascii_fold.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

// Returns how many of the 64 bytes come before the first that is not ASCII. Signed comparisons: no byte from 0x80 on
// is in any of the ranges.
HWY_INLINE std::size_t fold_one_block(const char* in, char* out, std::uint64_t& words) {
  const hn::CappedTag<std::int8_t, fold_block> tag;
  const std::size_t lanes = hn::Lanes(tag);
  std::uint64_t word_bits = 0;
  std::uint64_t other_bits = 0;
  for (std::size_t i = 0; i < fold_block; i += lanes) {
    const auto bytes = hn::LoadU(tag, reinterpret_cast<const std::int8_t*>(in) + i);
    const auto within = [&](auto values, char first, char last) {
      return hn::And(hn::Gt(values, hn::Set(tag, static_cast<std::int8_t>(first - 1))),
                     hn::Lt(values, hn::Set(tag, static_cast<std::int8_t>(last + 1))));
    };
    const auto upper = within(bytes, 'A', 'Z');
    const auto lower = hn::Add(bytes, hn::IfThenElseZero(upper, hn::Set(tag, 'a' - 'A')));
    hn::StoreU(lower, tag, reinterpret_cast<std::int8_t*>(out) + i);
    const auto word =
        hn::Or(hn::Or(within(lower, 'a', 'z'), within(bytes, '0', '9')), hn::Eq(bytes, hn::Set(tag, '_')));
    std::uint64_t bits = 0;
    hn::StoreMaskBits(tag, word, reinterpret_cast<std::uint8_t*>(&bits));
    word_bits |= bits << i;
    bits = 0;
    hn::StoreMaskBits(tag, hn::Lt(bytes, hn::Zero(tag)), reinterpret_cast<std::uint8_t*>(&bits));
    other_bits |= bits << i;
  }
  if (other_bits == 0) {
    words = word_bits;
    return fold_block;
  }
  const std::size_t count = hwy::Num0BitsBelowLS1Bit_Nonzero64(other_bits);
  words = word_bits & ((std::uint64_t{1} << count) - 1);
  return count;
}

std::size_t fold_ascii(const char* in, std::size_t size, char* out, std::uint64_t* words) {
  std::size_t done = 0;
  for (; done + fold_block <= size; done += fold_block) {
    const std::size_t count = fold_one_block(in + done, out + done, words[done / fold_block]);
    if (count < fold_block) {
      return done + count;
    }
  }
  if (done < size) {
    char rest[fold_block] = {};
    std::memcpy(rest, in + done, size - done);
    done += std::min(fold_one_block(rest, out + done, words[done / fold_block]), size - done);
  }
  return done;
}

#else

std::size_t fold_ascii(const char* in, std::size_t size, char* out, std::uint64_t* words) {
  return fold_ascii_reference(in, size, out, words);
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(fold_ascii);

std::size_t fold_ascii(const char* in, std::size_t size, char* out, std::uint64_t* words) {
  return HWY_DYNAMIC_DISPATCH(fold_ascii)(in, size, out, words);
}

std::size_t fold_ascii_reference(const char* in, std::size_t size, char* out, std::uint64_t* words) {
  const auto within = [](char byte, char first, char last) { return byte >= first && byte <= last; };
  std::fill_n(words, (size + fold_block - 1) / fold_block, 0);
  for (std::size_t i = 0; i < size; ++i) {
    if (static_cast<unsigned char>(in[i]) >= 0x80) {
      return i;
    }
    out[i] = within(in[i], 'A', 'Z') ? static_cast<char>(in[i] - 'A' + 'a') : in[i];
    const bool word = within(out[i], 'a', 'z') || within(in[i], '0', '9') || in[i] == '_';
    words[i / fold_block] |= std::uint64_t{word} << (i % fold_block);
  }
  return size;
}

}  // namespace suffice
#endif
