#include "text/padded_keys.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "text/padded_keys.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

// Which of 16 bytes belong to a word of each length.
constexpr auto masks = [] {
  std::array<std::array<std::uint8_t, WordKey::short_bytes>, WordKey::short_bytes + 1> bytes{};
  for (std::size_t length = 0; length <= WordKey::short_bytes; ++length) {
    for (std::size_t i = 0; i < length; ++i) {
      bytes[length][i] = 0xFF;
    }
  }
  return bytes;
}();

void hash_padded(const std::string_view* words, std::size_t count, std::uint32_t tag, const WordHash& hash,
                 HashedKey* keys) {
  const hn::Full128<std::uint8_t> bytes;
  const hn::Full128<std::uint32_t> quarters;
  const hn::Full128<std::uint64_t> halves;
  const WordHash own = hash;  // nothing that is written could be a part of it
  const auto addends = hn::LoadU(quarters, own.addends().data());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t length = words[i].size();
    HashedKey& out = keys[i];
    if (length > WordKey::short_bytes) {
      out = own.hashed(words[i], tag);
      continue;
    }
    const auto word = hn::And(hn::LoadU(bytes, reinterpret_cast<const std::uint8_t*>(words[i].data())),
                              hn::LoadU(bytes, masks[length].data()));
    hn::StoreU(hn::BitCast(halves, word), halves, out.key.word.data());
    out.key.length = static_cast<std::uint32_t>(length);
    out.key.tag = tag;
    const auto sums = hn::Add(hn::BitCast(quarters, word), addends);
    const auto products = hn::MulEven(sums, hn::Shuffle2301(sums));
    out.hash = own.spread(hn::GetLane(hn::Add(products, hn::Shuffle01(products))), tag);
  }
}

#else

void hash_padded(const std::string_view* words, std::size_t count, std::uint32_t tag, const WordHash& hash,
                 HashedKey* keys) {
  for (std::size_t i = 0; i < count; ++i) {
    keys[i] = hash.hashed(words[i], tag);
  }
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(hash_padded);

void hash_padded(std::span<const std::string_view> words, std::uint32_t tag, const WordHash& hash, HashedKey* keys) {
  HWY_DYNAMIC_DISPATCH(hash_padded)(words.data(), words.size(), tag, hash, keys);
}

}  // namespace suffice
#endif
