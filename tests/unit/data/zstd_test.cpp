// The zstd decoder: one frame, several, any cut, damage, windows that are too large.
#include <gtest/gtest.h>

#include "compressed_text.hpp"
#include "data/bytes/decompress.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

TEST(Zstd, DecodesInAnyCut) {
  for (const std::size_t cut : {std::size_t{1}, std::size_t{3}, zstd_rows.size()}) {
    EXPECT_EQ(decoded_in_cuts(*zstd_decoder("f"), zstd_rows + zstd_rows, cut), plain_rows + plain_rows);
  }
}

TEST(Zstd, NamesDamage) {
  std::array<char, 64> out{};
  std::string bytes = zstd_rows;
  bytes.back() = static_cast<char>(bytes.back() ^ 1);
  EXPECT_EQ(zstd_decoder("f")->decode(bytes, out.data(), out.size()).problem,
            "the zstd data is damaged (Restored data doesn't match checksum)");
}

TEST(Zstd, RefusesWindowsOfMoreThan128MiB) {
  std::array<char, 64> out{};
  const auto problem = [&](const char* window) {
    return zstd_decoder("f")
        ->decode(from_hex("28b52ffd00" + std::string(window) + "010000"), out.data(), out.size())
        .problem;
  };
  EXPECT_EQ(problem("88"), "") << "2^27 bytes";
  EXPECT_EQ(problem("90"),
            "the zstd data needs a window of more than 128 MiB, which is not read (zstd --long=27 is the most)");
}

}  // namespace
}  // namespace suffice
