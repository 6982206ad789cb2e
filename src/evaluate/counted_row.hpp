// Counted row: how often each term of the sums occurs in one row, of text, sparse or dense numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/summary.hpp"
#include "text/tokeniser.hpp"
#include "text/word_table.hpp"

namespace suffice {

struct CountedTerm {
  std::size_t place = 0;  ///< of the term in the sums
  double count = 0;       ///< how often it occurs; NaN: missing
};

/// The words of the sums, numbered by their places; none where terms are not words.
WordTable word_index(const Summary& summary);

/// Immutable but for the room it works in: one for each thread.
class CountedRow {
 public:
  /// Holds on to `words`, the index of the sums.
  CountedRow(const Schema& schema, const WordTable& words);

  /// The terms of row i, each once, ascending.
  const std::vector<CountedTerm>& read(const Rows& rows, std::size_t i);
  /// Words of that row which the sums do not have, for they were dropped for good, and how often they occur.
  [[nodiscard]] const std::map<std::string, double, std::less<>>& unknown() const { return unknown_; }

 private:
  void read_document(std::string_view document);
  void add(std::size_t place, double count) { terms_.push_back({place, count}); }

  const WordTable& words_;
  std::optional<Tokeniser> tokeniser_;
  Tokeniser::Buffer buffer_;
  std::vector<std::uint32_t> numbers_;
  std::vector<CountedTerm> terms_;
  std::map<std::string, double, std::less<>> unknown_;
};

}  // namespace suffice
