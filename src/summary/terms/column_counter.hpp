// Column counter: rows of numbers that are not negative, counted by column and class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"
#include "summary/class_rows.hpp"
#include "summary/open_labels.hpp"
#include "summary/terms/cell_store.hpp"

namespace suffice {

/// Open counts of columns: Σ w x, and Σ w over x > 0. Threads divide classes and columns, and every sum takes its rows
/// in order.
class ColumnCounter {
 public:
  /// Sums are in arrays, one for each class, until these have `most_cells`; beyond, classes cost what they have.
  ColumnCounter(std::size_t columns, unsigned threads, std::size_t most_cells = std::size_t{1} << 27U)
      : cells_(columns, most_cells), threads_(threads) {}

  /// Error (bad_data) as add(), for rows of which the first is row `first` of what the caller gave.
  void check_missing(const Batch& rows, const RowClasses& classes, std::size_t first) const;
  void check_missing(const SparseBatch& rows, const RowClasses& classes, std::size_t first) const;
  /// Numbers are finite and not negative, or NaN: missing. Error (bad_data) where values are missing and there
  /// are more columns and classes than `most_cells`; then nothing was added.
  void add(const Batch& rows, const RowClasses& classes);
  void add(const SparseBatch& rows, const RowClasses& classes);
  /// While nothing was added: adds rows of which offsets were checked and nothing else. False, with nothing added,
  /// where they are not right, or it cannot tell: then check them and add() them.
  bool add_first(const SparseBatch& rows, const RowClasses& classes);
  /// Class order[c] is class c of the counts. A sum that overflows is infinite.
  [[nodiscard]] TermCounts counts(std::span<const std::size_t> order) const;

 private:
  enum class Checked { all, offsets };
  struct Found {
    bool missing = false;
    bool wrong = false;     // not all rows are what they must be
    bool unpacked = false;  // what was packed is no more, in these columns
    PackedLoad load = {};   // of these columns
  };
  struct ColumnRange {
    std::size_t part;
    std::size_t first;
    std::size_t last;
  };
  template <typename View>
  void check_missing_in(const View& rows, const RowClasses& classes, std::size_t first) const;
  template <typename View>
  bool add_view(const View& rows, const RowClasses& classes, Checked checked);
  // Where to divide the columns: where classes are too few or uneven for threads to divide them alone.
  template <typename View>
  [[nodiscard]] std::vector<std::size_t> column_cuts(const View& rows, const ClassRows& by_class) const;
  template <typename View>
  Found count_class(const View& rows, std::span<const ClassRow> some, const ColumnRange& range, Checked checked);

  CellStore cells_;
  std::vector<std::vector<double>> missing_;  // for each class Σ w of each column, or nothing
  std::vector<std::uint8_t> is_packed_;       // of each class: 1 while only small whole numbers were added
  std::vector<PackedLoad> loads_;             // of each class
  unsigned threads_;
};

}  // namespace suffice
