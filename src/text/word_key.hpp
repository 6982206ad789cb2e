// Word keys: words as they stand in hash tables, and a hash of them whose secrets are drawn for each table.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace suffice {

/// A word with a tag, a small number of the caller's. A short word is its bytes, then zeros. A long one is its hash,
/// and a place that the table gives it.
struct WordKey {
  static constexpr std::size_t short_bytes = 16;

  std::array<std::uint64_t, 2> word;
  std::uint32_t length;
  std::uint32_t tag;

  [[nodiscard]] bool is_long() const { return length > short_bytes; }
  /// Short words: whether they are the same.
  [[nodiscard]] bool same_bits(const WordKey& other) const {
    return ((word[0] ^ other.word[0]) | (word[1] ^ other.word[1]) | (length ^ other.length) | (tag ^ other.tag)) == 0;
  }
  /// Where `bytes` are those of this key's word, if it is long, and `long_words` has the long words of the table.
  [[nodiscard]] bool is(const WordKey& other, const char* bytes, const char* long_words) const {
    if (!is_long()) {
      return same_bits(other);
    }
    return word[0] == other.word[0] && length == other.length && tag == other.tag &&
           std::memcmp(long_words + other.word[1], bytes, length) == 0;
  }
};

class WordHash {
 public:
  WordHash();

  /// NH of the word (Black et al., UMAC), then a universal multiply-shift of its two halves, length and tag: whoever
  /// does not know the secrets cannot choose words that collide more often than by chance. The highest bits are the
  /// best.
  [[nodiscard]] std::uint64_t operator()(const WordKey& key) const {
    __extension__ using Wide = unsigned __int128;
    const std::uint64_t second = key.is_long() ? 0 : key.word[1];  // where a long word is does not count
    const Wide product = static_cast<Wide>(key.word[0] + secrets_[0]) * (second + secrets_[1]);
    return static_cast<std::uint64_t>(product) * secrets_[2] +
           static_cast<std::uint64_t>(product >> 64U) * secrets_[3] + key.length * secrets_[4] + key.tag * secrets_[5];
  }

  /// The place of a long word is 0. Error (bad_data) for a word of 4 GiB.
  [[nodiscard]] WordKey key(std::string_view word, std::uint32_t tag) const;
  /// The same where 16 bytes may be read from the start of the word, however short it is. Written word by word: what is
  /// stored in halves is slow to load whole.
  void make_padded_key(std::string_view word, std::uint32_t tag, WordKey& key) const {
    if (word.size() > WordKey::short_bytes || std::endian::native != std::endian::little) {
      key = this->key(word, tag);
      return;
    }
    std::uint64_t half = 0;
    std::memcpy(&half, word.data(), sizeof half);
    key.word[0] = half & masks[word.size()][0];
    std::memcpy(&half, word.data() + sizeof half, sizeof half);
    key.word[1] = half & masks[word.size()][1];
    key.length = static_cast<std::uint32_t>(word.size());
    key.tag = tag;
  }

 private:
  // Which bits of 16 bytes belong to a word of each length.
  static constexpr auto masks = [] {
    std::array<std::array<std::uint64_t, 2>, WordKey::short_bytes + 1> bits{};
    for (std::size_t length = 0; length <= WordKey::short_bytes; ++length) {
      for (std::size_t i = 0; i < length; ++i) {
        bits[length][i / 8] |= std::uint64_t{0xFF} << (i % 8 * 8);
      }
    }
    return bits;
  }();

  std::array<std::uint64_t, 6> secrets_;
};

}  // namespace suffice
