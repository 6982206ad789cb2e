// Block rows: the rows of a table as the sums and the families of one block take them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <variant>

#include "math/kernels/batch.hpp"
#include "suffice/table.hpp"

namespace suffice {

/// Sparse numbers, as in SparseMatrix.
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

/// Categories: row i has the value values[j][codes[i * columns + j]] in column j, or missing_category.
struct CategoryBatch {
  const std::uint32_t* codes = nullptr;  ///< rows × columns, row-major
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::span<const Texts> values = {};    ///< one dictionary for each column
  std::span<const double> weights = {};  ///< as in Batch

  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

/// Documents.
struct TextBatch {
  Texts documents;
  std::span<const double> weights = {};  ///< as in Batch

  [[nodiscard]] double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
};

/// What a block takes: Batch (dense numbers) or SparseBatch if it is numeric, CategoryBatch if it has categories,
/// TextBatch if text.
using BlockRows = std::variant<Batch, SparseBatch, CategoryBatch, TextBatch>;

/// How many rows they are, the weight of one, and the weights of all (empty: every row weighs 1).
std::size_t row_count(const BlockRows& rows);
double row_weight(const BlockRows& rows, std::size_t i);
std::span<const double> row_weights(const BlockRows& rows);
/// The rows first, …, first + count − 1.
BlockRows slice_rows(const BlockRows& rows, std::size_t first, std::size_t count);
/// The rows without their weights, which have no part in scoring, whatever they are.
BlockRows without_weights(const BlockRows& rows);

}  // namespace suffice
