// Fold rows: the rows of each fold, gathered from pieces of a table that stay in the cache meanwhile.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "evaluate/folds/reordered_rows.hpp"
#include "math/system/parallel.hpp"
#include "suffice/evaluate.hpp"
#include "suffice/summary.hpp"
#include "suffice/table.hpp"
#include "summary/sum_memory.hpp"

namespace suffice {

/// Some rows of a table, in its order: all of one fold.
struct FoldPart {
  std::size_t fold;
  Table rows;
  Labels labels;
  std::span<const std::size_t> places;  ///< of the rows in the table
};

/// Gathers the rows of each fold, in memory that is used again.
class FoldGatherer {
 public:
  /// Takes the rows `start`, …, `end` − 1. folds[i] is less than `count`, or no_fold.
  void gather(const Table& table, const Labels& labels, std::span<const std::uint32_t> folds, std::size_t count,
              std::size_t start, std::size_t end);
  /// What was gathered last of a fold, perhaps no row. Holds until gather() is called again.
  [[nodiscard]] FoldPart part(std::size_t fold) const;

 private:
  ReorderedRows rows_;
  std::span<const std::string> names_;
  std::vector<std::uint32_t> codes_;
  std::vector<std::size_t> starts_;  // of each fold among the gathered rows, and the end of the last
  std::vector<std::size_t> next_;    // the place of the next row of each fold
  std::vector<std::size_t> places_;  // of the gathered rows in the table, fold by fold
  std::vector<std::size_t> copied_;  // the gathered rows as they lie in the table
};

/// What a thread that adds or scores rows of folds has of its own.
struct FoldThread {
  FoldGatherer gatherer = {};
  SumMemory memory = {};
};

/// Adds the rows of each fold to its sums, and returns the fold of each row: threads take a piece of the table each, so
/// that every row is read once. Errors as Accumulator::add.
std::vector<std::uint32_t> add_folds(const Table& rows, const Labels& labels, FoldOrder& order,
                                     std::span<Accumulator> sums, std::span<FoldThread> threads, ThreadTeam& team);

/// The sums of the folds before each fold and of those after it: all others are one merge away.
class FoldNeighbours {
 public:
  /// Error (usage) for fewer than two folds; what merge() throws where they do not belong together.
  FoldNeighbours(const Folds& folds, unsigned threads, ThreadTeam& team);
  /// The sums of all folds but one.
  [[nodiscard]] Summary without(std::size_t fold) const;
  [[nodiscard]] const Summary& all() const { return all_; }

 private:
  Summary all_;
  std::vector<Summary> before_;  // of the first fold there are none
  std::vector<Summary> after_;   // of the last fold there are none
};

/// How many rows of a table are about two megabytes, or somewhat fewer, so that each thread has as many pieces.
std::size_t rows_of_piece(const Table& table, std::size_t threads);

}  // namespace suffice
