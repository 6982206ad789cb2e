// Packed counts: small whole numbers of rows of one class, counted in half the memory on their way to the cells.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "math/huge_pages.hpp"
#include "summary/cell_store.hpp"

namespace suffice {

/// Tokens and documents of each column, in one word. Between two calls of flush() at most `most_rows` rows are added,
/// of numbers that are whole and at most `most_tokens`.
class PackedCounts {
 public:
  static constexpr std::size_t most_rows = std::size_t{1} << 16U;
  static constexpr std::uint32_t most_tokens = 65535;

  void reserve(std::size_t columns) {
    if (words_.size() < columns) {
      resize_in_huge_pages(words_, columns);
    }
  }

  void add(std::size_t column, double tokens) {
    words_[column] += one_document + static_cast<std::uint32_t>(static_cast<std::int32_t>(tokens));
  }

  /// Adds the counts of the columns first, …, last − 1 to the cells, and starts again from zero.
  void flush(CountCell* cells, std::size_t first, std::size_t last) {
    for (std::size_t j = first; j < last; ++j) {
      cells[j].tokens += static_cast<double>(static_cast<std::uint32_t>(words_[j]));
      cells[j].documents += static_cast<double>(static_cast<std::uint32_t>(words_[j] / one_document));
      words_[j] = 0;
    }
  }

 private:
  static constexpr std::uint64_t one_document = std::uint64_t{1} << 32U;
  static_assert(most_rows * most_tokens < one_document);

  std::vector<std::uint64_t> words_;
};

}  // namespace suffice
