// Values above a threshold as presences: what Bernoulli models count.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "finite.hpp"
#include "rows.hpp"

namespace suffice::python {

namespace {

template <typename Use>
void each_value(const NumberMatrix& matrix, std::size_t rows, const Use& use) {
  std::visit(
      [&](const auto* values) {
        for (std::size_t i = 0; i < rows; ++i) {
          for (std::size_t j = 0; j < matrix.columns; ++j) {
            use(static_cast<double>(values[static_cast<std::ptrdiff_t>(i) * matrix.row_stride +
                                           static_cast<std::ptrdiff_t>(j) * matrix.column_stride]));
          }
        }
      },
      matrix.values);
}

Column above(const NumberMatrix& matrix, Rows& rows, double threshold, unsigned threads) {
  require_finite({.rows = rows.table.rows, .columns = {matrix}}, 0, threads);
  auto flags = std::make_shared<std::vector<std::uint8_t>>();
  flags->reserve(rows.table.rows * matrix.columns);
  each_value(matrix, rows.table.rows, [&](double value) { flags->push_back(value > threshold ? 1 : 0); });
  const NumberMatrix result{flags->data(), matrix.columns, static_cast<std::ptrdiff_t>(matrix.columns), 1};
  rows.kept->buffers.push_back(std::move(flags));
  return result;
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
