// Reordered rows: a copy of rows of a table in another order, so that folds are neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "math/system/huge_pages.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Row k is row order[k] of the table. Numbers are copied, as double; dictionaries and documents stay the table's.
class ReorderedRows {
 public:
  ReorderedRows() = default;
  ReorderedRows(const Table& table, std::span<const std::size_t> order) { assign(table, order); }
  ReorderedRows(const ReorderedRows&) = delete;
  ReorderedRows& operator=(const ReorderedRows&) = delete;

  /// Takes other rows, in the memory of those before. `copied`, if not empty, says which of 0, …, n − 1 to copy first,
  /// and next: as the rows lie in the table they are read fastest.
  void assign(const Table& table, std::span<const std::size_t> order, std::span<const std::size_t> copied = {});
  /// Holds as long as this object and what the columns of the table view, and until the next assign().
  [[nodiscard]] const Table& table() const { return table_; }

 private:
  void add(const NumberMatrix& matrix, std::span<const std::size_t> order, std::span<const std::size_t> copied);
  void add(const NumberColumn& column, std::span<const std::size_t> order);
  void add(const SparseMatrix& matrix, std::span<const std::size_t> order);
  void add(const CategoryColumn& column, std::span<const std::size_t> order);
  void add(const TextColumn& column, std::span<const std::size_t> order);

  /// Vectors that are handed out one after the other, and again after reset() with what they hold.
  template <typename Vector>
  class Pool {
   public:
    Vector& next() {
      if (used_ == vectors_.size()) vectors_.emplace_back();
      return vectors_[used_++];
    }
    void reset() { used_ = 0; }

   private:
    std::deque<Vector> vectors_;
    std::size_t used_ = 0;
  };

  Table table_;
  std::vector<double> weights_;
  Pool<HugeVector> numbers_;
  Pool<std::vector<std::uint64_t>> offsets_;
  Pool<std::vector<std::uint32_t>> codes_;  // of categories, and indices of sparse numbers
  Pool<std::vector<std::string_view>> documents_;
  Pool<std::vector<std::uint8_t>> valid_;
};

/// The columns of a table at these places, as views of it; places count what matrices stand for. Neighbours of a dense
/// matrix stay together. Error (usage) for a part of a sparse matrix.
Table select_columns(const Table& table, std::span<const std::size_t> places);

/// A number for each row that depends on its values alone, not on where it stands.
std::vector<std::uint64_t> row_hashes(const Table& table);

}  // namespace suffice
