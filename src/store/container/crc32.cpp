// CRC-32, sixteen bytes at a time through sixteen tables ("slicing by 16").
#include "store/container/crc32.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace suffice {
namespace {

static_assert(std::endian::native == std::endian::little, "eight bytes are read as one number, the lowest first");

constexpr std::size_t slices = 16;

using ByteTable = std::array<std::uint32_t, 256>;

/// tables[k][b] is the remainder of the byte b followed by k zero bytes.
constexpr std::array<ByteTable, slices> make_tables() {
  std::array<ByteTable, slices> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? 0xEDB88320U : 0U);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < slices; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t shorter = tables[k - 1][byte];
      tables[k][byte] = (shorter >> 8U) ^ tables[0][shorter & 0xFFU];
    }
  }
  return tables;
}

constexpr std::array<ByteTable, slices> tables = make_tables();

std::uint64_t eight_bytes(const char* bytes) {
  std::uint64_t number = 0;
  std::memcpy(&number, bytes, sizeof number);
  return number;
}

/// The remainder of eight bytes, `after` more bytes being to come.
std::uint32_t remainder_of(std::uint64_t bytes, std::size_t after) {
  return tables[after + 7][bytes & 0xFFU] ^ tables[after + 6][bytes >> 8U & 0xFFU] ^
         tables[after + 5][bytes >> 16U & 0xFFU] ^ tables[after + 4][bytes >> 24U & 0xFFU] ^
         tables[after + 3][bytes >> 32U & 0xFFU] ^ tables[after + 2][bytes >> 40U & 0xFFU] ^
         tables[after + 1][bytes >> 48U & 0xFFU] ^ tables[after][bytes >> 56U];
}

}  // namespace

std::uint32_t crc32(std::string_view bytes, std::uint32_t before) {
  std::uint32_t remainder = ~before;
  for (; bytes.size() >= slices; bytes.remove_prefix(slices)) {
    remainder =
        remainder_of(eight_bytes(bytes.begin()) ^ remainder, 8) ^ remainder_of(eight_bytes(bytes.begin() + 8), 0);
  }
  for (const char byte : bytes) {
    remainder = (remainder >> 8U) ^ tables[0][(remainder ^ static_cast<unsigned char>(byte)) & 0xFFU];
  }
  return ~remainder;
}

}  // namespace suffice
