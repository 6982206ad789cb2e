#include "text/ascii_fold.hpp"

#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

struct Folded {
  std::string text;
  std::vector<std::uint64_t> words;
  bool operator==(const Folded&) const = default;
};

template <typename Fold>
Folded folded(const Fold& fold, const std::string& text) {
  const std::size_t blocks = (text.size() + fold_block - 1) / fold_block;
  std::string out(blocks * fold_block, '?');
  std::vector<std::uint64_t> words(blocks);
  const std::size_t count = fold(text.data(), text.size(), out.data(), words.data());
  out.resize(count);
  words.resize((count + fold_block - 1) / fold_block);
  return {out, words};
}

TEST(AsciiFold, letters_digits_and_underscores_are_words) {
  const Folded result = folded(fold_ascii, "Ab_9 [`{/:@Z");
  EXPECT_EQ(result.text, "ab_9 [`{/:@z");
  EXPECT_EQ(result.words, (std::vector<std::uint64_t>{0b100000001111}));
}

TEST(AsciiFold, stops_at_the_first_byte_that_is_not_ascii) {
  const Folded result = folded(fold_ascii, std::string(70, 'A') + "\xC3\xA4" + "b");
  EXPECT_EQ(result.text, std::string(70, 'a'));
  EXPECT_EQ(result.words, (std::vector<std::uint64_t>{~std::uint64_t{0}, 0b111111}));
  EXPECT_EQ(folded(fold_ascii, "").text, "");
  EXPECT_EQ(folded(fold_ascii, "\x80").text, "");
}

TEST(AsciiFold, every_kernel_agrees_with_the_reference) {
  std::mt19937 bits(1);
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    for (std::size_t size = 0; size < 300; ++size) {
      std::string text(size, ' ');
      const unsigned largest = size % 3 == 0 ? 256 : 128;
      for (char& byte : text) {
        byte = static_cast<char>(bits() % largest);
      }
      if (size > 0 && size % 3 == 1) {
        text[bits() % size] = static_cast<char>(128 + bits() % 128);
      }
      ASSERT_EQ(folded(fold_ascii, text), folded(fold_ascii_reference, text)) << size;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace suffice
