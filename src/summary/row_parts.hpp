// Row parts: the numbers that rows have in some columns. Threads divide the columns of a batch, so that every sum takes
// its rows in order.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <variant>

#include "encode/block_rows.hpp"
#include "math/kernels/row_checks.hpp"
#include "math/system/parallel.hpp"
#include "summary/class_rows.hpp"

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

/// visit(i, j, x) for all numbers of dense rows in those columns, zeros too.
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

/// Fetches the numbers of a row that comes soon, a cache line at a time between other work: asked for all at once they
/// would be waited for.
template <typename Number>
struct RowFetch {
  const std::uint32_t* index = nullptr;
  const std::uint32_t* end = nullptr;
  const Number* value = nullptr;

  static constexpr std::size_t step_numbers = 64 / sizeof(Number);

  void step() {
    if (index < end) {
      __builtin_prefetch(index);
      __builtin_prefetch(value);
      index += step_numbers;
      value += step_numbers;
    }
  }
};

template <typename Number>
struct SparsePart {
  std::span<const std::uint32_t> columns;
  const Number* values;
  RowFetch<Number> coming;

  /// take(column, x) for every number.
  template <typename Take>
  void visit(const Take& take) {
    constexpr std::size_t step = RowFetch<Number>::step_numbers;
    std::size_t k = 0;
    for (; k + step <= columns.size(); k += step) {
      coming.step();
      for (std::size_t at = k; at < k + step; ++at) {
        take(std::size_t{columns[at]}, static_cast<double>(values[at]));
      }
    }
    while (coming.index < coming.end) {
      coming.step();
    }
    for (; k < columns.size(); ++k) {
      take(std::size_t{columns[k]}, static_cast<double>(values[k]));
    }
  }

  /// The largest number, where all are whole, positive and at most `most`.
  [[nodiscard]] std::optional<std::uint32_t> largest_count(std::uint32_t most) const {
    return suffice::largest_count(std::span(values, columns.size()), most);
  }
  /// Whether columns ascend, and there are so many.
  [[nodiscard]] bool is_sound(std::size_t column_count) const { return ascend_below(columns, column_count); }
};

template <typename Number>
struct DensePart {
  std::size_t first;
  std::size_t last;
  const Number* values;
  std::ptrdiff_t stride;

  template <typename Take>
  void visit(const Take& take) {
    for (std::size_t j = first; j < last; ++j) {
      take(j, static_cast<double>(values[static_cast<std::ptrdiff_t>(j) * stride]));
    }
  }

  [[nodiscard]] static std::optional<std::uint32_t> largest_count(std::uint32_t /*most*/) {
    return std::nullopt;  // some are zero
  }
  [[nodiscard]] static bool is_sound(std::size_t /*column_count*/) { return true; }
};

/// visit(row, its part) for some rows, the columns being first, …, last − 1; zeros may be skipped.
template <typename Visitor>
void visit_parts(const Batch& rows, std::span<const ClassRow> some, std::size_t first, std::size_t last,
                 const Visitor& visit) {
  for (const ClassRow& row : some) {
    rows.visit_row(row.row,
                   [&](const auto* values) { visit(row, DensePart{first, last, values, rows.column_stride}); });
  }
}

template <typename Visitor>
void visit_parts(const SparseBatch& rows, std::span<const ClassRow> some, std::size_t first, std::size_t last,
                 const Visitor& visit) {
  constexpr std::size_t ahead = 4;
  const auto visit_numbers = [&]<typename Number>(const Number* values) {
    const auto place = [&](std::size_t row) { return rows.indices.data() + rows.offsets[row]; };
    for (std::size_t k = 0; k < some.size(); ++k) {
      const std::uint32_t* end = place(some[k].row + 1);
      const std::uint32_t* index = place(some[k].row);
      index = first == 0 ? index : std::lower_bound(index, end, first);
      end = last == rows.columns ? end : std::lower_bound(index, end, last);
      SparsePart<Number> part{{index, end}, values + (index - rows.indices.data()), {}};
      if (k + 2 * ahead < some.size()) {
        __builtin_prefetch(&rows.offsets[some[k + 2 * ahead].row]);
      }
      if (k + ahead < some.size()) {
        const std::size_t row = some[k + ahead].row;
        part.coming = {place(row), place(row + 1), values + rows.offsets[row]};
      }
      visit(some[k], part);
    }
  };
  std::visit(visit_numbers, rows.values);
}

}  // namespace suffice
