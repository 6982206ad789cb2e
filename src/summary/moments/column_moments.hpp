// Column moments: moments of the kinds diagonal and pooled_diagonal where values are missing, column by column.
#pragma once

#include <cstddef>
#include <span>

#include "math/special/two_sum.hpp"
#include "summary/block_sums.hpp"

namespace suffice {

/// Weight, mean and scatter of some numbers.
struct ColumnCell {
  double weight = 0;
  TwoSum mean = {};
  double scatter = 0;
};

/// Weight, mean and scatter of both sets of numbers, by the update of Chan, Golub and LeVeque.
ColumnCell merge_cells(const ColumnCell& a, const ColumnCell& b);

/// Takes the weights of columns off moments of which every row has every value, weights that are not whole being known
/// to rounding.
void clear_complete_columns(Moments& moments, const ClassCounts& classes);

/// As merge_moments and remove_moments, for the kinds diagonal and pooled_diagonal, the weights of a class being those
/// of its columns. Error (bad_data) where more of a column would be removed than there is.
Moments merge_columns(const MomentBlock& a, const MomentBlock& b, const ClassCounts& sum,
                      std::span<const std::size_t> columns);
Moments remove_columns(const MomentBlock& all, const MomentBlock& part, const ClassCounts& rest,
                       std::span<const std::size_t> columns);

}  // namespace suffice
