#include "text/count_table.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "text/padded_keys.hpp"

namespace suffice {

namespace {

constexpr std::size_t first_places = 16;

}  // namespace

CountTable::CountTable(const WordHash& hash)
    : hash_(hash), shift_(64 - static_cast<unsigned>(std::countr_zero(first_places))), places_(first_places) {}

std::string_view CountTable::word(const Count& count) const {
  const bool is_long = count.key().is_long();
  return {is_long ? &long_words_[count.word[1]] : reinterpret_cast<const char*>(count.word.data()), count.length};
}

CountTable::Sums CountTable::sums(std::size_t place) const {
  const Sums before = sums_.empty() ? Sums{} : sums_[place];
  return {before.tokens + places_[place].tokens, before.documents + places_[place].documents};
}

// The place of the word, or the free one where it would be.
inline std::size_t CountTable::place_of(const HashedKey& wanted, const char* bytes) const {
  std::size_t place = wanted.hash >> shift_;
  while (places_[place].last_document != 0 && !wanted.key.is(places_[place].key(), bytes, long_words_.data())) {
    place = (place + 1) & (places_.size() - 1);
  }
  return place;
}

// A word that is not where it belongs changes places with the one that is there, if that is rarer: both are still found
// by going from place to place, as no place between is free, and soon nearly all that is searched for is found at once.
std::size_t CountTable::find_or_add(const HashedKey& wanted, const char* bytes) {
  std::size_t place = place_of(wanted, bytes);
  if (places_[place].last_document != 0) {
    const std::size_t first = wanted.hash >> shift_;
    if (places_[place].tokens <= places_[first].tokens) {
      return place;
    }
    std::swap(places_[place], places_[first]);
    if (!sums_.empty()) {
      std::swap(sums_[place], sums_[first]);
    }
    return first;
  }
  if (size_ >= places_.size() / 4 * 3) {
    grow();
    place = place_of(wanted, bytes);
  }
  Count& added = places_[place];
  added.word = wanted.key.word;
  added.length = wanted.key.length;
  if (wanted.key.is_long()) {
    added.word[1] = long_words_.size();
    long_words_.append(bytes, wanted.key.length);
  }
  ++size_;
  return place;
}

void CountTable::grow() {
  Counts places(2 * places_.size());
  std::vector<Sums> sums(sums_.empty() ? 0 : places.size());
  --shift_;
  for (std::size_t before = 0; before < places_.size(); ++before) {
    if (places_[before].last_document != 0) {
      std::size_t place = hash_(places_[before].key()) >> shift_;
      while (places[place].last_document != 0) {
        place = (place + 1) & (places.size() - 1);
      }
      places[place] = places_[before];
      if (!sums.empty()) {
        sums[place] = sums_[before];
      }
    }
  }
  places_ = std::move(places);
  sums_ = std::move(sums);
}

// Counts start again from zero.
void CountTable::carry() {
  sums_.resize(places_.size());
  for (std::size_t place = 0; place < places_.size(); ++place) {
    sums_[place] = sums(place);
    places_[place].tokens = places_[place].documents = 0;
  }
  largest_ = 0;
}

void CountTable::start_document() {
  if (document_ == UINT32_MAX) {
    for (Count& count : places_) {
      count.last_document = std::min(count.last_document, std::uint32_t{1});
    }
    document_ = 1;
  }
  ++document_;
}

// Calls add(place, is_new) for each word, where is_new says whether the document did not have it before. Two rounds
// over each block: counts are on their way before they are looked at. Nearly every word is a short one that is where it
// belongs; all others are searched for in the plain way.
template <typename Add>
inline void CountTable::visit_padded(std::span<const std::string_view> words, Add add) {
  constexpr std::size_t block = 64;
  std::array<HashedKey, block> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  const std::uint32_t document = document_;
  for (std::size_t first = 0; first < words.size(); first += block) {
    const std::size_t count = std::min(block, words.size() - first);
    hash_padded(words.subspan(first, count), 0, hash_, wanted.data());
    Count* places = places_.data();
    unsigned shift = shift_;
    for (std::size_t i = 0; i < count; ++i) {
      __builtin_prefetch(places + (wanted[i].hash >> shift), 1);
    }
    for (std::size_t i = 0; i < count; ++i) {
      std::size_t place = wanted[i].hash >> shift;
      if (!places[place].is(wanted[i].key) || wanted[i].key.is_long()) {
        place = find_or_add(wanted[i], words[first + i].begin());
        places = places_.data();
        shift = shift_;
      }
      add(places[place], place, places[place].last_document != document);
      places[place].last_document = document;
    }
  }
}

void CountTable::count_padded(std::span<const std::string_view> words, std::uint32_t weight) {
  const std::uint64_t most = words.size() * std::uint64_t{weight};
  if (most > UINT32_MAX) {
    sum_padded(words, weight);
    return;
  }
  if (largest_ + most > UINT32_MAX) {
    carry();
  }
  largest_ += most;
  const std::array<std::uint32_t, 2> weight_if = {0, weight};  // no branch, which would often be mistaken
  visit_padded(words, [weight, weight_if](Count& count, std::size_t, bool is_new) {
    count.tokens += weight;
    count.documents += weight_if[is_new ? 1 : 0];
  });
}

void CountTable::sum_padded(std::span<const std::string_view> words, double weight) {
  sums_.resize(places_.size());
  visit_padded(words, [this, weight](Count&, std::size_t place, bool is_new) {
    sums_[place].tokens += weight;
    sums_[place].documents += is_new ? weight : 0;
  });
}

std::optional<CountTable::Sums> CountTable::find(std::string_view word) const {
  const std::size_t place = place_of(hash_.hashed(word, 0), word.begin());
  return places_[place].last_document != 0 ? std::optional(sums(place)) : std::nullopt;
}

std::size_t CountTable::longest_search() const {
  std::size_t longest = 0;
  for (std::size_t place = 0; place < places_.size(); ++place) {
    if (places_[place].last_document != 0) {
      const std::size_t start = hash_(places_[place].key()) >> shift_;
      longest = std::max(longest, ((place - start) & (places_.size() - 1)) + 1);
    }
  }
  return longest;
}

}  // namespace suffice
