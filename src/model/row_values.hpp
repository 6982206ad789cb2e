// The values of one row of a block: its numbers, dense or sparse, and which values are missing.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <variant>
#include <vector>

#include "encode/block_rows.hpp"
#include "encode/each_number.hpp"

namespace suffice {

/// Writes the numbers of row i of a batch of numbers, one for each column.
inline void copy_row(const BlockRows& rows, std::size_t i, double* out) {
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

inline std::vector<double> row_values(const BlockRows& rows, std::size_t i, std::size_t columns) {
  std::vector<double> values(columns);
  copy_row(rows, i, values.data());
  return values;
}

/// How many numbers are missing.
inline std::uint64_t count_missing(const Batch& rows) {
  std::uint64_t missing = 0;
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t j = 0; j < rows.columns; ++j) {
      missing += std::isnan(rows.value(i, j)) ? 1U : 0U;
    }
  }
  return missing;
}

/// The columns of row i that are missing, ascending; text has none.
inline std::vector<std::size_t> missing_columns(const BlockRows& rows, std::size_t i) {
  std::vector<std::size_t> missing;
  if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    for (std::size_t j = 0; j < categories->columns; ++j) {
      if (categories->codes[i * categories->columns + j] == missing_category) {
        missing.push_back(j);
      }
    }
  } else if (!std::holds_alternative<TextBatch>(rows)) {
    each_number(rows, i, [&](std::size_t j, double x) {
      if (std::isnan(x)) {
        missing.push_back(j);
      }
    });
  }
  return missing;
}

}  // namespace suffice
