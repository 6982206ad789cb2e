#include "finite.hpp"

#include <bit>
#include <cmath>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>
#include <variant>

#include "suffice/error.hpp"

namespace suffice::python {

namespace {

// All bits of the exponent are set: infinite, or not a number. A loop over integers is one that compilers vectorise.
bool is_special(double value) {
  constexpr std::uint64_t exponent = 0x7FF0000000000000U;
  return (std::bit_cast<std::uint64_t>(value) & exponent) == exponent;
}
bool is_special(float value) {
  constexpr std::uint32_t exponent = 0x7F800000U;
  return (std::bit_cast<std::uint32_t>(value) & exponent) == exponent;
}

template <typename Number>
bool any_special(const Number* values, std::size_t count, std::ptrdiff_t stride) {
  std::size_t found = 0;
  if (stride == 1) {
    for (std::size_t k = 0; k < count; ++k) {
      found += is_special(values[k]) ? std::size_t{1} : std::size_t{0};
    }
  } else {
    for (std::size_t k = 0; k < count; ++k) {
      found += is_special(values[static_cast<std::ptrdiff_t>(k) * stride]) ? std::size_t{1} : std::size_t{0};
    }
  }
  return found > 0;
}

[[noreturn]] void refuse(double value, std::size_t row, std::size_t column) {
  const std::string place = " (row " + std::to_string(row) + ", column " + std::to_string(column) + ", from 0)";
  if (std::isnan(value)) {
    throw Error(ErrorCode::bad_data, "Input X contains NaN" + place +
                                         ": this estimator does not take missing values; fill or drop them, or use "
                                         "GenerativeClassifier, which does");
  }
  throw Error(ErrorCode::bad_data, "Input X contains infinity or a value too large for its type" + place);
}

template <typename Number>
constexpr bool can_be_special = std::is_floating_point_v<Number>;

void check(const NumberMatrix& matrix, const Table& rows, std::size_t before, std::size_t first_column) {
  std::visit(
      [&](const auto* values) {
        if constexpr (can_be_special<std::remove_cvref_t<decltype(*values)>>) {
          const auto count = static_cast<std::ptrdiff_t>(rows.rows);
          const auto width = static_cast<std::ptrdiff_t>(matrix.columns);
          const bool by_row = matrix.column_stride == 1;
          const bool dense = by_row && matrix.row_stride == width;
          bool found = false;
          if (dense) {
            found = any_special(values, rows.rows * matrix.columns, 1);
          }
          for (std::ptrdiff_t k = 0; !dense && k < (by_row ? count : width) && !found; ++k) {
            found = by_row ? any_special(values + k * matrix.row_stride, matrix.columns, 1)
                           : any_special(values + k * matrix.column_stride, rows.rows, matrix.row_stride);
          }
          for (std::ptrdiff_t i = 0; found && i < count; ++i) {
            for (std::ptrdiff_t j = 0; j < width; ++j) {
              const auto value = values[i * matrix.row_stride + j * matrix.column_stride];
              if (is_special(value)) {
                refuse(static_cast<double>(value), before + static_cast<std::size_t>(i),
                       first_column + static_cast<std::size_t>(j));
              }
            }
          }
        }
      },
      matrix.values);
}

void check(const NumberColumn& column, const Table& rows, std::size_t before, std::size_t place) {
  for (std::size_t i = 0; column.valid.bits != nullptr && i < rows.rows; ++i) {
    if (!column.valid(i)) {
      refuse(std::nan(""), before + i, place);
    }
  }
  check(NumberMatrix{column.values, 1, column.stride, 1}, rows, before, place);
}

void check(const SparseMatrix& matrix, const Table& rows, std::size_t before, std::size_t first_column) {
  std::visit(
      [&](const auto* values, const auto& offsets) {
        if (rows.rows == 0 || offsets.empty() ||
            !any_special(values + offsets.front(), offsets[rows.rows] - offsets.front(), 1)) {
          return;
        }
        for (std::size_t i = 0; i < rows.rows; ++i) {
          for (auto k = offsets[i]; k < offsets[i + 1]; ++k) {
            if (is_special(values[k])) {
              refuse(static_cast<double>(values[k]), before + i, first_column + matrix.indices[k]);
            }
          }
        }
      },
      matrix.values, matrix.offsets);
}

template <typename Other>
void check(const Other& /*categories or text*/, const Table& /*rows*/, std::size_t /*before*/, std::size_t /*place*/) {}

}  // namespace

void require_finite(const Table& rows, std::size_t before) {
  std::size_t place = 0;
  for (const Column& column : rows.columns) {
    std::visit([&](const auto& part) { check(part, rows, before, place); }, column);
    place += column_count(column);
  }
}

}  // namespace suffice::python
