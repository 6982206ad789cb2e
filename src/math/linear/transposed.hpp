// The transpose of a matrix.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace suffice {

/// Row-major, of so many columns; so is the result, which has as many rows.
inline std::vector<double> transposed(std::span<const double> matrix, std::size_t columns) {
  std::vector<double> result(matrix.size());
  const std::size_t rows = columns > 0 ? matrix.size() / columns : 0;
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      result[j * rows + i] = matrix[i * columns + j];
    }
  }
  return result;
}

}  // namespace suffice
