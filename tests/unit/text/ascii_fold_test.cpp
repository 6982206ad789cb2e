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
  std::vector<std::uint32_t> edges;
  bool operator==(const Folded&) const = default;
};

template <typename Fold>
Folded folded(const Fold& fold, const std::string& text, bool open = false, std::size_t start = 0) {
  const std::size_t room = (text.size() + fold_block - 1) / fold_block * fold_block;
  std::string out(room, '?');
  std::vector<std::uint32_t> edges(room + fold_block);
  const AsciiFold done = fold(text.data(), text.size(), open, start, out.data(), edges.data());
  out.resize(done.bytes);
  edges.resize(done.edges);
  return {out, edges};
}

TEST(AsciiFold, letters_digits_and_underscores_are_words) {
  const Folded result = folded(fold_ascii, "Ab_9 [`{/:@Z");
  EXPECT_EQ(result.text, "ab_9 [`{/:@z");
  EXPECT_EQ(result.edges, (std::vector<std::uint32_t>{0, 4, 11}));
}

TEST(AsciiFold, a_word_may_be_open_before_and_after) {
  EXPECT_EQ(folded(fold_ascii, "a b", true, 100).edges, (std::vector<std::uint32_t>{101, 102}));
  EXPECT_EQ(folded(fold_ascii, " b", true, 100).edges, (std::vector<std::uint32_t>{100, 101}));
  EXPECT_EQ(folded(fold_ascii, std::string(64, 'x') + " ").edges, (std::vector<std::uint32_t>{0, 64}));
  EXPECT_EQ(folded(fold_ascii, std::string(64, 'x')).edges, (std::vector<std::uint32_t>{0}));
}

TEST(AsciiFold, stops_at_the_first_byte_that_is_not_ascii) {
  const Folded result = folded(fold_ascii, std::string(70, 'A') + "\xC3\xA4" + " b");
  EXPECT_EQ(result.text, std::string(70, 'a'));
  EXPECT_EQ(result.edges, (std::vector<std::uint32_t>{0}));
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
      const bool open = bits() % 2 == 0;
      ASSERT_EQ(folded(fold_ascii, text, open, size), folded(fold_ascii_reference, text, open, size)) << size;
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace suffice
