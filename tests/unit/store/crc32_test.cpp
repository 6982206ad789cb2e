// CRC-32 against published values and against its definition.
#include "store/container/crc32.hpp"

#include <string>

#include <gtest/gtest.h>

namespace suffice {
namespace {

/// One bit at a time, as the polynomial division is written down.
std::uint32_t plain_crc32(std::string_view bytes) {
  std::uint32_t remainder = 0xFFFFFFFFU;
  for (const char c : bytes) {
    remainder ^= static_cast<unsigned char>(c);
    for (int bit = 0; bit < 8; ++bit) remainder = (remainder >> 1U) ^ ((remainder & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~remainder;
}

TEST(Crc32, AgreesWithPublishedValues) {
  EXPECT_EQ(crc32(""), 0U);
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);  // the check value of the CRC-32 of zlib
  EXPECT_EQ(crc32("The quick brown fox jumps over the lazy dog"), 0x414FA339U);
  EXPECT_EQ(crc32(std::string(4, '\0')), 0x2144DF1CU);
}

TEST(Crc32, AgreesWithItsDefinitionAtEveryLength) {
  std::string bytes;
  for (int i = 0; i < 100; ++i) {
    EXPECT_EQ(crc32(bytes), plain_crc32(bytes)) << "length " << i;
    bytes.push_back(static_cast<char>(i * 37 + 200));
  }
}

TEST(Crc32, SeesEveryChangeOfOneByte) {
  const std::string whole = "sixteen bytes ok";
  for (std::size_t i = 0; i < whole.size(); ++i) {
    for (int mask = 1; mask < 256; ++mask) {
      std::string changed = whole;
      changed[i] = static_cast<char>(changed[i] ^ mask);
      EXPECT_NE(crc32(changed), crc32(whole));
    }
  }
}

TEST(Crc32, GoesOnFromWhatCameBefore) {
  const std::string text = "the quick brown fox jumps over the lazy dog";
  for (std::size_t i = 0; i <= text.size(); ++i) {
    EXPECT_EQ(crc32(text.substr(i), crc32(text.substr(0, i))), crc32(text));
  }
}

}  // namespace
}  // namespace suffice
