// Count table: how often words occur, all that is known of a word in one line of the cache.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "text/word_key.hpp"

namespace suffice {

/// A word may stand in the table once for each tag, a small number of the caller's. Nothing that can be seen depends on
/// the hash, but for the order of the places.
class CountTable {
 public:
  struct alignas(64) Count {
    WordKey key = {};
    double tokens = 0;
    double documents = 0;
    std::uint64_t last_document = 0;  ///< the last that had the word; 0: no word is here
  };

  CountTable();

  [[nodiscard]] std::size_t size() const { return size_; }
  /// Words of a document, which have a number, each weighing as much. Portions of a document come one after the other,
  /// numbers are not 0. From where a word starts, 16 bytes may be read, however short it is. Error (bad_data) when
  /// there are 2³² − 1 words, and for one of 4 GiB; then some have been counted.
  void add_padded(std::span<const std::string_view> words, std::uint32_t tag, std::uint64_t document, double weight);

  [[nodiscard]] const Count* find(std::string_view word, std::uint32_t tag) const;
  /// visit(word, count) for each word.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (const Count& count : places_) {
      if (count.last_document != 0) {
        visit(word(count), count);
      }
    }
  }
  /// Places looked at for the word that takes the most: small, whatever the words.
  [[nodiscard]] std::size_t longest_search() const;

 private:
  [[nodiscard]] std::string_view word(const Count& count) const;
  [[nodiscard]] std::size_t place_of(const WordKey& key, std::uint64_t hash, const char* bytes) const;
  Count& find_or_add(const WordKey& key, std::uint64_t hash, const char* bytes);
  void grow();

  WordHash hash_;
  unsigned shift_ = 0;         // 64 − log2 of the number of places
  std::size_t size_ = 0;       // of them that are taken
  std::vector<Count> places_;  // a power of 2, at most ¾ of them taken; collisions go to the next that is free
  std::string long_words_;
};

}  // namespace suffice
