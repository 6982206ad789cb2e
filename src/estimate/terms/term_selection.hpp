// Term selection: which terms of the sums a model keeps (MODELS §6).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "suffice/options.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

struct TermSelection {
  std::vector<std::uint8_t> kept;  ///< for each term of the counts
  /// Words of the vocabulary, or open columns after the last, that are kept and do not occur, in byte order.
  std::vector<std::string> declared;
  // What max_terms says, as in Events.
  double least_tokens = -1;
  std::string last_term;

  [[nodiscard]] std::size_t size() const;
};

/// The terms of the vocabulary, if there is one, that occur in min_documents documents at least; and of those the
/// max_terms with the most tokens, ties in byte order. Error (usage) for a vocabulary of hash buckets, one that names
/// no column of numbers, or one that names what compacted sums do not have.
TermSelection select_terms(const TermBlock& terms, const TermOptions& options);

/// How many columns there are with those that the vocabulary names after the last one, where they are open.
std::size_t columns_named(const Block& block, const TermOptions& options);

}  // namespace suffice
