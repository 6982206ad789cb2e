#include "finite.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <variant>

#include "suffice/error.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

// Whether any number is infinite or NaN. x · 0 is 0 unless x is one of these, then NaN, which stays in a sum; eight
// sums side by side are a loop that compilers vectorise for every machine.
template <typename Number>
bool any_special(const Number* values, std::size_t count, std::ptrdiff_t stride) {
  constexpr std::size_t lanes = 8;
  std::array<Number, lanes> sums = {};
  std::size_t k = 0;
  for (; stride == 1 && k + lanes <= count; k += lanes) {
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      sums[lane] += values[k + lane] * Number{0};
    }
  }
  for (; k < count; ++k) {
    sums[k % lanes] += values[static_cast<std::ptrdiff_t>(k) * stride] * Number{0};
  }
  return std::ranges::any_of(sums, [](Number sum) { return std::isnan(sum); });
}

std::string place_of(std::size_t row, std::size_t column) {
  return " (row " + std::to_string(row) + ", column " + std::to_string(column) + ", from 0)";
}

[[noreturn]] void refuse(double value, std::size_t row, std::size_t column) {
  const std::string place = place_of(row, column);
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
              if (!std::isfinite(value)) {
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
            if (!std::isfinite(values[k])) {
              refuse(static_cast<double>(values[k]), before + i, first_column + matrix.indices[k]);
            }
          }
        }
      },
      matrix.values, matrix.offsets);
}

void check(const CategoryColumn& column, const Table& rows, std::size_t before, std::size_t place) {
  std::visit(
      [&](const auto* codes) {
        using Code = std::remove_cvref_t<decltype(*codes)>;
        for (std::size_t i = 0; i < rows.rows; ++i) {
          const Code code = codes[static_cast<std::ptrdiff_t>(i) * column.stride];
          const bool missing = std::is_signed_v<Code> ? code < Code{0} : code == std::numeric_limits<Code>::max();
          if (missing || !column.valid(i)) {
            throw Error(ErrorCode::bad_data, "Input X has no category" + place_of(before + i, place));
          }
        }
      },
      column.codes);
}

void check(const TextColumn& /*text*/, const Table& /*rows*/, std::size_t /*before*/, std::size_t /*place*/) {}

void check_all(const Table& rows, std::size_t before) {
  std::size_t place = 0;
  for (const Column& column : rows.columns) {
    std::visit([&](const auto& part) { check(part, rows, before, place); }, column);
    place += column_count(column);
  }
}

}  // namespace

bool may_lack_values(const Table& rows) {
  return std::ranges::any_of(rows.columns, [](const Column& column) {
    return std::visit(
        [](const auto& part) {
          if constexpr (requires { part.values; }) {
            return std::visit([](const auto* values) { return can_be_special<std::remove_cvref_t<decltype(*values)>>; },
                              part.values);
          }
          return std::is_same_v<std::remove_cvref_t<decltype(part)>, CategoryColumn>;
        },
        column);
  });
}

void require_finite(const Table& rows, std::size_t before, unsigned threads) {
  each_part(rows.rows, numbers_per_row(rows), threads,
            [&](std::size_t first, std::size_t count) { check_all(rows.slice(first, count), before + first); });
}

}  // namespace suffice::python
