// Reordered rows: a copy of rows of a table in another order, so that folds are neighbours.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <span>
#include <string_view>
#include <vector>

#include "suffice/table.hpp"

namespace suffice {

/// Row k is row order[k] of the table. Numbers are copied, as double; dictionaries and documents stay the table's.
class ReorderedRows {
 public:
  ReorderedRows(const Table& table, std::span<const std::size_t> order);
  ReorderedRows(const ReorderedRows&) = delete;
  ReorderedRows& operator=(const ReorderedRows&) = delete;

  /// Holds as long as this object and what the columns of the table view.
  [[nodiscard]] const Table& table() const { return table_; }

 private:
  void add(const NumberMatrix& matrix, std::span<const std::size_t> order);
  void add(const NumberColumn& column, std::span<const std::size_t> order);
  void add(const SparseMatrix& matrix, std::span<const std::size_t> order);
  void add(const CategoryColumn& column, std::span<const std::size_t> order);
  void add(const TextColumn& column, std::span<const std::size_t> order);

  Table table_;
  std::vector<double> weights_;
  std::deque<std::vector<double>> numbers_;
  std::deque<std::vector<std::uint64_t>> offsets_;
  std::deque<std::vector<std::uint32_t>> codes_;  // of categories, and indices of sparse numbers
  std::deque<std::vector<std::string_view>> documents_;
  std::deque<std::vector<std::uint8_t>> valid_;
};

/// The columns of a table at these places, as views of it; places count what matrices stand for. Neighbours of a dense
/// matrix stay together. Error (usage) for a part of a sparse matrix.
Table select_columns(const Table& table, std::span<const std::size_t> places);

/// A number for each row that depends on its values alone, not on where it stands.
std::vector<std::uint64_t> row_hashes(const Table& table);

}  // namespace suffice
