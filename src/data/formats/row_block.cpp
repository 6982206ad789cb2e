#include "data/formats/row_block.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace suffice {
namespace {

/// `width` values for each row.
template <typename Values>
void erase_rows(Values& values, std::size_t width, std::span<const std::size_t> rows) {
  const auto place = [&](std::size_t row) { return values.begin() + static_cast<std::ptrdiff_t>(row * width); };
  auto end = place(rows.front());
  const std::size_t count = width == 0 ? 0 : values.size() / width;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    end = std::move(place(rows[k] + 1), place(k + 1 < rows.size() ? rows[k + 1] : count), end);
  }
  values.erase(end, values.end());
}

/// The entries of sparse rows.
void erase_entries(RowBlock& block, std::span<const std::size_t> rows) {
  std::vector<std::size_t> entries;
  std::vector<std::uint64_t> offsets = {0};
  for (std::size_t row = 0; row < block.rows; ++row) {
    const std::uint64_t count = block.offsets[row + 1] - block.offsets[row];
    if (!std::ranges::binary_search(rows, row)) {
      offsets.push_back(offsets.back() + count);
      continue;
    }
    for (std::uint64_t k = 0; k < count; ++k) entries.push_back(static_cast<std::size_t>(block.offsets[row] + k));
  }
  block.offsets = std::move(offsets);
  if (entries.empty()) return;
  erase_rows(block.values, 1, entries);
  erase_rows(block.indices, 1, entries);
}

}  // namespace

void erase_rows(RowBlock& block, std::span<const std::size_t> rows) {
  if (rows.empty()) return;
  const auto erase = [&](auto& values) { erase_rows(values, values.size() / block.rows, rows); };
  if (block.offsets.empty()) {
    erase(block.values);
  } else {
    erase_entries(block, rows);
  }
  erase(block.values32);
  erase(block.categories);
  erase(block.weights);
  erase(block.codes);
  erase(block.cells);
  erase(block.problems);
  erase(block.files);
  std::vector<std::size_t> documents;  // one column after the other
  for (std::size_t column = 0; column < block.documents.size() / block.rows; ++column) {
    for (const std::size_t row : rows) documents.push_back(column * block.rows + row);
  }
  if (!documents.empty()) erase_rows(block.documents, 1, documents);
  block.rows -= rows.size();
}

Table table_of(const RowBlock& block, const Binding& binding, std::span<const std::vector<std::string>> dictionaries) {
  Table table{.rows = block.rows, .columns = {}, .weights = block.weights};
  std::size_t number = 0;
  std::size_t category = 0;
  std::size_t document = 0;
  for (auto form = binding.forms.begin(); form != binding.forms.end();) {
    switch (*form) {
      case CellForm::number: {
        const auto end = std::find_if(form, binding.forms.end(), [](CellForm f) { return f != CellForm::number; });
        const auto count = static_cast<std::size_t>(end - form);
        const Numbers values =
            block.values32.empty() ? Numbers(block.values.data() + number) : Numbers(block.values32.data() + number);
        const auto row_stride = static_cast<std::ptrdiff_t>(binding.numbers.size());
        table.columns.emplace_back(NumberMatrix{values, count, row_stride, 1});
        number += count;
        form = end;
        break;
      }
      case CellForm::category:
        table.columns.emplace_back(CategoryColumn{block.categories.data() + category, dictionaries[category],
                                                  static_cast<std::ptrdiff_t>(binding.categories.size())});
        ++category;
        ++form;
        break;
      case CellForm::text:
        table.columns.emplace_back(
            TextColumn{Texts(std::span(block.documents).subspan(document * block.rows, block.rows))});
        ++document;
        ++form;
        break;
    }
  }
  return table;
}

}  // namespace suffice
