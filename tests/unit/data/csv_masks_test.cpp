// csv_masks(): every byte of a text against each mark.
#include "data/formats/csv/csv_masks.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(CsvMasks, HaveABitForEachMark) {
  std::mt19937_64 random(4);
  const std::string alphabet = "\n\r,\"; \tabc\x8A\xAC";
  for (std::size_t count = 0; count < 5; ++count) {
    std::string text;
    for (std::size_t i = 0; i < count * csv_mask_bytes; ++i) text += alphabet[random() % alphabet.size()];
    std::vector<CsvMasks> masks(count);
    csv_masks(text.data(), count, {' ', '\t', '"'}, masks.data());
    for (std::size_t i = 0; i < text.size(); ++i) {
      const CsvMasks& mask = masks[i / csv_mask_bytes];
      const auto bit = [i](std::uint64_t bits) { return (bits >> i % csv_mask_bytes & 1U) != 0; };
      ASSERT_EQ(bit(mask.delimiters), text[i] == ' ' || text[i] == '\t') << i;
      ASSERT_EQ(bit(mask.quotes), text[i] == '"') << i;
      ASSERT_EQ(bit(mask.line_feeds), text[i] == '\n') << i;
      ASSERT_EQ(bit(mask.returns), text[i] == '\r') << i;
    }
  }
}

}  // namespace
}  // namespace suffice
