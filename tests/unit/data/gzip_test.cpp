// The gzip decoder: one member, several, any cut, damage.
#include <gtest/gtest.h>

#include "compressed_text.hpp"
#include "data/bytes/decompress.hpp"
#include "data_text.hpp"

namespace suffice {
namespace {

TEST(Gzip, DecodesInAnyCut) {
  for (const std::size_t cut : {std::size_t{1}, std::size_t{3}, gzip_rows.size()}) {
    EXPECT_EQ(decoded_in_cuts(*gzip_decoder("f"), gzip_rows + gzip_rows, cut), plain_rows + plain_rows);
  }
}

TEST(Gzip, NamesDamage) {
  std::array<char, 64> out{};
  std::string bytes = gzip_rows;
  bytes[bytes.size() - 6] = static_cast<char>(bytes[bytes.size() - 6] ^ 1);
  const Decoder::Step step = gzip_decoder("f")->decode(bytes, out.data(), out.size());
  EXPECT_EQ(std::string(out.data(), step.written), plain_rows) << "what was decoded comes before the problem";
  EXPECT_EQ(step.problem, "the gzip data is damaged (incorrect data check)");
  EXPECT_FALSE(step.complete);
  EXPECT_EQ(gzip_decoder("f")->decode("plain text", out.data(), out.size()).problem,
            "the gzip data is damaged (incorrect header check)");
}

}  // namespace
}  // namespace suffice
