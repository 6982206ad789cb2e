#include "text/padded_keys.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

TEST(PaddedKeys, every_kernel_agrees_with_one_word_after_the_other) {
  const WordHash hash;
  const std::string text = "abcdefghijklmnopqrstuvwxyz\xFF\x80 ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789";
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < 200; ++i) {
    words.push_back(std::string_view(text).substr(i % 29, i % 21));
  }
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    std::vector<HashedKey> keys(words.size());
    hash_padded(words, 5, hash, keys.data());
    for (std::size_t i = 0; i < words.size(); ++i) {
      const HashedKey expected = hash.hashed(words[i], 5);
      EXPECT_TRUE(keys[i].key.same_bits(expected.key)) << words[i];
      EXPECT_EQ(keys[i].hash, expected.hash) << words[i];
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace suffice
