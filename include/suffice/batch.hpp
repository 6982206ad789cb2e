// Rows and Labels: non-owning views, the only way data enters the library.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace suffice {

/// A rectangle of numbers, float or double, somewhere in the caller's memory: value (i, j) is
/// values[i * row_stride + j * column_stride]. Everything is computed in double. NaN is a missing value.
struct Batch {
  std::variant<const double*, const float*> values;
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::ptrdiff_t row_stride = 0;
  std::ptrdiff_t column_stride = 1;
  std::span<const double> weights = {};  ///< one per row, finite and not negative; empty: every row weighs 1

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

/// Rows of which few numbers are not zero: row i has values[k] in column indices[k] for offsets[i] ≤ k < offsets[i +
/// 1], and 0 in every other column. Indices ascend within a row. NaN is a missing value.
struct SparseBatch {
  std::variant<const double*, const float*> values;
  std::span<const std::uint64_t> offsets;  ///< rows + 1, or empty for no rows
  std::span<const std::uint32_t> indices;
  std::size_t columns = 0;
  std::span<const double> weights = {};  ///< as in Batch

  [[nodiscard]] std::size_t rows() const { return offsets.empty() ? 0 : offsets.size() - 1; }
  [[nodiscard]] double value(std::size_t k) const {
    return std::visit([&](const auto* start) { return static_cast<double>(start[k]); }, values);
  }
  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

/// The code of a category that is missing.
inline constexpr std::uint32_t missing_category = UINT32_MAX;

/// Rows of categories, as codes into a dictionary for each column: row i has the value values[j][codes[i * columns +
/// j]] in column j, or missing_category. Dictionaries may differ from batch to batch.
struct CategoryBatch {
  const std::uint32_t* codes = nullptr;  ///< rows × columns, row-major
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::span<const std::vector<std::string>> values = {};  ///< one dictionary for each column
  std::span<const double> weights = {};                   ///< as in Batch

  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

/// Rows of text, one document each, in any bytes.
struct TextBatch {
  std::span<const std::string_view> documents;
  std::span<const double> weights = {};  ///< as in Batch

  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

/// Any rows. What a schema takes: numbers as Batch or SparseBatch, categories as CategoryBatch, text as TextBatch.
using Rows = std::variant<Batch, SparseBatch, CategoryBatch, TextBatch>;

/// How many rows they are, the weight of one, and the weights of all (empty: every row weighs 1).
std::size_t row_count(const Rows& rows);
double row_weight(const Rows& rows, std::size_t i);
std::span<const double> row_weights(const Rows& rows);
/// The rows first, …, first + count − 1.
Rows slice_rows(const Rows& rows, std::size_t first, std::size_t count);

/// The labels of rows, as codes into a dictionary: row i has the label names[codes[i]].
/// A name may stand in the dictionary without a row; dictionaries may differ from batch to batch.
struct Labels {
  std::span<const std::uint32_t> codes;
  std::span<const std::string> names;
};

}  // namespace suffice
