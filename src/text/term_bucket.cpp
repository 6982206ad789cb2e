#include "text/term_bucket.hpp"

#include <bit>
#include <cstddef>
#include <cstring>

namespace suffice {

namespace {

// The 64-bit number whose bytes, lowest first, these are.
std::uint64_t little_endian(const char* bytes, std::size_t count) {
  std::uint64_t number = 0;
  if constexpr (std::endian::native == std::endian::little) {
    std::memcpy(&number, bytes, count);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      number |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
    }
  }
  return number;
}

// ⌊a·b / 2⁶⁴⌋.
std::uint64_t high_product(std::uint64_t a, std::uint64_t b) {
  const std::uint64_t a0 = a & 0xFFFFFFFFU;
  const std::uint64_t a1 = a >> 32U;
  const std::uint64_t b0 = b & 0xFFFFFFFFU;
  const std::uint64_t b1 = b >> 32U;
  const std::uint64_t middle = a1 * b0 + (a0 * b0 >> 32U);
  const std::uint64_t other = a0 * b1 + (middle & 0xFFFFFFFFU);
  return a1 * b1 + (middle >> 32U) + (other >> 32U);
}

struct SipState {
  std::uint64_t v0, v1, v2, v3;

  void round() {
    v0 += v1;
    v1 = std::rotl(v1, 13) ^ v0;
    v0 = std::rotl(v0, 32);
    v2 += v3;
    v3 = std::rotl(v3, 16) ^ v2;
    v0 += v3;
    v3 = std::rotl(v3, 21) ^ v0;
    v2 += v1;
    v1 = std::rotl(v1, 17) ^ v2;
    v2 = std::rotl(v2, 32);
  }
  void take(std::uint64_t word) {
    v3 ^= word;
    round();
    v0 ^= word;
  }
};

}  // namespace

std::uint64_t sip_hash(std::string_view bytes, std::uint64_t key0, std::uint64_t key1) {
  SipState state{key0 ^ 0x736f6d6570736575U, key1 ^ 0x646f72616e646f6dU, key0 ^ 0x6c7967656e657261U,
                 key1 ^ 0x7465646279746573U};
  const std::size_t whole = bytes.size() / 8 * 8;
  for (std::size_t i = 0; i < whole; i += 8) {
    state.take(little_endian(bytes.data() + i, 8));
  }
  state.take(std::uint64_t{bytes.size()} << 56U | little_endian(bytes.data() + whole, bytes.size() - whole));
  state.v2 ^= 0xFFU;
  state.round();
  state.round();
  state.round();
  return state.v0 ^ state.v1 ^ state.v2 ^ state.v3;
}

std::uint64_t term_bucket(std::string_view term, std::uint64_t key, std::uint64_t buckets) {
  return high_product(sip_hash(term, key, 0), buckets);
}

}  // namespace suffice
