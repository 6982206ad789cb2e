// Column moments: moments of the kinds diagonal and pooled_diagonal where values are missing, column by column.
#pragma once

#include <cstddef>
#include <span>

#include "suffice/summary.hpp"

namespace suffice {

/// Weight, mean and scatter of some numbers.
struct ColumnCell {
  double weight = 0;
  double mean = 0;
  double scatter = 0;
};

/// Those of both sets of numbers, by the update of Chan, Golub and LeVeque.
ColumnCell merge_cells(const ColumnCell& a, const ColumnCell& b);

/// Whether moments have a weight for each class and column.
bool has_column_weight(const Summary& summary);

/// Σ w over the rows of class c that have a value in column j: the weight of the class where nothing is missing.
double column_weight(const Summary& summary, std::size_t c, std::size_t j);

/// As merge_moments and remove_moments, for the kinds diagonal and pooled_diagonal, the weights of a class being those
/// of its columns. Error (bad_data) where more of a column would be removed than there is.
Moments merge_columns(const Summary& a, const Summary& b, const ClassCounts& sum, std::span<const std::size_t> columns);
Moments remove_columns(const Summary& all, const Summary& part, const ClassCounts& rest,
                       std::span<const std::size_t> columns);

}  // namespace suffice
