// Pair counter: how often two values occur in one row, by class.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// Open counts of pairs. A value is a number that the caller gives it, those of all columns being numbered together.
/// While weights are whole numbers each pair of columns is counted by itself, on any thread; else rows are added in
/// order.
class PairCounter {
 public:
  explicit PairCounter(unsigned threads) : threads_(threads) {}

  /// Room for so many values and classes, which check_pair_limit() has found to be allowed.
  void make_room(std::size_t values, std::size_t classes);

  /// Rows whose codes are sound: code m of column j is the value numbers[j][m], which is not looked at for codes that
  /// no row of positive weight has.
  void add(const CategoryBatch& rows, const RowClasses& classes, std::span<const std::vector<std::uint32_t>> numbers,
           bool exact);

  /// Σ w of the rows of class c that have both values; the column of a comes before that of b.
  [[nodiscard]] double count(std::size_t c, std::size_t a, std::size_t b) const {
    return c < classes_ && a < stride_ && b < stride_ ? counts_[(c * stride_ + a) * stride_ + b] : 0.0;
  }

 private:
  template <typename Count>
  void count_by_columns(const CategoryBatch& rows, const RowClasses& classes,
                        std::span<const std::vector<std::uint32_t>> numbers);
  void count_in_order(const CategoryBatch& rows, const RowClasses& classes,
                      std::span<const std::vector<std::uint32_t>> numbers);

  unsigned threads_;
  std::size_t classes_ = 0;
  std::size_t stride_ = 0;      // room for values
  std::vector<double> counts_;  // classes × stride × stride
};

}  // namespace suffice
