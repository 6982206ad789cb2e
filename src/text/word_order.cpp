#include "text/word_order.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <numeric>

namespace suffice {

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
