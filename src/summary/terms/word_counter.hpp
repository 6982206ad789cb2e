// Word counter: documents counted by term and class, on threads that each have a table of their own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"
#include "summary/open_labels.hpp"
#include "summary/terms/word_shard.hpp"
#include "text/tokeniser.hpp"

namespace suffice {

/// Open counts of documents. Those whose sums are exact in any order are divided among threads: the weight is a whole
/// number, and no count can pass 2⁵³. All others are added in row order, to a shard of their own.
class WordCounter {
 public:
  WordCounter(const TextOptions& options, unsigned threads);

  /// Error (bad_data) for a document of 2 GiB, the first being row `first` of what the caller gave.
  static void check(const TextBatch& rows, std::size_t first);
  /// A bound on the terms that the documents can have, and whether so many more might be too many.
  [[nodiscard]] std::size_t most_terms(const TextBatch& rows) const;
  [[nodiscard]] bool can_pass_limit(std::size_t added) const;
  /// The counts as they are, to go back to.
  [[nodiscard]] std::vector<WordShard> shards() const { return shards_; }
  void restore(std::vector<WordShard> shards) { shards_ = std::move(shards); }

  /// Error (bad_data) for a document of 2 GiB, and for more than 2³² − 1 different terms and classes; then nothing was
  /// added.
  void add(const TextBatch& rows, const RowClasses& classes);
  [[nodiscard]] std::uint64_t invalid_bytes() const;
  [[nodiscard]] TermCounts counts(std::span<const std::size_t> order) const;

 private:
  struct Share;
  Share divide(const TextBatch& rows, const RowClasses& classes);
  void add_share(const TextBatch& rows, const RowClasses& classes, const Share& share);

  Tokeniser tokeniser_;
  double largest_count_ = 0;       // bound on the counts of whole weights
  std::vector<WordShard> shards_;  // of each thread, and the last one in row order
  std::vector<WordShard::Workspace> workspaces_;
};

}  // namespace suffice
