#include "evaluate/kept_rows.hpp"

#include <algorithm>
#include <span>

#include "model/row_values.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

KeptRows::KeptRows(const Schema& schema) : encoding_(schema.encoding), columns_(schema.features.size()) {}

// Sparse numbers and the codes of categories count twice: the view has copies of them.
std::size_t KeptRows::bytes_of(const Rows& rows, std::size_t i) const {
  std::size_t bytes = sizeof(Row);
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    return bytes + text->documents[i].size() + sizeof(std::string_view);
  }
  if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::uint32_t code = categories->codes[i * columns_ + j];
      bytes += 2 * sizeof(std::uint32_t) + (code == missing_category ? 0 : categories->values[j][code].size());
    }
    return bytes;
  }
  if (const auto* sparse = std::get_if<SparseBatch>(&rows)) {
    return bytes + 2 * (sparse->offsets[i + 1] - sparse->offsets[i]) * (sizeof(double) + sizeof(std::uint32_t));
  }
  return bytes + columns_ * sizeof(double);
}

void KeptRows::put(std::size_t place, const Rows& rows, std::size_t i) {
  if (rows_.empty()) sparse_ = std::holds_alternative<SparseBatch>(rows);
  if (place == rows_.size()) rows_.emplace_back();
  Row row;
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    row.text = text->documents[i];
  } else if (const auto* categories = std::get_if<CategoryBatch>(&rows)) {
    for (std::size_t j = 0; j < columns_; ++j) {
      const std::uint32_t code = categories->codes[i * columns_ + j];
      if (code != missing_category) row.text += categories->values[j][code];
      row.indices.push_back(code == missing_category ? missing_category : static_cast<std::uint32_t>(row.text.size()));
    }
  } else if (const auto* sparse = std::get_if<SparseBatch>(&rows); sparse != nullptr && sparse_) {
    for (std::size_t k = sparse->offsets[i]; k < sparse->offsets[i + 1]; ++k) {
      row.indices.push_back(sparse->indices[k]);
      row.values.push_back(sparse->value(k));
    }
  } else if (sparse_) {
    row.values = row_values(rows, i, columns_);
    for (std::uint32_t j = 0; j < columns_; ++j) row.indices.push_back(j);
  } else {
    values_.resize(rows_.size() * columns_);
    copy_row(rows, i, values_.data() + place * columns_);
  }
  row.bytes = bytes_of(rows, i);
  bytes_ += row.bytes - rows_[place].bytes;
  rows_[place] = std::move(row);
}

void KeptRows::drop(std::size_t place) {
  bytes_ -= rows_[place].bytes;
  std::swap(rows_[place], rows_.back());
  rows_.pop_back();
  if (is_dense()) {
    std::copy_n(values_.end() - static_cast<std::ptrdiff_t>(columns_), columns_,
                values_.begin() + static_cast<std::ptrdiff_t>(place * columns_));
    values_.resize(rows_.size() * columns_);
  }
}

void KeptRows::view_categories() {
  std::vector<LabelDictionary> dictionaries(columns_);
  for (const Row& row : rows_) {
    std::size_t start = 0;
    for (std::size_t j = 0; j < columns_; ++j) {
      if (row.indices[j] == missing_category) {
        indices_.push_back(missing_category);
        continue;
      }
      const std::string value = row.text.substr(start, row.indices[j] - start);
      indices_.push_back(static_cast<std::uint32_t>(dictionaries[j].add(value)));
      start = row.indices[j];
    }
  }
  for (const LabelDictionary& dictionary : dictionaries) dictionaries_.push_back(dictionary.names());
}

Rows KeptRows::view(std::span<const double> weights) {
  if (is_dense()) return Batch::row_major(values_.data(), rows_.size(), columns_, weights);
  values_.clear();
  offsets_.assign(1, 0);
  indices_.clear();
  dictionaries_.clear();
  documents_.clear();
  if (encoding_ == Encoding::categories) {
    view_categories();
    return CategoryBatch{indices_.data(), rows_.size(), columns_, dictionaries_, weights};
  }
  if (encoding_ == Encoding::text) {
    for (const Row& row : rows_) documents_.emplace_back(row.text);
    return TextBatch{documents_, weights};
  }
  for (const Row& row : rows_) {
    values_.insert(values_.end(), row.values.begin(), row.values.end());
    indices_.insert(indices_.end(), row.indices.begin(), row.indices.end());
    offsets_.push_back(values_.size());
  }
  return SparseBatch{values_.data(), offsets_, indices_, columns_, weights};
}

}  // namespace suffice
