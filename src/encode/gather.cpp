#include "encode/gather.hpp"

#include <algorithm>
#include <iterator>
#include <variant>

#include <fmt/format.h>

#include "encode/column_copies.hpp"
#include "suffice/error.hpp"

namespace suffice {
namespace {

/// A matrix stored row after row is converted row after row; false where it is not.
bool copy_rows(std::span<const ColumnPiece> pieces, std::size_t features, std::size_t first, std::size_t count,
               double* to) {
  const auto* const matrix = std::get_if<NumberMatrix>(pieces.front().column);
  if (matrix == nullptr || pieces.front().count != features || matrix->column_stride != 1) return false;
  std::visit(
      [&](const auto* values) {
        for (std::size_t i = 0; i < count; ++i, to += features) {
          convert(values + steps(first + i, matrix->row_stride) + pieces.front().inside, 1, features, to);
        }
      },
      matrix->values);
  return true;
}

/// The sparse matrix that has all features, in ascending order; else null.
const SparseMatrix* only_sparse(std::span<const ColumnPiece> pieces) {
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const bool follows =
        k == 0 || (pieces[k].column == pieces[k - 1].column && pieces[k].inside > pieces[k - 1].inside);
    if (!follows || !std::holds_alternative<SparseMatrix>(*pieces[k].column)) return nullptr;
  }
  return &std::get<SparseMatrix>(*pieces.front().column);
}

/// The same rows with offsets of 64 bits.
SparseBatch widen_offsets(const SparseMatrix& matrix, std::span<const std::uint32_t> offsets, std::size_t first,
                          std::size_t count, EncodeBuffer& buffer) {
  buffer.offsets.resize(offsets.empty() ? 0 : count + 1);
  for (std::size_t i = 0; i < buffer.offsets.size(); ++i) buffer.offsets[i] = offsets[first + i];
  return {matrix.values, buffer.offsets, matrix.indices, matrix.columns};
}

/// The entries of some columns.
SparseBatch pick_columns(const SparseMatrix& matrix, std::span<const ColumnPiece> pieces, std::size_t features,
                         std::size_t first, std::size_t count, EncodeBuffer& buffer) {
  buffer.values.clear();
  buffer.indices.clear();
  buffer.offsets.assign(1, 0);
  for (std::size_t i = 0; i < count; ++i) {
    visit_entries(matrix, first + i, [&](std::span<const std::uint32_t> indices, const auto* values) {
      for (std::size_t k = 0; k < indices.size(); ++k) {
        const auto after = std::ranges::upper_bound(pieces, std::size_t{indices[k]}, {}, &ColumnPiece::inside);
        if (after == pieces.begin()) continue;
        const ColumnPiece& piece = *std::prev(after);
        if (indices[k] >= piece.inside + piece.count) continue;
        buffer.indices.push_back(static_cast<std::uint32_t>(piece.feature + (indices[k] - piece.inside)));
        buffer.values.push_back(static_cast<double>(values[k]));
      }
    });
    buffer.offsets.push_back(buffer.indices.size());
  }
  return {buffer.values.data(), buffer.offsets, buffer.indices, features};
}

}  // namespace

BlockRows gather_numbers(std::span<const ColumnPiece> pieces, std::size_t features, std::size_t first,
                         std::size_t count, EncodeBuffer& buffer) {
  if (const SparseMatrix* const matrix = only_sparse(pieces)) {
    const auto* const offsets = std::get_if<std::span<const std::uint32_t>>(&matrix->offsets);
    if (offsets != nullptr && features == matrix->columns) {
      return widen_offsets(*matrix, *offsets, first, count, buffer);
    }
    return pick_columns(*matrix, pieces, features, first, count, buffer);
  }
  buffer.values.resize(count * features);
  double* const out = buffer.values.data();
  if (!copy_rows(pieces, features, first, count, out)) {
    const std::vector<ColumnPlace> columns = columns_in(pieces, features);
    write_row_major(features, count, out, [&](std::size_t j, std::size_t i, std::size_t n, double* to) {
      copy_numbers(columns[j], first + i, n, to);
    });
  }
  return Batch::row_major(out, count, features);
}

CategoryBatch gather_categories(std::span<const ColumnPiece> pieces, std::size_t features, const std::uint32_t* codes,
                                std::size_t first, std::size_t count, EncodeBuffer& buffer) {
  const std::vector<ColumnPlace> columns = columns_in(pieces, features);
  buffer.dictionaries.resize(features);
  if (codes == nullptr) {
    buffer.made.resize(features);
    buffer.made_codes.resize(features);
    if (!buffer.names) buffer.names.emplace();
  }
  for (std::size_t j = 0; j < features; ++j) {
    if (const auto* const column = std::get_if<CategoryColumn>(columns[j].column)) {
      buffer.dictionaries[j] = column->dictionary;
    } else {
      make_codes(columns[j], j, first, count, buffer);
      buffer.dictionaries[j] = buffer.made[j];
    }
  }
  if (codes == nullptr) {
    buffer.codes.resize(count * features);
    write_row_major(features, count, buffer.codes.data(),
                    [&](std::size_t j, std::size_t i, std::size_t n, std::uint32_t* to) {
                      if (const auto* const column = std::get_if<CategoryColumn>(columns[j].column)) {
                        copy_codes(*column, first + i, n, to);
                      } else {
                        std::copy_n(buffer.made_codes[j].data() + i, n, to);
                      }
                    });
    codes = buffer.codes.data();
  }
  return {codes, count, features, buffer.dictionaries};
}

TextBatch gather_documents(const ColumnPiece& piece, std::size_t first, std::size_t count, EncodeBuffer& buffer) {
  buffer.documents.assign(count, {});
  if (const auto* const text = std::get_if<TextColumn>(piece.column)) {
    for (std::size_t i = 0; i < count; ++i) {
      if (text->valid(first + i)) buffer.documents[i] = text->documents[first + i];
    }
  } else {
    const auto& column = std::get<CategoryColumn>(*piece.column);
    buffer.codes.resize(count);
    copy_codes(column, first, count, buffer.codes.data());
    const std::size_t values = column.dictionary.size();
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t code = buffer.codes[i];
      if (code == missing_category) continue;
      if (code >= values) {
        throw Error(ErrorCode::bad_data, fmt::format("there is no value number {}", code),
                    fmt::format("row {}", first + i));
      }
      buffer.documents[i] = column.dictionary[code];
    }
  }
  return {buffer.documents};
}

}  // namespace suffice
