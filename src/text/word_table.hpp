// Word table: numbers for words, in order of first appearance, in a hash table whose key is drawn for each table.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/word_key.hpp"

namespace suffice {

/// A word may stand in the table once for each tag, a small number of the caller's. The hash is keyed at random, so
/// that no set of words is slow for all. Numbers, words and everything else that can be seen do not depend on the key.
class WordTable {
 public:
  static constexpr std::uint32_t no_number = UINT32_MAX;

  WordTable();

  [[nodiscard]] std::size_t size() const { return entries_.size(); }
  /// The number of the word with the tag, which is new if it was not there before. Error (bad_data) when all 2³² − 1
  /// numbers are taken, and for a word of 4 GiB.
  std::uint32_t add(std::string_view word, std::uint32_t tag = 0);
  /// The same for many words at a time, which hides the memory's delay. From where a word starts, 16 bytes may be read,
  /// however short it is. After an Error some of the words are in the table.
  void add_padded(std::span<const std::string_view> words, std::uint32_t tag, std::span<std::uint32_t> numbers);
  /// Numbers of words that are there, no_number for others; the same may be read.
  void find_padded(std::span<const std::string_view> words, std::uint32_t tag, std::span<std::uint32_t> numbers) const;
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view word, std::uint32_t tag = 0) const;

  /// The view holds until the table changes.
  [[nodiscard]] std::string_view word(std::uint32_t number) const;
  [[nodiscard]] std::uint32_t tag(std::uint32_t number) const { return entries_[number].tag; }
  /// Slots looked at for the word that takes the most: small, whatever the words.
  [[nodiscard]] std::size_t longest_search() const;
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const;
  void clear();

 private:
  // Where a word is found: some bits of its hash, and its number.
  struct Slot {
    std::uint32_t check = 0;
    std::uint32_t number = no_number;
  };
  struct Wanted {
    WordKey key;
    std::uint64_t hash;
    const char* bytes;
  };

  static constexpr std::size_t block = 32;  // words looked for at a time

  void fetch(std::span<const std::string_view> words, std::uint32_t tag, std::array<Wanted, block>& wanted) const;
  [[nodiscard]] Wanted wanted(std::string_view word, std::uint32_t tag) const;
  [[nodiscard]] std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  [[nodiscard]] std::size_t place_of(const Wanted& wanted) const;
  std::uint32_t add(const Wanted& wanted);
  std::uint32_t add_new(const Wanted& wanted);
  void grow();

  WordHash hash_;
  unsigned shift_ = 0;            // 64 − log2 of the number of slots
  std::vector<Slot> slots_;       // a power of 2, at most half of them taken; collisions go to the next that is free
  std::vector<WordKey> entries_;  // of each number
  std::string long_words_;
};

}  // namespace suffice
