// Amount counter: rows of numbers that are not negative, summed by class and column.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "suffice/summary.hpp"
#include "summary/open_labels.hpp"

namespace suffice {

/// A sum and what rounding took off it (Knuth's two-sum): as good as one rounding, whatever the number of terms.
struct CompensatedSum {
  double sum = 0;
  double error = 0;

  void add(double value) {
    const double next = sum + value;
    const double value_part = next - sum;
    error += (sum - (next - value_part)) + (value - value_part);
    sum = next;
  }
  /// Infinite once the sum has overflowed.
  [[nodiscard]] double value() const { return error == error ? sum + error : sum; }
};

/// Open amount sums. Zeros are what is neither missing nor positive, so that sparse rows cost what they store. Every
/// sum takes its rows in order; threads divide the columns.
class AmountCounter {
 public:
  AmountCounter(std::size_t columns, unsigned threads) : columns_(columns), threads_(threads) {}

  /// Sound rows, dense or sparse, of numbers that are finite and not negative, or NaN: missing.
  void add(const BlockRows& rows, const RowClasses& classes);

  /// Class order[c] is class c of the sums; a class may be without rows. The tally is of the rows that were added.
  [[nodiscard]] AmountSums sums(std::span<const std::size_t> order, const ClassTally& tally) const;

 private:
  struct Cell {
    double missing = 0;     // Σ w
    double positive = 0;    // Σ w over x > 0
    double fractional = 0;  // Σ w over x that are not whole
    CompensatedSum sum;
    CompensatedSum log_sum;
  };
  static void add_number(Cell& cell, double x, double w);
  template <typename View>
  void add_view(const View& rows, const RowClasses& classes);

  std::size_t columns_;
  unsigned threads_;
  std::vector<Cell> cells_;  // C × d
};

/// Error (bad_data) for more sums than a summary can hold.
void check_amount_limit(std::size_t columns, std::size_t classes);

}  // namespace suffice
