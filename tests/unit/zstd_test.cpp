// The zstd decoder: one frame, several, any cut, damage, windows that are too large.
#include "data/zstd.hpp"

#include <gtest/gtest.h>

#include "compressed_text.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

TEST(Zstd, DecodesInAnyCut) {
  for (const std::size_t cut : {std::size_t{1}, std::size_t{3}, zstd_rows.size()}) {
    const auto decoder = zstd_decoder("f");
    std::string plain;
    bool complete = false;
    const std::string two = zstd_rows + zstd_rows;
    for (std::size_t at = 0; at < two.size() || !complete;) {
      std::array<char, 4> out{};
      const Decoder::Step step = decoder->decode(std::string_view(two).substr(at, cut), out.data(), out.size());
      ASSERT_EQ(step.problem, "");
      plain.append(out.data(), step.written);
      at += step.taken;
      complete = step.complete;
    }
    EXPECT_EQ(plain, plain_rows + plain_rows);
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
