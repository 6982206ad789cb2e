// Quantised rows: which weighted sum of rows of a table is the largest, told from a rounded copy of the table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "math/kernels/weighted_rows.hpp"
#include "math/system/aligned.hpp"

namespace suffice {

/// A table each number of which is centre + step · code, off by at most 0.5001 step.
struct QuantisedRows {
  const std::int16_t* codes = nullptr;  ///< from a cache line on; none is −32768, those beyond the columns are 0
  std::size_t stride = 0;               ///< from one row to the next: a quantised_stride
  std::size_t columns = 0;
  double step = 0;
  double magnitude = 0;  ///< no number of the table is larger
};

/// Codes that a row of so many takes: rows are 16, 32 or a multiple of 64 bytes apart.
std::size_t quantised_stride(std::size_t columns);

/// The column of the largest of the sums that add_weighted_rows() of the table itself makes of `start`, one number for
/// each column. None where the sums are too close to tell, where a weight is not within 2^±64, or where a row is not in
/// the table. `work` is room for it.
template <typename Weight>
std::optional<std::size_t> largest_sum(const QuantisedRows& table, std::span<const double> start,
                                       double start_magnitude, const RowPicks<Weight>& picks, AlignedVector& work);

}  // namespace suffice
