#include "encode/column_copies.hpp"

#include <bit>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>

#include <fmt/format.h>

namespace suffice {
namespace {

constexpr double missing_number = std::numeric_limits<double>::quiet_NaN();

template <typename Value>
void blank_invalid(const Validity& valid, std::size_t first, std::size_t count, Value missing, Value* to) {
  for (std::size_t i = 0; valid.bits != nullptr && i < count; ++i) {
    if (!valid(first + i)) to[i] = missing;
  }
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

}  // namespace

std::vector<ColumnPlace> columns_in(std::span<const ColumnPiece> pieces, std::size_t count) {
  std::vector<ColumnPlace> columns(count);
  for (const ColumnPiece& piece : pieces) {
    for (std::size_t k = 0; k < piece.count; ++k) columns[piece.feature + k] = {piece.column, piece.inside + k};
  }
  return columns;
}

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

void copy_codes(const CategoryColumn& column, std::size_t first, std::size_t count, std::uint32_t* to) {
  std::visit(
      [&](const auto* codes) {
        const auto* const start = codes + steps(first, column.stride);
        for (std::size_t i = 0; i < count; ++i) to[i] = widened_code(start[steps(i, column.stride)]);
      },
      column.codes);
  blank_invalid(column.valid, first, count, missing_category, to);
}

std::string cell_text(const ColumnPlace& place, std::size_t i) {
  if (const auto* const text = std::get_if<TextColumn>(place.column)) {
    return text->valid(i) ? std::string(text->documents[i]) : std::string();
  }
  if (const auto* const column = std::get_if<CategoryColumn>(place.column)) {
    std::uint32_t code = missing_category;
    copy_codes(*column, i, 1, &code);
    return code < column->dictionary.size() ? std::string(column->dictionary[code]) : std::string();
  }
  double number = missing_number;
  copy_numbers(place, i, 1, &number);
  return number == number ? fmt::format("{}", number) : std::string();
}

void make_codes(const ColumnPlace& place, std::size_t j, std::size_t first, std::size_t count, EncodeBuffer& buffer) {
  std::visit(
      [&]<typename View>(const View& view) {
        if constexpr (!std::is_same_v<View, CategoryColumn>) make_codes(view, place, j, first, count, buffer);
      },
      *place.column);
}

}  // namespace suffice
