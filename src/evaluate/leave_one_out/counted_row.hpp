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

#include "encode/block_rows.hpp"
#include "suffice/options.hpp"
#include "summary/block_sums.hpp"
#include "text/tokeniser.hpp"
#include "text/word_table.hpp"

namespace suffice {

/// Whether terms exist only while rows have them: words that no vocabulary names. Columns and buckets are always there.
bool is_open(const Block& block, const TermOptions& options);

struct CountedTerm {
  std::size_t place = 0;  ///< of the term in the sums
  double count = 0;       ///< how often it occurs; NaN: missing
};

/// What it takes to find the terms of the sums in rows. Immutable: one serves many threads.
struct TermIndex {
  explicit TermIndex(const TermBlock& block);

  WordTable words;                     ///< numbered by their places; none where terms are not words
  std::optional<Tokeniser> tokeniser;  ///< where rows are text
};

/// Immutable but for the room it works in: one for each thread.
class CountedRow {
 public:
  /// The index outlives this.
  explicit CountedRow(const TermIndex& index) : index_(index) {}

  /// The terms of row i, each once, ascending.
  const std::vector<CountedTerm>& read(const BlockRows& rows, std::size_t i);
  /// Words of that row which the sums do not have, for they were dropped for good, and how often they occur.
  [[nodiscard]] const std::map<std::string, double, std::less<>>& unknown() const { return unknown_; }

 private:
  void read_document(std::string_view document);
  void add(std::size_t place, double count) { terms_.push_back({place, count}); }

  const TermIndex& index_;
  Tokeniser::Buffer buffer_;
  std::vector<std::uint32_t> numbers_;
  std::vector<std::uint32_t> places_;
  std::vector<CountedTerm> terms_;
  std::map<std::string, double, std::less<>> unknown_;
};

}  // namespace suffice
