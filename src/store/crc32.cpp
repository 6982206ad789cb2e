// CRC-32, eight bytes at a time through eight tables ("slicing by 8").
#include "store/crc32.hpp"

#include <array>
#include <cstddef>

namespace suffice {
namespace {

using Table = std::array<std::uint32_t, 256>;

/// tables[k][b] is the remainder of the byte b followed by k zero bytes.
constexpr std::array<Table, 8> make_tables() {
  std::array<Table, 8> tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t remainder = byte;
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? 0xEDB88320U : 0U);
    tables[0][byte] = remainder;
  }
  for (std::size_t k = 1; k < 8; ++k) {
    for (std::size_t byte = 0; byte < 256; ++byte) {
      const std::uint32_t shorter = tables[k - 1][byte];
      tables[k][byte] = (shorter >> 8U) ^ tables[0][shorter & 0xFFU];
    }
  }
  return tables;
}

constexpr std::array<Table, 8> tables = make_tables();

std::uint32_t byte_at(std::string_view bytes, std::size_t i) { return static_cast<unsigned char>(bytes[i]); }

}  // namespace

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t remainder = 0xFFFFFFFFU;
  std::size_t i = 0;
  for (; bytes.size() - i >= 8; i += 8) {
    const std::uint32_t low = remainder ^ (byte_at(bytes, i) | byte_at(bytes, i + 1) << 8U |
                                           byte_at(bytes, i + 2) << 16U | byte_at(bytes, i + 3) << 24U);
    remainder = tables[7][low & 0xFFU] ^ tables[6][low >> 8U & 0xFFU] ^ tables[5][low >> 16U & 0xFFU] ^
                tables[4][low >> 24U] ^ tables[3][byte_at(bytes, i + 4)] ^ tables[2][byte_at(bytes, i + 5)] ^
                tables[1][byte_at(bytes, i + 6)] ^ tables[0][byte_at(bytes, i + 7)];
  }
  for (; i < bytes.size(); ++i) remainder = (remainder >> 8U) ^ tables[0][(remainder ^ byte_at(bytes, i)) & 0xFFU];
  return ~remainder;
}

}  // namespace suffice
