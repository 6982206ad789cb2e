// Values above a threshold as presences: what Bernoulli models count.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "finite.hpp"
#include "rows.hpp"
#include "work.hpp"

namespace suffice::python {

namespace {

Column above(const NumberMatrix& matrix, Rows& rows, double threshold, unsigned threads) {
  require_finite({.rows = rows.table.rows, .columns = {matrix}}, 0, threads);
  const auto flags = std::make_shared_for_overwrite<std::uint8_t[]>(rows.table.rows * matrix.columns);
  std::visit(
      [&](const auto* values) {
        each_part(rows.table.rows, matrix.columns, threads, [&](std::size_t first, std::size_t count) {
          for (std::size_t i = first; i < first + count; ++i) {
            const auto* row = values + static_cast<std::ptrdiff_t>(i) * matrix.row_stride;
            std::uint8_t* to = flags.get() + i * matrix.columns;
            for (std::size_t j = 0; j < matrix.columns; ++j) {
              const auto value = static_cast<double>(row[static_cast<std::ptrdiff_t>(j) * matrix.column_stride]);
              to[j] = value > threshold ? 1 : 0;
            }
          }
        });
      },
      matrix.values);
  rows.kept->buffers.push_back(flags);
  return NumberMatrix{flags.get(), matrix.columns, static_cast<std::ptrdiff_t>(matrix.columns), 1};
}

Column above(SparseMatrix matrix, Rows& rows, double threshold, unsigned threads) {
  require_finite({.rows = rows.table.rows, .columns = {matrix}}, 0, threads);
  auto flags = std::make_shared<std::vector<float>>();
  flags->reserve(matrix.indices.size());
  std::visit(
      [&](const auto* values) {
        for (std::size_t k = 0; k < matrix.indices.size(); ++k) {
          flags->push_back(static_cast<double>(values[k]) > threshold ? 1.0F : 0.0F);
        }
      },
      matrix.values);
  matrix.values = static_cast<const float*>(flags->data());
  rows.kept->buffers.push_back(std::move(flags));
  return matrix;
}

template <typename Other>
Column above(const Other& column, Rows& /*rows*/, double /*threshold*/, unsigned /*threads*/) {
  return column;
}

}  // namespace

Rows Rows::above(double threshold, unsigned threads) const {
  Rows result = *this;
  const nb::gil_scoped_release release;
  for (Column& column : result.table.columns) {
    column = std::visit([&](const auto& part) { return python::above(part, result, threshold, threads); }, column);
  }
  return result;
}

}  // namespace suffice::python
