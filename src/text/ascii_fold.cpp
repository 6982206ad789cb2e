#include "text/ascii_fold.hpp"

#include <bit>
#include <cstdint>
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

// The bytes of a block, a bit for each: which belong to words, and which are not ASCII.
struct BlockBits {
  std::uint64_t words = 0;
  std::uint64_t others = 0;
};

// No byte from 0x80 on is in any of the ranges.
HWY_INLINE BlockBits fold_one_block(const char* in, char* out) {
  const hn::CappedTag<std::uint8_t, fold_block> tag;
  const hn::RebindToSigned<decltype(tag)> signed_tag;
  const std::size_t lanes = hn::Lanes(tag);
  const auto all = [&](char byte) { return hn::Set(tag, static_cast<std::uint8_t>(byte)); };
  const auto within = [&](auto bytes, char first, char last) {
    return hn::Lt(hn::Sub(bytes, all(first)), all(static_cast<char>(last - first + 1)));
  };
  const auto bits_of = [&](auto mask) {
    std::uint64_t bits = 0;
    hn::StoreMaskBits(tag, mask, reinterpret_cast<std::uint8_t*>(&bits));
    return bits;
  };
  BlockBits found;
  for (std::size_t i = 0; i < fold_block; i += lanes) {
    const auto bytes = hn::LoadU(tag, reinterpret_cast<const std::uint8_t*>(in) + i);
    const auto lower = hn::Or(bytes, all('a' - 'A'));  // if it is a letter
    const auto letter = within(lower, 'a', 'z');
    hn::StoreU(hn::IfThenElse(letter, lower, bytes), tag, reinterpret_cast<std::uint8_t*>(out) + i);
    found.words |= bits_of(hn::Or(hn::Or(letter, within(bytes, '0', '9')), hn::Eq(bytes, all('_')))) << i;
    const auto others = hn::Lt(hn::BitCast(signed_tag, bytes), hn::Zero(signed_tag));
    found.others |= bits_of(hn::RebindMask(tag, others)) << i;
  }
  return found;
}

// Writes where bits differ from those before them, a bit standing for the byte after that of the last call's last.
class EdgeWriter {
 public:
  HWY_INLINE EdgeWriter(bool open, std::size_t start, std::uint32_t* edges)
      : before_(open ? 1 : 0), places_(hn::Iota(Tag(), static_cast<std::uint32_t>(start))), next_(edges) {}

  // As many at a time as a vector has, most of which are often none: they are overwritten by the next.
  HWY_INLINE void write(std::uint64_t words, std::uint64_t counted = ~std::uint64_t{0}) {
    const std::uint64_t edges = (words ^ (words << 1U | before_)) & counted;
    before_ = words >> (fold_block - 1);
    const std::size_t lanes = hn::Lanes(Tag());
    for (std::size_t i = 0; i < fold_block; i += lanes) {
      const std::uint64_t some = edges >> i;
      next_ += hn::CompressBitsStore(places_, reinterpret_cast<const std::uint8_t*>(&some), Tag(), next_);
      places_ = hn::Add(places_, hn::Set(Tag(), static_cast<std::uint32_t>(lanes)));
    }
  }
  HWY_INLINE std::uint32_t* next() const { return next_; }

 private:
  using Tag = hn::CappedTag<std::uint32_t, fold_block>;
  std::uint64_t before_;  // whether the last byte belongs to a word
  hn::Vec<Tag> places_;
  std::uint32_t* next_;
};

AsciiFold fold_ascii(const char* in, std::size_t size, bool open, std::size_t start, char* out, std::uint32_t* edges) {
  EdgeWriter writer(open, start, edges);
  BlockBits found;
  std::size_t done = 0;
  for (; done + fold_block <= size; done += fold_block) {
    found = fold_one_block(in + done, out + done);
    if (found.others != 0) {
      break;
    }
    writer.write(found.words);
  }
  if (done == size) {
    return {size, static_cast<std::size_t>(writer.next() - edges)};
  }
  if (done + fold_block > size) {
    char rest[fold_block] = {};
    std::memcpy(rest, in + done, size - done);
    found = fold_one_block(rest, out + done);
    found.others |= ~std::uint64_t{0} << (size - done);
  }
  const auto count = static_cast<std::size_t>(std::countr_zero(found.others));
  writer.write(found.words, (std::uint64_t{1} << count) - 1);
  return {done + count, static_cast<std::size_t>(writer.next() - edges)};
}

#else

AsciiFold fold_ascii(const char* in, std::size_t size, bool open, std::size_t start, char* out, std::uint32_t* edges) {
  return fold_ascii_reference(in, size, open, start, out, edges);
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(fold_ascii);

AsciiFold fold_ascii(const char* in, std::size_t size, bool open, std::size_t start, char* out, std::uint32_t* edges) {
  return HWY_DYNAMIC_DISPATCH(fold_ascii)(in, size, open, start, out, edges);
}

AsciiFold fold_ascii_reference(const char* in, std::size_t size, bool open, std::size_t start, char* out,
                               std::uint32_t* edges) {
  const auto within = [](char byte, char first, char last) { return byte >= first && byte <= last; };
  AsciiFold done;
  for (; done.bytes < size && static_cast<unsigned char>(in[done.bytes]) < 0x80; ++done.bytes) {
    const char byte = in[done.bytes];
    const char lower = within(byte, 'A', 'Z') ? static_cast<char>(byte - 'A' + 'a') : byte;
    out[done.bytes] = lower;
    if ((within(lower, 'a', 'z') || within(byte, '0', '9') || byte == '_') != open) {
      open = !open;
      edges[done.edges++] = static_cast<std::uint32_t>(start + done.bytes);
    }
  }
  return done;
}

}  // namespace suffice
#endif
