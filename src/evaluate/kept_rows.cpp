#include "evaluate/kept_rows.hpp"

#include <algorithm>
#include <limits>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "data/schema/encodings.hpp"
#include "encode/check_rows.hpp"
#include "model/row_values.hpp"
#include "suffice/error.hpp"
#include "summary/label_dictionary.hpp"

namespace suffice {

namespace {

/// A feature that is not kept for its block, or a text that is missing.
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// The most bytes that the shortest text of a number takes.
constexpr std::size_t number_bytes = 24;

template <typename Code>
bool is_missing(Code code) {
  return code == std::numeric_limits<Code>::max() || (std::is_signed_v<Code> && code < Code{0});
}

void add_category_bytes(const CategoryColumn& column, const std::string& name, std::vector<std::size_t>& bytes) {
  std::visit(
      [&](const auto* codes) {
        for (std::size_t i = 0; i < bytes.size(); ++i) {
          const auto code = codes[static_cast<std::ptrdiff_t>(i) * column.stride];
          if (!column.valid(i) || is_missing(code)) {
            continue;
          }
          const auto place = static_cast<std::size_t>(static_cast<std::uint32_t>(code));
          if (place >= column.dictionary.size()) {
            throw Error(ErrorCode::bad_data, fmt::format("column '{}' has no category number {}", name, place),
                        fmt::format("row {}", i));
          }
          bytes[i] += column.dictionary[place].size();
        }
      },
      column.codes);
}

// The bytes of a column's values as texts.
void add_text_bytes(const Column& column, const std::string& name, std::vector<std::size_t>& bytes) {
  if (const auto* text = std::get_if<TextColumn>(&column)) {
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      bytes[i] += text->valid(i) ? text->documents[i].size() : 0;
    }
  } else if (const auto* categories = std::get_if<CategoryColumn>(&column)) {
    add_category_bytes(*categories, name, bytes);
  } else {
    std::ranges::for_each(bytes, [](std::size_t& size) { size += number_bytes; });
  }
}

void sort_by_column(std::vector<double>& values, std::vector<std::uint32_t>& indices) {
  if (std::ranges::is_sorted(indices)) {
    return;
  }
  std::vector<std::pair<std::uint32_t, double>> entries;
  for (std::size_t k = 0; k < values.size(); ++k) {
    entries.emplace_back(indices[k], values[k]);
  }
  std::ranges::sort(entries, {}, &std::pair<std::uint32_t, double>::first);
  for (std::size_t k = 0; k < values.size(); ++k) {
    std::tie(indices[k], values[k]) = entries[k];
  }
}

// The text of a feature in the only row; nothing where it is missing.
std::optional<std::string_view> text_of(const BlockRows& rows, std::size_t feature) {
  if (const auto* text = std::get_if<TextBatch>(&rows)) {
    return text->documents[0];
  }
  const auto& categories = std::get<CategoryBatch>(rows);
  const std::uint32_t code = categories.codes[feature];
  return code == missing_category ? std::nullopt : std::optional(categories.values[feature][code]);
}

}  // namespace

KeptRows::KeptRows(const Schema& schema)
    : schema_(std::ranges::any_of(schema.blocks, has_encodings) ? as_read(schema) : schema),
      encoder_(schema_),
      column_of_(schema_.blocks.size()),
      kept_(schema_.blocks.size()),
      buffers_(schema_.blocks.size()) {
  choose_blocks();
  for (std::size_t j = 0; j < columns_.size(); ++j) {
    KeptColumn& column = columns_[j];
    column.form = form_for(schema_.blocks[column.block].kind);
    std::vector<std::uint32_t>& columns = column_of_[column.block];
    columns.resize(schema_.blocks[column.block].features.size(), none);
    columns[column.feature] = static_cast<std::uint32_t>(j);
    ++kept_[column.block];
    if (column.form == CellForm::number) {
      column.slot = static_cast<std::uint32_t>(dense_++);
    } else {
      column.slot = static_cast<std::uint32_t>(text_columns_.size());
      text_columns_.push_back(j);
    }
  }
}

// A column that several blocks have is kept for the one that needs most of it, whose form comes first: numbers can be
// read as categories, and categories as text, but not the other way round.
void KeptRows::choose_blocks() {
  std::unordered_map<std::string_view, std::size_t> places;  // of columns; of a single block they are its features
  for (std::uint32_t b = 0; b < schema_.blocks.size(); ++b) {
    const Block& block = schema_.blocks[b];
    for (std::uint32_t f = 0; f < block.features.size(); ++f) {
      const std::size_t next = columns_.size();
      const std::size_t j = schema_.blocks.size() == 1 ? next : places.emplace(block.features[f], next).first->second;
      if (j == next) {
        columns_.push_back({b, f});
      } else if (form_for(block.kind) < form_for(schema_.blocks[columns_[j].block].kind)) {
        columns_[j] = {b, f};
      }
    }
  }
}

// Sparse numbers and the codes of categories count twice: the view has copies of them.
void KeptRows::add_number_bytes(const Table& table, std::size_t block, std::vector<std::size_t>& bytes) {
  const bool is_sparse = std::holds_alternative<SparseBatch>(
      encoder_.rows(table, block, 0, std::min<std::size_t>(table.rows, 1), buffers_[block]));
  if (!is_sparse) {
    std::ranges::for_each(bytes, [&](std::size_t& size) { size += kept_[block] * sizeof(double); });
    return;
  }
  const BlockRows rows = encoder_.rows(table, block, buffers_[block]);
  check_shape(rows, schema_.blocks[block], 1);
  const std::span<const std::uint64_t> offsets = std::get<SparseBatch>(rows).offsets;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] += 2 * (offsets[i + 1] - offsets[i]) * (sizeof(double) + sizeof(std::uint32_t));
  }
}

std::vector<std::size_t> KeptRows::bytes_of(const Table& table) {
  encoder_.check(table);
  std::vector<std::size_t> bytes(table.rows, sizeof(Row));
  for (std::size_t b = 0; b < schema_.blocks.size(); ++b) {
    if (is_kept(b) && is_numeric(schema_.blocks[b].kind)) {
      add_number_bytes(table, b, bytes);
    }
  }
  std::size_t place = 0;  // in table.columns
  std::size_t start = 0;  // the first column that this stands for
  for (const std::size_t j : text_columns_) {
    while (j >= start + column_count(table.columns[place])) {
      start += column_count(table.columns[place++]);
    }
    const KeptColumn& column = columns_[j];
    const std::size_t entry = column.form == CellForm::text ? sizeof(std::string_view) : 2 * sizeof(std::uint32_t);
    std::ranges::for_each(bytes, [&](std::size_t& size) { size += entry; });
    add_text_bytes(table.columns[place], schema_.blocks[column.block].features[column.feature], bytes);
  }
  return bytes;
}

void KeptRows::find_sparse(const std::vector<BlockRows>& rows) {
  dense_ = 0;
  for (KeptColumn& column : columns_) {
    if (column.form == CellForm::number) {
      column.is_sparse = std::holds_alternative<SparseBatch>(rows[column.block]);
      column.slot = column.is_sparse ? 0 : static_cast<std::uint32_t>(dense_++);
    }
  }
}

void KeptRows::put_numbers(std::size_t block, const BlockRows& rows, std::size_t place, Row& row) {
  const std::vector<std::uint32_t>& columns = column_of_[block];
  const auto keep = [&](std::size_t feature, double value) {
    const std::uint32_t j = columns[feature];
    if (j == none) {
      return;
    }
    if (columns_[j].is_dense()) {
      values_[place * dense_ + columns_[j].slot] = value;
    } else {
      row.indices.push_back(j);
      row.values.push_back(value);
    }
  };
  const auto* sparse = std::get_if<SparseBatch>(&rows);
  const auto first = std::ranges::find_if(columns, [](std::uint32_t j) { return j != none; });
  if (sparse != nullptr && columns_[*first].is_sparse) {
    for (std::size_t k = sparse->offsets[0]; k < sparse->offsets[1]; ++k) {
      keep(sparse->indices[k], sparse->value(k));
    }
    return;
  }
  const std::vector<double> numbers = row_values(rows, 0, columns.size());
  for (std::size_t f = 0; f < numbers.size(); ++f) {
    keep(f, numbers[f]);
  }
}

void KeptRows::put(std::size_t place, const Table& table, std::size_t i, std::size_t bytes) {
  std::vector<BlockRows> rows(schema_.blocks.size());
  for (std::size_t b = 0; b < rows.size(); ++b) {
    if (is_kept(b)) {
      rows[b] = encoder_.rows(table, b, i, 1, buffers_[b]);
    }
  }
  if (rows_.empty()) {
    find_sparse(rows);
  }
  if (place == rows_.size()) {
    rows_.emplace_back();
    values_.resize(rows_.size() * dense_);
  }
  Row row;
  for (std::size_t b = 0; b < rows.size(); ++b) {
    if (is_kept(b) && is_numeric(schema_.blocks[b].kind)) {
      put_numbers(b, rows[b], place, row);
    }
  }
  sort_by_column(row.values, row.indices);
  for (const std::size_t j : text_columns_) {
    const std::optional<std::string_view> text = text_of(rows[columns_[j].block], columns_[j].feature);
    row.text += text.value_or("");
    row.indices.push_back(text ? static_cast<std::uint32_t>(row.text.size()) : none);
  }
  row.bytes = bytes;
  bytes_ += row.bytes - rows_[place].bytes;
  rows_[place] = std::move(row);
}

void KeptRows::drop(std::size_t place) {
  bytes_ -= rows_[place].bytes;
  std::swap(rows_[place], rows_.back());
  rows_.pop_back();
  std::copy_n(values_.end() - static_cast<std::ptrdiff_t>(dense_), dense_,
              values_.begin() + static_cast<std::ptrdiff_t>(place * dense_));
  values_.resize(rows_.size() * dense_);
}

std::vector<KeptRows::TextsOfColumn> KeptRows::texts_of_columns() const {
  const std::size_t count = text_columns_.size();
  std::vector<TextsOfColumn> result(count);
  std::vector<LabelDictionary> dictionaries(count);
  for (const Row& row : rows_) {
    const auto ends = std::span(row.indices).last(count);
    std::size_t start = 0;
    for (std::size_t slot = 0; slot < count; ++slot) {
      const bool missing = ends[slot] == none;
      const std::string_view text =
          missing ? std::string_view() : std::string_view(row.text).substr(start, ends[slot] - start);
      start += text.size();
      if (columns_[text_columns_[slot]].form == CellForm::text) {
        result[slot].documents.push_back(text);
      } else {
        result[slot].codes.push_back(missing ? missing_category
                                             : static_cast<std::uint32_t>(dictionaries[slot].add(std::string(text))));
      }
    }
  }
  for (std::size_t slot = 0; slot < count; ++slot) {
    result[slot].dictionary = dictionaries[slot].names();
  }
  return result;
}

KeptRows::SparseRun KeptRows::sparse_run(std::size_t first, std::size_t last) const {
  SparseRun run{.offsets = {0}};
  for (const Row& row : rows_) {
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      if (row.indices[k] >= first && row.indices[k] < last) {
        run.values.push_back(row.values[k]);
        run.indices.push_back(row.indices[k] - static_cast<std::uint32_t>(first));
      }
    }
    run.offsets.push_back(run.values.size());
  }
  return run;
}

Table KeptRows::view(std::span<const double> weights) {
  Table table{rows_.size(), {}, weights};
  viewed_texts_ = texts_of_columns();
  viewed_runs_.clear();
  for (std::size_t j = 0; j < columns_.size();) {
    const KeptColumn& column = columns_[j];
    const auto belongs = [&](const KeptColumn& next) {
      return next.form == CellForm::number && next.is_sparse == column.is_sparse;
    };
    std::size_t last = j + 1;
    while (column.form == CellForm::number && last < columns_.size() && belongs(columns_[last])) {
      ++last;
    }
    if (column.is_dense()) {
      table.columns.emplace_back(NumberMatrix{values_.empty() ? nullptr : values_.data() + column.slot, last - j,
                                              static_cast<std::ptrdiff_t>(dense_), 1});
    } else if (column.is_sparse) {
      viewed_runs_.push_back(sparse_run(j, last));
      const SparseRun& run = viewed_runs_.back();
      table.columns.emplace_back(
          SparseMatrix{run.values.data(), std::span<const std::uint64_t>(run.offsets), run.indices, last - j});
    } else if (column.form == CellForm::category) {
      const TextsOfColumn& texts = viewed_texts_[column.slot];
      table.columns.emplace_back(CategoryColumn{texts.codes.data(), Texts(texts.dictionary)});
    } else {
      table.columns.emplace_back(TextColumn{Texts(viewed_texts_[column.slot].documents)});
    }
    j = last;
  }
  return table;
}

}  // namespace suffice
