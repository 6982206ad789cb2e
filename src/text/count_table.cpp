#include "text/count_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "math/huge_pages.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::size_t first_places = 64;

}  // namespace

CountTable::CountTable() : shift_(64 - static_cast<unsigned>(std::countr_zero(first_places))), places_(first_places) {}

std::string_view CountTable::word(const Count& count) const {
  const WordKey& key = count.key;
  const char* start = key.is_long() ? &long_words_[key.word[1]] : reinterpret_cast<const char*>(key.word.data());
  return {start, key.length};
}

// The place of the word, or the free one where it would be.
inline std::size_t CountTable::place_of(const WordKey& key, std::uint64_t hash, const char* bytes) const {
  std::size_t place = hash >> shift_;
  while (places_[place].last_document != 0 && !key.is(places_[place].key, bytes, long_words_.data())) {
    place = (place + 1) & (places_.size() - 1);
  }
  return place;
}

// A word that is not where it belongs changes places with the one that is there, if that is rarer: both are still found
// by going from place to place, as no place between is free, and soon nearly all that is looked for is found at once.
CountTable::Count& CountTable::find_or_add(const WordKey& key, std::uint64_t hash, const char* bytes) {
  std::size_t place = place_of(key, hash, bytes);
  if (places_[place].last_document != 0) {
    Count& first = places_[hash >> shift_];
    if (places_[place].tokens > first.tokens) {
      std::swap(places_[place], first);
      return first;
    }
    return places_[place];
  }
  if (size_ == UINT32_MAX) {
    throw Error(ErrorCode::bad_data,
                "there are more than 4294967295 different terms and classes: take shorter n-grams, or hash terms into "
                "buckets");
  }
  if (size_ >= places_.size() / 4 * 3) {
    grow();
    place = place_of(key, hash, bytes);
  }
  WordKey added = key;
  if (key.is_long()) {
    added.word[1] = long_words_.size();
    long_words_.append(bytes, key.length);
  }
  ++size_;
  places_[place].key = added;
  return places_[place];
}

void CountTable::grow() {
  std::vector<Count> places;
  resize_in_huge_pages(places, 2 * places_.size());
  --shift_;
  for (const Count& count : places_) {
    if (count.last_document != 0) {
      std::size_t place = hash_(count.key) >> shift_;
      while (places[place].last_document != 0) {
        place = (place + 1) & (places.size() - 1);
      }
      places[place] = count;
    }
  }
  places_ = std::move(places);
}

// Two rounds over each block: what is counted is on its way before it is looked at. Nearly every word is a short one
// that is where it belongs; all others are looked for in the plain way.
void CountTable::add_padded(std::span<const std::string_view> words, std::uint32_t tag, std::uint64_t document,
                            double weight) {
  struct Wanted {
    WordKey key;
    std::uint64_t hash;
  };
  constexpr std::size_t block = 32;
  const std::array<double, 2> weight_if = {0, weight};  // no branch, which would often be mistaken
  std::array<Wanted, block> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  for (std::size_t first = 0; first < words.size(); first += block) {
    const std::size_t count = std::min(block, words.size() - first);
    for (std::size_t i = 0; i < count; ++i) {
      hash_.make_padded_key(words[first + i], tag, wanted[i].key);
      wanted[i].hash = hash_(wanted[i].key);
      __builtin_prefetch(places_.data() + (wanted[i].hash >> shift_), 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
      const auto& [key, hash] = wanted[i];
      Count* found = places_.data() + (hash >> shift_);
      if (!key.same_bits(found->key) || found->last_document == 0 || key.is_long()) {
        found = &find_or_add(key, hash, words[first + i].begin());
      }
      found->tokens += weight;
      found->documents += weight_if[found->last_document != document ? 1 : 0];
      found->last_document = document;
    }
  }
}

const CountTable::Count* CountTable::find(std::string_view word, std::uint32_t tag) const {
  const WordKey key = hash_.key(word, tag);
  const Count& count = places_[place_of(key, hash_(key), word.begin())];
  return count.last_document != 0 ? &count : nullptr;
}

std::size_t CountTable::longest_search() const {
  std::size_t longest = 0;
  for (std::size_t place = 0; place < places_.size(); ++place) {
    if (places_[place].last_document != 0) {
      const std::size_t start = hash_(places_[place].key) >> shift_;
      longest = std::max(longest, ((place - start) & (places_.size() - 1)) + 1);
    }
  }
  return longest;
}

}  // namespace suffice
