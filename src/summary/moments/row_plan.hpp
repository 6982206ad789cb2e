// Row plan: where the sequence of rows is cut, and for a stretch of labelled rows which sums each row enters and where
// it stands in a panel.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "encode/block_rows.hpp"
#include "math/kernels/centring.hpp"
#include "math/system/aligned.hpp"

namespace suffice {

inline constexpr std::uint64_t chunk_rows = 1024;

/// The number of the first row of the wave that a row belongs to. Waves start at the rows 0, 1 Ki, 8 Ki, 64 Ki, 128 Ki,
/// 192 Ki, …: a shift is the mean of at least an eighth of the rows up to the end of the wave, so that sums about it
/// are at most eight times what is left once the mean is known.
constexpr std::uint64_t wave_start(std::uint64_t row) {
  constexpr std::uint64_t largest = 64 * chunk_rows;
  if (row >= largest) {
    return row / largest * largest;
  }
  return row >= 8 * chunk_rows ? 8 * chunk_rows : row >= chunk_rows ? chunk_rows : 0;
}

/// Whether a wave ends before this row.
constexpr bool starts_wave(std::uint64_t row) { return row > 0 && wave_start(row) == row; }

/// The class of a label without rows that count.
inline constexpr std::uint32_t no_class = UINT32_MAX;

/// Rows and their classes: row i belongs to class_of_code[codes[i]] unless its weight is 0.
struct LabelledRows {
  Batch batch;
  std::span<const std::uint32_t> codes;
  std::span<const std::uint32_t> class_of_code;

  [[nodiscard]] LabelledRows slice(std::size_t first, std::size_t count) const {
    return {batch.slice(first, count), codes.subspan(first, count), class_of_code};
  }
};

/// Rows of one group.
struct RowRun {
  std::uint32_t group;
  std::size_t first;  ///< in RowPlan::members
  std::size_t rows;
};

/// Group 0 takes rows of weight 0; the others are numbered by the caller.
struct RowPlan {
  std::vector<std::uint32_t> groups;   ///< of each row
  std::vector<std::uint32_t> members;  ///< rows group by group, each in order
  std::vector<std::uint32_t> order;    ///< 0, 1, 2, …
  std::vector<RowRun> runs;

  /// Takes the memory that plans of that size need.
  void reserve(std::size_t rows, std::size_t group_count);

  /// group_of(class) > 0, called row by row.
  template <typename GroupOf>
  void make(const LabelledRows& rows, GroupOf&& group_of) {
    const double* weights = rows.batch.weights.empty() ? nullptr : rows.batch.weights.data();
    const std::uint32_t* class_of_code = rows.class_of_code.data();
    const std::uint32_t* codes = rows.codes.data();
    groups.resize(rows.batch.rows);
    std::uint32_t* group_of_row = groups.data();
    std::uint32_t* counts = counts_.data();
    runs.clear();
    for (std::size_t i = 0; i < rows.batch.rows; ++i) {
      const std::uint32_t group = weights == nullptr || weights[i] > 0 ? group_of(class_of_code[codes[i]]) : 0;
      group_of_row[i] = group;
      if (counts[group]++ == 0) {
        runs.push_back({group, 0, 0});
      }
    }
    sort_rows();
  }

 private:
  void sort_rows();

  std::vector<std::uint32_t> counts_;  // for each group; zeros between calls
};

/// The values of the columns first_column, … of some rows, next to each other: where they are, or copied to `copy`.
template <typename Visitor>
void visit_dense(const Batch& batch, std::size_t first_column, std::size_t columns, AlignedVector& copy,
                 Visitor&& visitor) {
  const double* weights = batch.weights.empty() ? nullptr : batch.weights.data();
  if (batch.column_stride == 1) {
    batch.visit_row(0, [&]<typename Number>(const Number* values) {
      visitor(DenseRows<Number>{values + first_column, batch.row_stride, columns, weights});
    });
    return;
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      copy[i * columns + j] = batch.value(i, first_column + j);
    }
  }
  visitor(DenseRows<double>{copy.data(), static_cast<std::ptrdiff_t>(columns), columns, weights});
}

}  // namespace suffice
