// Word order: the words of a table in byte order, or tag by tag.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "text/word_table.hpp"

namespace suffice {

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
