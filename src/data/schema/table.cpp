// Tables: some of their rows, and the usual ones of one kind of columns.
#include "suffice/table.hpp"

#include <algorithm>
#include <type_traits>

namespace suffice {
namespace {

/// The same array from an element on.
template <typename... Pointers>
std::variant<Pointers...> advanced(const std::variant<Pointers...>& start, std::ptrdiff_t elements) {
  return std::visit(
      [elements](const auto* first) -> std::variant<Pointers...> {
        return first == nullptr ? first : first + elements;
      },
      start);
}

Validity advanced(Validity valid, std::size_t rows) { return {valid.bits, valid.offset + rows}; }

std::ptrdiff_t elements_of(std::size_t rows, std::ptrdiff_t stride) {
  return static_cast<std::ptrdiff_t>(rows) * stride;
}

Column part_of(const NumberMatrix& matrix, std::size_t first, std::size_t /*count*/) {
  NumberMatrix part = matrix;
  part.values = advanced(matrix.values, elements_of(first, matrix.row_stride));
  return part;
}

Column part_of(const NumberColumn& column, std::size_t first, std::size_t /*count*/) {
  return NumberColumn{advanced(column.values, elements_of(first, column.stride)), column.stride,
                      advanced(column.valid, first)};
}

Column part_of(const SparseMatrix& matrix, std::size_t first, std::size_t count) {
  SparseMatrix part = matrix;
  std::visit(
      [&](const auto& offsets) {
        if (!offsets.empty()) part.offsets = offsets.subspan(first, count + 1);
      },
      matrix.offsets);
  return part;
}

Column part_of(const CategoryColumn& column, std::size_t first, std::size_t /*count*/) {
  return CategoryColumn{advanced(column.codes, elements_of(first, column.stride)), column.dictionary, column.stride,
                        advanced(column.valid, first)};
}

Column part_of(const TextColumn& column, std::size_t first, std::size_t count) {
  return TextColumn{column.documents.slice(first, count), advanced(column.valid, first)};
}

std::size_t rows_of(const SparseMatrix& matrix) {
  return std::visit([](const auto& offsets) { return offsets.empty() ? 0 : offsets.size() - 1; }, matrix.offsets);
}

}  // namespace

Texts Texts::slice(std::size_t first, std::size_t count) const {
  Texts part;
  std::visit(
      [&]<typename Held>(const Held& texts) {
        if constexpr (requires { texts.offsets; }) {
          part.texts_ = texts.offsets.empty() ? texts : Held{texts.offsets.subspan(first, count + 1), texts.bytes};
        } else {
          part.texts_ = texts.subspan(first, count);
        }
      },
      texts_);
  return part;
}

std::size_t column_count(const Column& column) {
  return std::visit(
      [](const auto& view) -> std::size_t {
        if constexpr (requires { view.columns; }) {
          return view.columns;
        } else {
          return 1;
        }
      },
      column);
}

Table Table::slice(std::size_t first, std::size_t count) const {
  Table part{.rows = count, .columns = {}, .weights = weights.empty() ? weights : weights.subspan(first, count)};
  part.columns.reserve(columns.size());
  for (const Column& column : columns) {
    part.columns.push_back(std::visit([&](const auto& view) { return part_of(view, first, count); }, column));
  }
  return part;
}

Table Table::sparse(SparseMatrix matrix, std::span<const double> weights) {
  return {rows_of(matrix), {matrix}, weights};
}

Table Table::categories(const std::uint32_t* codes, std::size_t rows,
                        std::span<const std::vector<std::string>> dictionaries, std::span<const double> weights) {
  Table table{.rows = rows, .columns = {}, .weights = weights};
  const auto stride = static_cast<std::ptrdiff_t>(dictionaries.size());
  for (std::size_t j = 0; j < dictionaries.size(); ++j) {
    table.columns.emplace_back(CategoryColumn{rows == 0 ? codes : codes + j, dictionaries[j], stride});
  }
  return table;
}

Table Table::documents(Texts documents, std::span<const double> weights) {
  return {documents.size(), {TextColumn{documents}}, weights};
}

}  // namespace suffice
