// Any rows: how many, what they weigh, and some of them.
#include "encode/block_rows.hpp"

namespace suffice {

namespace {

std::span<const double> part_of(std::span<const double> weights, std::size_t first, std::size_t count) {
  return weights.empty() ? weights : weights.subspan(first, count);
}

Batch slice_of(const Batch& rows, std::size_t first, std::size_t count) { return rows.slice(first, count); }

SparseBatch slice_of(const SparseBatch& rows, std::size_t first, std::size_t count) {
  SparseBatch part = rows;
  part.offsets = rows.offsets.empty() ? rows.offsets : rows.offsets.subspan(first, count + 1);
  part.weights = part_of(rows.weights, first, count);
  return part;
}

CategoryBatch slice_of(const CategoryBatch& rows, std::size_t first, std::size_t count) {
  CategoryBatch part = rows;
  part.codes = rows.codes + first * rows.columns;
  part.rows = count;
  part.weights = part_of(rows.weights, first, count);
  return part;
}

TextBatch slice_of(const TextBatch& rows, std::size_t first, std::size_t count) {
  return {rows.documents.slice(first, count), part_of(rows.weights, first, count)};
}

std::size_t count_of(const Batch& rows) { return rows.rows; }
std::size_t count_of(const SparseBatch& rows) { return rows.rows(); }
std::size_t count_of(const CategoryBatch& rows) { return rows.rows; }
std::size_t count_of(const TextBatch& rows) { return rows.documents.size(); }

}  // namespace

std::size_t row_count(const BlockRows& rows) {
  return std::visit([](const auto& view) { return count_of(view); }, rows);
}

std::span<const double> row_weights(const BlockRows& rows) {
  return std::visit([](const auto& view) { return view.weights; }, rows);
}

double row_weight(const BlockRows& rows, std::size_t i) {
  return std::visit([i](const auto& view) { return view.weight(i); }, rows);
}

BlockRows slice_rows(const BlockRows& rows, std::size_t first, std::size_t count) {
  return std::visit([&](const auto& view) { return BlockRows(slice_of(view, first, count)); }, rows);
}

BlockRows without_weights(const BlockRows& rows) {
  BlockRows unweighted = rows;
  std::visit([](auto& view) { view.weights = {}; }, unweighted);
  return unweighted;
}

}  // namespace suffice
