#include "text/word_table.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

#include "suffice/error.hpp"
#include "text/padded_keys.hpp"

namespace suffice {

namespace {

constexpr std::size_t first_slots = 64;

}  // namespace

WordTable::WordTable() { clear(); }

void WordTable::clear() {
  slots_.assign(first_slots, {});
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(first_slots));
  places_.clear();
  long_words_.clear();
}

// The slot of the word, or the free one where it would be.
inline std::size_t WordTable::place_of(const HashedKey& wanted, const char* bytes) const {
  std::size_t place = home(wanted.hash);
  while (slots_[place].number != no_number && !wanted.key.is(slots_[place].key, bytes, long_words_.data())) {
    place = (place + 1) & (slots_.size() - 1);
  }
  return place;
}

std::uint32_t WordTable::add_new(const HashedKey& wanted, const char* bytes) {
  if (places_.size() == no_number) {
    throw Error(ErrorCode::bad_data,
                "there are more than 4294967295 different terms and classes: take shorter n-grams, or hash terms into "
                "buckets");
  }
  if (places_.size() >= slots_.size() / 4 * 3) {
    grow();
  }
  const auto number = static_cast<std::uint32_t>(places_.size());
  const std::size_t place = place_of(wanted, bytes);
  places_.push_back(place);
  slots_[place] = {wanted.key, number};
  if (wanted.key.is_long()) {
    slots_[place].key.word[1] = long_words_.size();
    long_words_.append(bytes, wanted.key.length);
  }
  return number;
}

inline std::uint32_t WordTable::add(const HashedKey& wanted, const char* bytes) {
  const std::uint32_t number = slots_[place_of(wanted, bytes)].number;
  return number != no_number ? number : add_new(wanted, bytes);
}

void WordTable::grow() {
  Slots slots(2 * slots_.size());
  --shift_;
  for (const Slot& slot : slots_) {
    if (slot.number != no_number) {
      std::size_t place = home(hash_(slot.key));
      while (slots[place].number != no_number) {
        place = (place + 1) & (slots.size() - 1);
      }
      slots[place] = slot;
      places_[slot.number] = place;
    }
  }
  slots_ = std::move(slots);
}

std::uint32_t WordTable::add(std::string_view word, std::uint32_t tag) {
  return add(hash_.hashed(word, tag), word.begin());
}

// Slots are on their way when they are looked at.
inline void WordTable::fetch(std::span<const std::string_view> words, std::uint32_t tag,
                             std::array<HashedKey, block>& wanted) const {
  hash_padded(words, tag, hash_, wanted.data());
  for (std::size_t i = 0; i < words.size(); ++i) {
    __builtin_prefetch(slots_.data() + home(wanted[i].hash));
  }
}

// Nearly every word is a short one that is where it belongs; all others are searched for in the plain way.
inline bool WordTable::is_at_home(const HashedKey& wanted, const Slot& slot) {
  return wanted.key.same_bits(slot.key) && slot.number != no_number && !wanted.key.is_long();
}

void WordTable::add_padded(std::span<const std::string_view> words, std::uint32_t tag,
                           std::span<std::uint32_t> numbers) {
  std::array<HashedKey, block> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  for (std::size_t first = 0; first < words.size(); first += block) {
    const std::size_t count = std::min(block, words.size() - first);
    fetch(words.subspan(first, count), tag, wanted);
    for (std::size_t i = 0; i < count; ++i) {
      const Slot& slot = slots_[home(wanted[i].hash)];
      numbers[first + i] = is_at_home(wanted[i], slot) ? slot.number : add(wanted[i], words[first + i].begin());
    }
  }
}

void WordTable::find_padded(std::span<const std::string_view> words, std::uint32_t tag,
                            std::span<std::uint32_t> numbers) const {
  std::array<HashedKey, block> wanted;  // NOLINT(cppcoreguidelines-pro-type-member-init): set before use
  for (std::size_t first = 0; first < words.size(); first += block) {
    const std::size_t count = std::min(block, words.size() - first);
    fetch(words.subspan(first, count), tag, wanted);
    for (std::size_t i = 0; i < count; ++i) {
      const Slot& slot = slots_[home(wanted[i].hash)];
      numbers[first + i] =
          is_at_home(wanted[i], slot) ? slot.number : slots_[place_of(wanted[i], words[first + i].begin())].number;
    }
  }
}

std::optional<std::uint32_t> WordTable::find(std::string_view word, std::uint32_t tag) const {
  const std::uint32_t number = slots_[place_of(hash_.hashed(word, tag), word.begin())].number;
  return number == no_number ? std::nullopt : std::optional(number);
}

std::string_view WordTable::word(std::uint32_t number) const {
  const WordKey& entry = slots_[places_[number]].key;
  const char* start = entry.is_long() ? &long_words_[entry.word[1]] : reinterpret_cast<const char*>(entry.word.data());
  return {start, entry.length};
}

std::size_t WordTable::longest_search() const {
  std::size_t longest = 0;
  for (std::size_t place = 0; place < slots_.size(); ++place) {
    if (slots_[place].number != no_number) {
      const std::size_t start = home(hash_(slots_[place].key));
      longest = std::max(longest, ((place - start) & (slots_.size() - 1)) + 1);
    }
  }
  return longest;
}

std::size_t WordTable::bytes() const {
  return slots_.capacity() * sizeof(Slot) + places_.capacity() * sizeof(std::size_t) + long_words_.capacity();
}

namespace {

// The first eight bytes as a number whose order is theirs; zeros stand for bytes that a word does not have.
std::uint64_t leading_bytes(std::string_view word) {
  std::uint64_t number = 0;
  const std::size_t count = std::min(word.size(), sizeof number);
  for (std::size_t i = 0; i < count; ++i) {
    number |= std::uint64_t{static_cast<unsigned char>(word[i])} << (56 - 8 * i);
  }
  return number;
}

}  // namespace

std::vector<std::uint32_t> byte_order(const WordTable& table) {
  struct Key {
    std::uint64_t leading;
    std::uint32_t number;
  };
  std::vector<Key> keys(table.size());
  for (std::uint32_t number = 0; number < keys.size(); ++number) {
    keys[number] = {leading_bytes(table.word(number)), number};
  }
  std::sort(keys.begin(), keys.end(), [&](const Key& a, const Key& b) {
    if (a.leading != b.leading) {
      return a.leading < b.leading;
    }
    const int order = table.word(a.number).compare(table.word(b.number));
    return order != 0 ? order < 0 : a.number < b.number;
  });
  std::vector<std::uint32_t> numbers(keys.size());
  std::transform(keys.begin(), keys.end(), numbers.begin(), [](const Key& key) { return key.number; });
  return numbers;
}

TagOrder tag_order(const WordTable& table, std::size_t tags) {
  TagOrder order{std::vector<std::uint32_t>(table.size()), std::vector<std::size_t>(tags + 1)};
  for (std::uint32_t number = 0; number < table.size(); ++number) {
    ++order.starts[table.tag(number) + std::size_t{1}];
  }
  std::partial_sum(order.starts.begin(), order.starts.end(), order.starts.begin());
  std::vector<std::size_t> next = order.starts;
  for (std::uint32_t number = 0; number < table.size(); ++number) {
    order.numbers[next[table.tag(number)]++] = number;
  }
  return order;
}

}  // namespace suffice
