// Column parts: threads divide the columns of a batch, so that every sum takes its rows in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "encode/block_rows.hpp"
#include "math/system/parallel.hpp"

namespace suffice {

/// body(first, last) for parts of the columns, on several threads where `numbers` values are worth them.
template <typename Body>
void for_column_parts(unsigned threads, std::size_t columns, std::size_t numbers, const Body& body) {
  constexpr std::size_t worth_a_thread = std::size_t{1} << 14U;
  const std::size_t parts = std::clamp<std::size_t>(std::min(columns, numbers / worth_a_thread), 1, threads);
  parallel_for(threads, parts,
               [&](std::size_t part, unsigned) { body(columns * part / parts, columns * (part + 1) / parts); });
}

/// visit(i, j, x) for the numbers stored in the columns first, …, last − 1, row by row.
template <typename Visitor>
void visit_numbers(const SparseBatch& rows, std::size_t first, std::size_t last, const Visitor& visit) {
  std::visit(
      [&](const auto* values) {
        for (std::size_t i = 0; i < rows.rows(); ++i) {
          const std::uint32_t* end = rows.indices.data() + rows.offsets[i + 1];
          const std::uint32_t* index = rows.indices.data() + rows.offsets[i];
          index = first == 0 ? index : std::lower_bound(index, end, first);
          for (; index != end && *index < last; ++index) {
            visit(i, *index, static_cast<double>(values[index - rows.indices.data()]));
          }
        }
      },
      rows.values);
}

/// The same for dense rows, zeros too.
template <typename Visitor>
void visit_numbers(const Batch& rows, std::size_t first, std::size_t last, const Visitor& visit) {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    rows.visit_row(i, [&](const auto* row) {
      for (std::size_t j = first; j < last; ++j) {
        visit(i, j, static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * rows.column_stride]));
      }
    });
  }
}

/// Numbers stored.
inline std::size_t number_count(const Batch& rows) { return rows.rows * rows.columns; }
inline std::size_t number_count(const SparseBatch& rows) {
  return rows.offsets.empty() ? 0 : static_cast<std::size_t>(rows.offsets.back() - rows.offsets.front());
}

}  // namespace suffice
