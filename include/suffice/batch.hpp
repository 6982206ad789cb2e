// Batch and Labels: non-owning views of rows, the only way data enters the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace suffice {

/// A rectangle of numbers somewhere in the caller's memory: value (i, j) is values[i * row_stride + j * column_stride].
struct Batch {
  const double* values = nullptr;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t column_stride = 1;
  std::span<const double> weights = {};  ///< one per row, finite and not negative; empty: every row weighs 1

  /// Rows stored one after the other.
  static Batch row_major(const double* values, std::size_t rows, std::size_t columns,
                         std::span<const double> weights = {}) {
    return {values, rows, columns, static_cast<std::ptrdiff_t>(columns), 1, weights};
  }

  [[nodiscard]] const double* row(std::size_t i) const { return values + static_cast<std::ptrdiff_t>(i) * row_stride; }
  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
  [[nodiscard]] Batch slice(std::size_t first, std::size_t count) const {
    return {row(first), count,         columns,
            row_stride, column_stride, weights.empty() ? weights : weights.subspan(first, count)};
  }
};

/// The labels of a batch's rows, as codes into a dictionary: row i has the label names[codes[i]].
/// A name may stand in the dictionary without a row; dictionaries may differ from batch to batch.
struct Labels {
  std::span<const std::uint32_t> codes;
  std::span<const std::string> names;
};

}  // namespace suffice
