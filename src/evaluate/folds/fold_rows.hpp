// Fold rows: the rows of each fold, gathered from pieces of a table that stay in the cache meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "evaluate/folds/reordered_rows.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Some rows of a table, in its order: all of one fold.
struct FoldPart {
  std::size_t fold;
  const Table& rows;
  Labels labels;
  std::span<const std::size_t> places;  ///< of the rows in the table
};

/// Gathers rows in memory that is used again: one for each thread.
class FoldGatherer {
 public:
  /// use(part) for each of the folds `first`, …, `last` − 1 that has rows among `start`, …, `end` − 1.
  void each_fold(const Table& table, const Labels& labels, std::span<const std::uint32_t> folds, std::size_t first,
                 std::size_t last, std::size_t start, std::size_t end, const std::function<void(const FoldPart&)>& use);

 private:
  ReorderedRows rows_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> starts_;  // of each fold among the gathered rows, and the end of the last
  std::vector<std::size_t> places_;  // of the gathered rows in the table, fold by fold
  std::vector<std::size_t> copied_;  // the gathered rows as they lie in the table
};

/// Adds the rows of each fold to its sums, on `threads` threads, each of which has folds of its own. Errors as
/// Accumulator::add.
void add_folds(const Table& rows, const Labels& labels, std::span<const std::uint32_t> folds,
               std::span<Accumulator> sums, unsigned threads);

/// How many rows of a table are about two megabytes.
std::size_t rows_of_piece(const Table& table);

}  // namespace suffice
