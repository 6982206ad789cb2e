// The numbers of one row, whatever way the rows store them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <variant>

#include "encode/block_rows.hpp"

namespace suffice {

/// see(column, number) for each number that row i stores: every column of dense rows, those that are stored of sparse
/// ones. The rows are numbers.
template <typename See>
void each_number(const BlockRows& rows, std::size_t i, const See& see) {
  if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    for (std::uint64_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
      see(std::size_t{sparse->indices[k]}, sparse->value(k));
    }
    return;
  }
  const auto& dense = std::get<Batch>(rows);
  for (std::size_t j = 0; j < dense.columns; ++j) {
    see(j, dense.value(i, j));
  }
}

}  // namespace suffice
