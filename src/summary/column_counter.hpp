// Column counter: rows of numbers that are not negative, counted by column and class.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "suffice/batch.hpp"
#include "suffice/summary.hpp"
#include "summary/cell_store.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// Open counts of columns: Σ w x, and Σ w over x > 0. Threads divide classes and columns, and every sum takes its rows
/// in order.
class ColumnCounter {
 public:
  /// Sums are in arrays, one for each class, until these have `most_cells`; beyond, classes cost what they have.
  ColumnCounter(std::size_t columns, unsigned threads, std::size_t most_cells = std::size_t{1} << 27U)
      : cells_(columns, most_cells), threads_(threads) {}

  /// Numbers are finite and not negative, or NaN: missing. Error (bad_data) where values are missing and there
  /// are more columns and classes than `most_cells`; then nothing was added.
  void add(const Batch& rows, const RowClasses& classes);
  void add(const SparseBatch& rows, const RowClasses& classes);
  /// Class order[c] is class c of the counts. Error (bad_data) where a sum overflows.
  [[nodiscard]] TermCounts counts(std::span<const std::size_t> order) const;

 private:
  template <typename View>
  void add_view(const View& rows, std::size_t row_count, const RowClasses& classes);

  CellStore cells_;
  std::vector<std::vector<double>> missing_;  // for each class Σ w of each column, or nothing
  unsigned threads_;
};

}  // namespace suffice
