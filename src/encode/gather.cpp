#include "encode/gather.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <type_traits>
#include <variant>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {
namespace {

constexpr std::size_t tile_rows = 64;
constexpr std::size_t tile_columns = 8;
constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

/// Writes `columns` columns of a row-major matrix, fill(j, i, n, to) giving rows i, …, i + n − 1 of column j one after
/// the other: whole cache lines of rows are written from a tile that stays in the first cache.
template <typename Value, typename Fill>
void write_row_major(std::size_t columns, std::size_t rows, Value* out, Fill fill) {
  std::array<std::array<Value, tile_rows>, tile_columns> tile{};
  for (std::size_t i = 0; i < rows; i += tile_rows) {
    const std::size_t n = std::min(tile_rows, rows - i);
    for (std::size_t j = 0; j < columns; j += tile_columns) {
      const std::size_t m = std::min(tile_columns, columns - j);
      for (std::size_t k = 0; k < m; ++k) fill(j + k, i, n, tile[k].data());
      Value* to = out + i * columns + j;
      if (m == tile_columns) {
        for (std::size_t r = 0; r < n; ++r, to += columns) {
          for (std::size_t k = 0; k < tile_columns; ++k) to[k] = tile[k][r];
        }
      } else {
        for (std::size_t r = 0; r < n; ++r, to += columns) {
          for (std::size_t k = 0; k < m; ++k) to[k] = tile[k][r];
        }
      }
    }
  }
}

/// One column of a table.
struct ColumnPlace {
  const Column* column;
  std::size_t inside;
};

std::vector<ColumnPlace> columns_in(std::span<const ColumnPiece> pieces, std::size_t features) {
  std::vector<ColumnPlace> columns(features);
  for (const ColumnPiece& piece : pieces) {
    for (std::size_t k = 0; k < piece.count; ++k) columns[piece.feature + k] = {piece.column, piece.inside + k};
  }
  return columns;
}

template <typename From, typename To>
void convert(const From* from, std::ptrdiff_t stride, std::size_t count, To* to) {
  if (stride == 1) {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[i]);
  } else {
    for (std::size_t i = 0; i < count; ++i) to[i] = static_cast<To>(from[static_cast<std::ptrdiff_t>(i) * stride]);
  }
}

std::ptrdiff_t steps(std::size_t count, std::ptrdiff_t stride) { return static_cast<std::ptrdiff_t>(count) * stride; }

template <typename Value>
void blank_invalid(const Validity& valid, std::size_t first, std::size_t count, Value missing, Value* to) {
  for (std::size_t i = 0; valid.bits != nullptr && i < count; ++i) {
    if (!valid(first + i)) to[i] = missing;
  }
}

/// visit(indices, values) with the entries of a sparse row, values being double or float.
template <typename Visit>
void visit_entries(const SparseMatrix& matrix, std::size_t i, Visit visit) {
  const auto [start, end] = std::visit(
      [i](const auto& offsets) {
        return std::pair(static_cast<std::size_t>(offsets[i]), static_cast<std::size_t>(offsets[i + 1]));
      },
      matrix.offsets);
  std::visit([&, from = start,
              to = end](const auto* values) { visit(matrix.indices.subspan(from, to - from), values + from); },
             matrix.values);
}

/// Column j of sparse rows.
void copy_sparse(const SparseMatrix& matrix, std::size_t j, std::size_t first, std::size_t count, double* to) {
  for (std::size_t i = 0; i < count; ++i) {
    visit_entries(matrix, first + i, [&](std::span<const std::uint32_t> indices, const auto* values) {
      const auto found = std::ranges::lower_bound(indices, j);
      const bool is_stored = found != indices.end() && *found == j;
      to[i] = is_stored ? static_cast<double>(values[found - indices.begin()]) : 0.0;
    });
  }
}

/// Rows of a column of numbers, as double.
void copy_numbers(const ColumnPlace& place, std::size_t first, std::size_t count, double* to) {
  if (const auto* const matrix = std::get_if<NumberMatrix>(place.column)) {
    const std::ptrdiff_t start = steps(first, matrix->row_stride) + steps(place.inside, matrix->column_stride);
    std::visit([&](const auto* values) { convert(values + start, matrix->row_stride, count, to); }, matrix->values);
  } else if (const auto* const column = std::get_if<NumberColumn>(place.column)) {
    std::visit([&](const auto* values) { convert(values + steps(first, column->stride), column->stride, count, to); },
               column->values);
    blank_invalid(column->valid, first, count, missing_number, to);
  } else {
    copy_sparse(std::get<SparseMatrix>(*place.column), place.inside, first, count, to);
  }
}

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

/// The bytes by which equal numbers are told: those of an integer, or of a double without the sign of 0.
template <typename Number>
std::uint64_t key_of(Number number) {
  if constexpr (std::is_floating_point_v<Number>) {
    return std::bit_cast<std::uint64_t>(number == 0 ? 0.0 : static_cast<double>(number));
  } else {
    return static_cast<std::uint64_t>(number);
  }
}

/// The shortest text that reads back as the number of that key.
template <typename Number>
std::string text_of(std::uint64_t key) {
  if constexpr (std::is_floating_point_v<Number>) {
    return fmt::format("{}", static_cast<Number>(std::bit_cast<double>(key)));
  } else if constexpr (std::is_signed_v<Number>) {
    return fmt::format("{}", static_cast<std::int64_t>(key));
  } else {
    return fmt::format("{}", key);
  }
}

/// Makes the dictionary and the codes of column j, which has numbers: value(i) for each row, if valid(i).
template <typename Number, typename Value, typename Valid>
void make_number_codes(std::size_t j, std::size_t count, EncodeBuffer& buffer, Value value, Valid valid) {
  std::vector<std::string>& keys = buffer.number_keys;
  std::vector<std::uint32_t>& codes = buffer.made_codes[j];
  buffer.names->clear();
  keys.clear();
  codes.resize(count);
  const auto code_of = [&](Number number) {
    const std::uint64_t key = key_of(number);
    std::array<char, sizeof key> bytes{};
    std::memcpy(bytes.data(), &key, sizeof key);
    const std::string_view name(bytes.data(), bytes.size());
    const std::optional<std::uint32_t> known = buffer.names->find(keys, name);
    return known ? *known : buffer.names->add(keys, name);
  };
  std::array<std::uint32_t, 256> of_byte{};  // the codes of numbers of one byte, once they are known
  of_byte.fill(missing_category);
  for (std::size_t i = 0; i < count; ++i) {
    const Number number = value(i);
    if (!valid(i) || number != number) {
      codes[i] = missing_category;
    } else if constexpr (sizeof(Number) == 1) {
      std::uint32_t& known = of_byte[static_cast<std::uint8_t>(number)];
      if (known == missing_category) known = code_of(number);
      codes[i] = known;
    } else {
      codes[i] = code_of(number);
    }
  }
  buffer.made[j].resize(keys.size());
  for (std::size_t m = 0; m < keys.size(); ++m) {
    std::uint64_t key = 0;
    std::memcpy(&key, keys[m].data(), sizeof key);
    buffer.made[j][m] = text_of<Number>(key);
  }
}

void make_codes(const NumberMatrix& matrix, const ColumnPlace& place, std::size_t j, std::size_t first,
                std::size_t count, EncodeBuffer& buffer) {
  const std::ptrdiff_t start = steps(first, matrix.row_stride) + steps(place.inside, matrix.column_stride);
  std::visit(
      [&]<typename Number>(const Number* values) {
        const auto value = [&](std::size_t i) { return values[start + steps(i, matrix.row_stride)]; };
        make_number_codes<Number>(j, count, buffer, value, [](std::size_t) { return true; });
      },
      matrix.values);
}

void make_codes(const NumberColumn& column, const ColumnPlace& /*place*/, std::size_t j, std::size_t first,
                std::size_t count, EncodeBuffer& buffer) {
  std::visit(
      [&]<typename Number>(const Number* values) {
        const auto value = [&](std::size_t i) { return values[steps(first + i, column.stride)]; };
        make_number_codes<Number>(j, count, buffer, value, [&](std::size_t i) { return column.valid(first + i); });
      },
      column.values);
}

void make_codes(const SparseMatrix& matrix, const ColumnPlace& place, std::size_t j, std::size_t first,
                std::size_t count, EncodeBuffer& buffer) {
  buffer.values.resize(count);
  copy_sparse(matrix, place.inside, first, count, buffer.values.data());
  std::visit(
      [&]<typename Number>(const Number* /*values*/) {
        const auto value = [&](std::size_t i) { return static_cast<Number>(buffer.values[i]); };
        make_number_codes<Number>(j, count, buffer, value, [](std::size_t) { return true; });
      },
      matrix.values);
}

void make_codes(const TextColumn& column, const ColumnPlace& /*place*/, std::size_t j, std::size_t first,
                std::size_t count, EncodeBuffer& buffer) {
  std::vector<std::string>& made = buffer.made[j];
  std::vector<std::uint32_t>& codes = buffer.made_codes[j];
  buffer.names->clear();
  made.clear();
  codes.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (!column.valid(first + i)) {
      codes[i] = missing_category;
      continue;
    }
    const std::string_view document = column.documents[first + i];
    const std::optional<std::uint32_t> known = buffer.names->find(made, document);
    codes[i] = known ? *known : buffer.names->add(made, document);
  }
}

/// A code of any width: negative ones, and the largest of an unsigned type, are missing.
template <typename Code>
std::uint32_t widened_code(Code code) {
  if constexpr (std::is_signed_v<Code>) {
    return code < 0 ? missing_category : static_cast<std::uint32_t>(code);
  } else {
    return code == std::numeric_limits<Code>::max() ? missing_category : std::uint32_t{code};
  }
}

void copy_codes(const CategoryColumn& column, std::size_t first, std::size_t count, std::uint32_t* to) {
  std::visit(
      [&](const auto* codes) {
        const auto* const start = codes + steps(first, column.stride);
        for (std::size_t i = 0; i < count; ++i) to[i] = widened_code(start[steps(i, column.stride)]);
      },
      column.codes);
  blank_invalid(column.valid, first, count, missing_category, to);
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
    std::visit(
        [&]<typename View>(const View& view) {
          if constexpr (std::is_same_v<View, CategoryColumn>) {
            buffer.dictionaries[j] = view.dictionary;
          } else {
            make_codes(view, columns[j], j, first, count, buffer);
            buffer.dictionaries[j] = buffer.made[j];
          }
        },
        *columns[j].column);
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
