#include "encode/column_pieces.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace suffice {
namespace {

template <typename Number>
constexpr bool is_real = std::is_same_v<Number, double> || std::is_same_v<Number, float>;

std::uintptr_t address_of(const void* pointer) { return reinterpret_cast<std::uintptr_t>(pointer); }

std::optional<BlockRows> view_matrix(const NumberMatrix& matrix, const ColumnPiece& piece, std::size_t rows) {
  return std::visit(
      [&]<typename Number>(const Number* values) -> std::optional<BlockRows> {
        if constexpr (is_real<Number>) {
          const std::ptrdiff_t start = static_cast<std::ptrdiff_t>(piece.inside) * matrix.column_stride;
          return Batch{values + start, rows, piece.count, matrix.row_stride, matrix.column_stride};
        } else {
          return std::nullopt;
        }
      },
      matrix.values);
}

std::optional<BlockRows> view_sparse(const SparseMatrix& matrix, const ColumnPiece& piece) {
  const auto* const offsets = std::get_if<std::span<const std::uint64_t>>(&matrix.offsets);
  if (offsets == nullptr || piece.count != matrix.columns) return std::nullopt;
  return SparseBatch{matrix.values, *offsets, matrix.indices, matrix.columns};
}

/// Columns of one type and stride whose first values are at equal distances. Addresses are compared, not pointers:
/// columns need not be parts of one array.
std::optional<BlockRows> view_columns(std::span<const ColumnPiece> pieces, std::size_t rows) {
  const auto& first = std::get<NumberColumn>(*pieces.front().column);
  return std::visit(
      [&]<typename Number>(const Number* values) -> std::optional<BlockRows> {
        if constexpr (is_real<Number>) {
          const std::uintptr_t start = address_of(values);
          std::uintptr_t distance = sizeof(Number);
          for (std::size_t k = 0; k < pieces.size(); ++k) {
            const auto* const column = std::get_if<NumberColumn>(pieces[k].column);
            if (column == nullptr || column->stride != first.stride || column->valid.bits != nullptr) {
              return std::nullopt;
            }
            const auto* const own = std::get_if<const Number*>(&column->values);
            if (own == nullptr) return std::nullopt;
            if (k == 1) distance = address_of(*own) - start;
            if (address_of(*own) != start + k * distance) return std::nullopt;
          }
          const auto bytes = static_cast<std::ptrdiff_t>(distance);
          constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Number));
          if (bytes % size != 0) return std::nullopt;
          return Batch{values, rows, pieces.size(), first.stride, bytes / size};
        } else {
          return std::nullopt;
        }
      },
      first.values);
}

}  // namespace

std::optional<BlockRows> view_numbers(std::span<const ColumnPiece> pieces, std::size_t rows, std::size_t features) {
  const ColumnPiece& first = pieces.front();
  if (std::holds_alternative<NumberColumn>(*first.column)) return view_columns(pieces, rows);
  if (first.count != features) return std::nullopt;
  if (const auto* const matrix = std::get_if<NumberMatrix>(first.column)) return view_matrix(*matrix, first, rows);
  return view_sparse(std::get<SparseMatrix>(*first.column), first);
}

const std::uint32_t* view_codes(std::span<const ColumnPiece> pieces, std::size_t features) {
  const std::uint32_t* start = nullptr;
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const auto* const column = std::get_if<CategoryColumn>(pieces[k].column);
    if (column == nullptr || column->valid.bits != nullptr || column->stride != static_cast<std::ptrdiff_t>(features)) {
      return nullptr;
    }
    const auto* const codes = std::get_if<const std::uint32_t*>(&column->codes);
    if (codes == nullptr) return nullptr;
    if (k == 0) start = *codes;
    if (address_of(*codes) != address_of(start) + k * sizeof(std::uint32_t)) return nullptr;
  }
  return start;
}

const Texts* view_documents(std::span<const ColumnPiece> pieces) {
  const auto* const column = std::get_if<TextColumn>(pieces.front().column);
  return column == nullptr || column->valid.bits != nullptr ? nullptr : &column->documents;
}

}  // namespace suffice
