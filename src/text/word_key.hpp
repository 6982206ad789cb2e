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

struct HashedKey {
  WordKey key;
  std::uint64_t hash;
};

class WordHash {
 public:
  /// Secrets from the system.
  WordHash();

  /// NH of the word's four quarters (Black et al., UMAC), then a universal multiply-shift of that and the tag: whoever
  /// does not know the secrets cannot choose words that collide more often than by chance. The highest bits are the
  /// best.
  [[nodiscard]] std::uint64_t operator()(const WordKey& key) const {
    // where a long word is does not count
    const auto quarters = std::bit_cast<Quarters>(std::array{key.word[0], key.is_long() ? 0 : key.word[1]});
    const auto sum = [&](std::size_t k) -> std::uint32_t { return quarters[k] + addends_[k]; };
    return spread(std::uint64_t{sum(0)} * sum(1) + std::uint64_t{sum(2)} * sum(3), key.tag);
  }

  /// The place of a long word is 0. Error (bad_data) for a word of 4 GiB.
  [[nodiscard]] WordKey key(std::string_view word, std::uint32_t tag) const;
  [[nodiscard]] HashedKey hashed(std::string_view word, std::uint32_t tag) const {
    const WordKey key = this->key(word, tag);
    return {key, (*this)(key)};
  }

  // Its parts, for kernels that do the same to many words.
  using Quarters = std::array<std::uint32_t, 4>;
  [[nodiscard]] const Quarters& addends() const { return addends_; }
  [[nodiscard]] std::uint64_t spread(std::uint64_t sum, std::uint32_t tag) const {
    return sum * sum_factor_ + tag * tag_factor_;
  }

 private:
  Quarters addends_;
  std::uint64_t sum_factor_;
  std::uint64_t tag_factor_;
};

}  // namespace suffice
