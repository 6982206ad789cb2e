#include "text/word_table.hpp"

#include <algorithm>
#include <bit>

#include "math/huge_pages.hpp"
#include "suffice/error.hpp"

namespace suffice {

namespace {

constexpr std::size_t first_slots = 64;

}  // namespace

WordTable::WordTable() { clear(); }

void WordTable::clear() {
  slots_.assign(first_slots, {});
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(first_slots));
  entries_.clear();
  long_words_.clear();
}

inline WordTable::Wanted WordTable::wanted(std::string_view word, std::uint32_t tag) const {
  const WordKey key = hash_.key(word, tag);
  return {key, hash_(key), word.begin()};
}

// The slot of the word, or the free one where it would be.
inline std::size_t WordTable::place_of(const Wanted& wanted) const {
  const auto check = static_cast<std::uint32_t>(wanted.hash);
  std::size_t place = home(wanted.hash);
  while (slots_[place].number != no_number &&
         (slots_[place].check != check ||
          !wanted.key.is(entries_[slots_[place].number], wanted.bytes, long_words_.data()))) {
    place = (place + 1) & (slots_.size() - 1);
  }
  return place;
}

std::uint32_t WordTable::add_new(const Wanted& wanted) {
  if (entries_.size() == no_number) {
    throw Error(ErrorCode::bad_data,
                "there are more than 4294967295 different terms and classes: take shorter n-grams, or hash terms into "
                "buckets");
  }
  if (entries_.size() >= slots_.size() / 2) {
    grow();
  }
  WordKey entry = wanted.key;
  if (entry.is_long()) {
    entry.word[1] = long_words_.size();
    long_words_.append(wanted.bytes, entry.length);
  }
  const auto number = static_cast<std::uint32_t>(entries_.size());
  entries_.push_back(entry);
  slots_[place_of(wanted)] = {static_cast<std::uint32_t>(wanted.hash), number};
  return number;
}

inline std::uint32_t WordTable::add(const Wanted& wanted) {
  const std::uint32_t number = slots_[place_of(wanted)].number;
  return number != no_number ? number : add_new(wanted);
}

void WordTable::grow() {
  std::vector<Slot> slots;
  resize_in_huge_pages(slots, 2 * slots_.size());
  --shift_;
  for (std::size_t number = 0; number < entries_.size(); ++number) {
    const std::uint64_t hashed = hash_(entries_[number]);
    std::size_t place = home(hashed);
    while (slots[place].number != no_number) {
      place = (place + 1) & (slots.size() - 1);
    }
    slots[place] = {static_cast<std::uint32_t>(hashed), static_cast<std::uint32_t>(number)};
  }
  slots_ = std::move(slots);
}

std::uint32_t WordTable::add(std::string_view word, std::uint32_t tag) { return add(wanted(word, tag)); }

// Two rounds over a block: slots are on their way when they are read, and so are then the entries they name.
inline void WordTable::fetch(std::span<const std::string_view> words, std::uint32_t tag,
                             std::array<Wanted, block>& wanted) const {
  for (std::size_t i = 0; i < words.size(); ++i) {
    hash_.make_padded_key(words[i], tag, wanted[i].key);
    wanted[i].hash = hash_(wanted[i].key);
    wanted[i].bytes = words[i].data();
    __builtin_prefetch(slots_.data() + home(wanted[i].hash));
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::uint32_t number = slots_[home(wanted[i].hash)].number;
    __builtin_prefetch(entries_.data() + (number != no_number ? number : 0));
  }
}

// Nearly every word is a short one that is where it belongs; all others are looked for in the plain way.
void WordTable::add_padded(std::span<const std::string_view> words, std::uint32_t tag,
                           std::span<std::uint32_t> numbers) {
  std::array<Wanted, block> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  for (std::size_t first = 0; first < words.size(); first += block) {
    const std::size_t count = std::min(block, words.size() - first);
    fetch(words.subspan(first, count), tag, wanted);
    for (std::size_t i = 0; i < count; ++i) {
      const Wanted& word = wanted[i];
      const Slot slot = slots_[home(word.hash)];
      const bool near = slot.number != no_number && slot.check == static_cast<std::uint32_t>(word.hash);
      const bool found = near && !word.key.is_long() && word.key.same_bits(entries_[slot.number]);
      numbers[first + i] = found ? slot.number : add(word);
    }
  }
}

void WordTable::find_padded(std::span<const std::string_view> words, std::uint32_t tag,
                            std::span<std::uint32_t> numbers) const {
  std::array<Wanted, block> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  for (std::size_t first = 0; first < words.size(); first += block) {
    const std::size_t count = std::min(block, words.size() - first);
    fetch(words.subspan(first, count), tag, wanted);
    for (std::size_t i = 0; i < count; ++i) {
      numbers[first + i] = slots_[place_of(wanted[i])].number;
    }
  }
}

std::optional<std::uint32_t> WordTable::find(std::string_view word, std::uint32_t tag) const {
  const std::uint32_t number = slots_[place_of(wanted(word, tag))].number;
  return number == no_number ? std::nullopt : std::optional(number);
}

std::string_view WordTable::word(std::uint32_t number) const {
  const WordKey& entry = entries_[number];
  const char* start = entry.is_long() ? &long_words_[entry.word[1]] : reinterpret_cast<const char*>(entry.word.data());
  return {start, entry.length};
}

std::size_t WordTable::longest_search() const {
  std::size_t longest = 0;
  for (std::size_t place = 0; place < slots_.size(); ++place) {
    if (slots_[place].number != no_number) {
      const std::size_t start = home(hash_(entries_[slots_[place].number]));
      longest = std::max(longest, ((place - start) & (slots_.size() - 1)) + 1);
    }
  }
  return longest;
}

std::size_t WordTable::bytes() const {
  return slots_.capacity() * sizeof(Slot) + entries_.capacity() * sizeof(WordKey) + long_words_.capacity();
}

}  // namespace suffice
