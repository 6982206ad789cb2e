// Count table: how often words occur, all that is known of a word in half a line of the cache.
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

/// Nothing that can be seen depends on the hash, but for the order of the words.
class CountTable {
 public:
  struct Sums {
    double tokens = 0;
    double documents = 0;
  };

  explicit CountTable(const WordHash& hash);

  [[nodiscard]] std::size_t size() const { return size_; }
  /// What is added from now on belongs to another document.
  void start_document();
  /// Words of the document, each weighing as much. From where a word starts, 16 bytes may be read, however short it is.
  /// Error (bad_data) for a word of 4 GiB; then some have been added.
  void count_padded(std::span<const std::string_view> words, std::uint32_t weight);
  /// The same for any weight, in order: tokens are added one after the other.
  void sum_padded(std::span<const std::string_view> words, double weight);

  [[nodiscard]] std::optional<Sums> find(std::string_view word) const;
  /// visit(word, sums) for each word.
  template <typename Visit>
  void for_each(const Visit& visit) const {
    for (std::size_t place = 0; place < places_.size(); ++place) {
      if (places_[place].last_document != 0) {
        visit(word(places_[place]), sums(place));
      }
    }
  }
  /// Places looked at for the word that takes the most: small, whatever the words.
  [[nodiscard]] std::size_t longest_search() const;

 private:
  struct alignas(32) Count {
    std::array<std::uint64_t, 2> word = {};
    std::uint32_t length = 0;
    std::uint32_t tokens = 0;
    std::uint32_t documents = 0;
    std::uint32_t last_document = 0;  // the last that had the word; 0: no word is here

    [[nodiscard]] WordKey key() const { return {word, length, 0}; }
    // Whether it is this short word.
    [[nodiscard]] bool is(const WordKey& key) const {
      return ((word[0] ^ key.word[0]) | (word[1] ^ key.word[1]) | (length ^ key.length)) == 0 && last_document != 0;
    }
  };
  using Counts = std::vector<Count, HugePageAllocator<Count>>;

  [[nodiscard]] std::string_view word(const Count& count) const;
  [[nodiscard]] Sums sums(std::size_t place) const;
  [[nodiscard]] std::size_t place_of(const HashedKey& wanted, const char* bytes) const;
  template <typename Add>
  void visit_padded(std::span<const std::string_view> words, Add add);
  std::size_t find_or_add(const HashedKey& wanted, const char* bytes);
  void grow();
  void carry();

  WordHash hash_;
  unsigned shift_;             // 64 − log2 of the number of places
  std::size_t size_ = 0;       // of them that are taken
  Counts places_;              // a power of 2, at most ¾ of them taken; collisions go to the next that is free
  std::vector<Sums> sums_;     // for each place, to be added to its counts; or none
  std::uint64_t largest_ = 0;  // no count is larger
  std::uint32_t document_ = 0;
  std::string long_words_;
};

}  // namespace suffice
