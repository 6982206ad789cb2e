// Quantised table: a table in two bytes a number, to tell cheaply which weighted sum of its rows is the largest.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "math/kernels/quantised_rows.hpp"
#include "math/kernels/weighted_rows.hpp"
#include "math/system/aligned.hpp"
#include "math/system/huge_pages.hpp"

namespace suffice {

/// Each number is centre + step · code, off by at most half a step.
class QuantisedTable {
 public:
  /// Of a table of rows of `width` numbers, the first `columns` of which count.
  QuantisedTable(std::span<const double> table, std::size_t width, std::size_t columns, unsigned threads);

  /// Whether there is one: all numbers are finite.
  [[nodiscard]] bool exists() const { return !codes_.empty(); }

  /// Which sum of the table's rows is the largest, where it can tell: largest_sum().
  template <typename Weight>
  [[nodiscard]] std::optional<std::size_t> largest(std::span<const double> start, double start_magnitude,
                                                   const RowPicks<Weight>& picks, AlignedVector& work) const {
    return largest_sum({codes_.data(), stride_, columns_, step_, magnitude_}, start, start_magnitude, picks, work);
  }

 private:
  std::size_t columns_;
  std::size_t stride_;  // codes from one row to the next
  double step_ = 0;
  double magnitude_ = 0;  // no number of the table is larger
  std::vector<std::int16_t, HugePageAllocator<std::int16_t>> codes_;
};

}  // namespace suffice
