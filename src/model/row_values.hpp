// The numbers of one row, dense or sparse.
#pragma once

#include <algorithm>
#include <cstddef>
#include <variant>
#include <vector>

#include "suffice/batch.hpp"

namespace suffice {

/// Writes the numbers of row i of a batch of numbers, one for each column.
inline void copy_row(const Rows& rows, std::size_t i, double* out) {
  const auto* sparse = std::get_if<SparseBatch>(&rows);
  if (sparse == nullptr) {
    std::get<Batch>(rows).copy_row(i, out);
    return;
  }
  std::fill_n(out, sparse->columns, 0.0);
  for (std::size_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
    out[sparse->indices[k]] = sparse->value(k);
  }
}

inline std::vector<double> row_values(const Rows& rows, std::size_t i, std::size_t columns) {
  std::vector<double> values(columns);
  copy_row(rows, i, values.data());
  return values;
}

}  // namespace suffice
