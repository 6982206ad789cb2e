// Batch: a rectangle of numbers somewhere in memory.
#pragma once

#include <cstddef>
#include <span>
#include <variant>

namespace suffice {

/// Numbers, float or double: value (i, j) is values[i * row_stride + j * column_stride]. NaN is a missing value.
struct Batch {
  std::variant<const double*, const float*> values;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t column_stride = 1;
  std::span<const double> weights = {};  ///< one per row; empty: every row weighs 1

  /// Rows stored one after the other.
  template <typename Number>
  static Batch row_major(const Number* values, std::size_t rows, std::size_t columns,
                         std::span<const double> weights = {}) {
    return {values, rows, columns, static_cast<std::ptrdiff_t>(columns), 1, weights};
  }

  /// visit(pointer to value (i, 0)), a pointer to float or to double.
  template <typename Visitor>
  decltype(auto) visit_row(std::size_t i, Visitor&& visitor) const {
    const std::ptrdiff_t offset = static_cast<std::ptrdiff_t>(i) * row_stride;
    return std::visit([&](const auto* start) -> decltype(auto) { return visitor(start + offset); }, values);
  }

  [[nodiscard]] double value(std::size_t i, std::size_t j) const {
    return visit_row(
        i, [&](const auto* row) { return static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * column_stride]); });
  }
  /// out: the numbers of row i, as double.
  void copy_row(std::size_t i, double* out) const {
    visit_row(i, [&](const auto* row) {
      for (std::size_t j = 0; j < columns; ++j) {
        out[j] = static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * column_stride]);
      }
    });
  }
  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
  [[nodiscard]] Batch slice(std::size_t first, std::size_t count) const {
    Batch part = *this;
    visit_row(first, [&](const auto* row) { part.values = row; });
    part.rows = count;
    part.weights = weights.empty() ? weights : weights.subspan(first, count);
    return part;
  }
};

}  // namespace suffice
