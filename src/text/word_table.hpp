// Word table: numbers for words, in order of first appearance, in a hash table whose key is drawn for each table; and
// the words in byte order.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "math/system/huge_pages.hpp"
#include "text/word_key.hpp"

namespace suffice {

/// A word may stand in the table once for each tag, a small number of the caller's. The hash is keyed at random, so
/// that no set of words is slow for all. Numbers, words and everything else that can be seen do not depend on the key.
class WordTable {
 public:
  static constexpr std::uint32_t no_number = UINT32_MAX;

  WordTable();

  [[nodiscard]] std::size_t size() const { return places_.size(); }
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
  [[nodiscard]] std::uint32_t tag(std::uint32_t number) const { return slots_[places_[number]].key.tag; }
  /// Slots looked at for the word that takes the most: small, whatever the words.
  [[nodiscard]] std::size_t longest_search() const;
  /// Bytes of memory held.
  [[nodiscard]] std::size_t bytes() const;
  void clear();

 private:
  struct Slot {
    WordKey key = {};
    std::uint32_t number = no_number;  // no_number: no word is here
  };
  using Slots = std::vector<Slot, HugePageAllocator<Slot>>;

  static constexpr std::size_t block = 64;  // words searched for at a time

  static bool is_at_home(const HashedKey& wanted, const Slot& slot);
  void fetch(std::span<const std::string_view> words, std::uint32_t tag, std::array<HashedKey, block>& wanted) const;
  [[nodiscard]] std::size_t home(std::uint64_t hash) const { return hash >> shift_; }
  [[nodiscard]] std::size_t place_of(const HashedKey& wanted, const char* bytes) const;
  std::uint32_t add(const HashedKey& wanted, const char* bytes);
  std::uint32_t add_new(const HashedKey& wanted, const char* bytes);
  void grow();

  WordHash hash_;
  unsigned shift_ = 0;               // 64 − log2 of the number of slots
  Slots slots_;                      // a power of 2, at most ¾ of them taken; collisions go to the next that is free
  std::vector<std::size_t> places_;  // the slot of each number
  std::string long_words_;
};

/// The numbers of all words, in the byte order of the words; the same word with several tags in the order of numbers.
std::vector<std::uint32_t> byte_order(const WordTable& table);

/// The numbers of all words with tag t, ascending, are those from starts[t] to starts[t + 1].
struct TagOrder {
  std::vector<std::uint32_t> numbers;
  std::vector<std::size_t> starts;

  [[nodiscard]] std::span<const std::uint32_t> of(std::size_t tag) const {
    return std::span(numbers).subspan(starts[tag], starts[tag + 1] - starts[tag]);
  }
};
/// All tags are less than `tags`.
TagOrder tag_order(const WordTable& table, std::size_t tags);

}  // namespace suffice
