// Golden bytes: texts as gzip (zlib 1.2.13) and zstd (1.5.4) compress them.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "data/bytes/decompress.hpp"

namespace suffice {

inline std::string from_hex(std::string_view digits) {
  const auto value = [](char c) { return c <= '9' ? c - '0' : c - 'a' + 10; };
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    bytes.push_back(static_cast<char>(16 * value(digits[i]) + value(digits[i + 1])));
  }
  return bytes;
}

/// What the texts below hold.
inline const std::string plain_rows = "x,y\n1,a\n2,b\n";

/// plain_rows.
inline const std::string gzip_rows = from_hex("1f8b0800000000000203abd0a9e432d449e432d249e2020079a36e5e0c000000");
/// "x,y\n1,a\n", flushed; "2,b\n", flushed; the end.
inline const std::string gzip_first_part = from_hex("1f8b0800000000000203aad0a9e432d449e402000000ffff");
inline const std::string gzip_second_part = from_hex("32d249e202000000ffff");
inline const std::string gzip_last_part = from_hex("030079a36e5e0c000000");
/// 20,000 zero bytes.
inline const std::string gzip_zeros = from_hex(
    "1f8b0800000000000203edc13101000000c2a0f54f6d0d0fa000000000000000000000000000000000000000783002532f97204e0000");
/// plain_rows with a checksum.
inline const std::string zstd_rows = from_hex("28b52ffd0458610000782c790a312c610a322c620aeb792a3f");
/// 1,000,000 zero bytes with a checksum.
inline const std::string zstd_zeros = from_hex(
    "28b52ffd04585400001000000100fbff39c00202001000020010000200100002001000020010000200100003120a00ccaeca"
    "39");
/// "a 2:1\nb 1:2\n".
inline const std::string zstd_sparse_rows = from_hex("28b52ffd04586100006120323a310a6220313a320ad8d20e42");

/// What the decoder makes of the bytes, given `cut` of them at a time and room for four; they must be whole members or
/// frames, and sound.
inline std::string decoded_in_cuts(Decoder& decoder, std::string_view bytes, std::size_t cut) {
  std::string plain;
  bool complete = false;
  while (!bytes.empty() || !complete) {
    std::array<char, 4> out{};
    const Decoder::Step step = decoder.decode(bytes.substr(0, cut), out.data(), out.size());
    EXPECT_EQ(step.problem, "");
    if (!step.problem.empty()) break;
    plain.append(out.data(), step.written);
    bytes.remove_prefix(step.taken);
    complete = step.complete;
  }
  return plain;
}

}  // namespace suffice
