#include "data/check_batch.hpp"

#include <cmath>
#include <string>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

// v − v is 0 for a finite v and NaN for any other; without branches, so that the compiler can use vectors.
template <typename Number>
bool all_finite(const Number* values, std::size_t count, std::ptrdiff_t stride) {
  unsigned bad = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const Number value = values[static_cast<std::ptrdiff_t>(j) * stride];
    bad |= static_cast<unsigned>(value - value != 0);
  }
  return bad == 0;
}

[[noreturn]] void refuse(double value, const std::string& column, const char* problem, std::size_t row) {
  throw Error(ErrorCode::bad_data, fmt::format("the value {} in column '{}' is {}", value, column, problem),
              fmt::format("row {}", row));
}

}  // namespace

void check_columns(const Batch& batch, std::size_t columns) {
  if (batch.columns != columns) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the rows have {} columns where {} features are expected", batch.columns, columns));
  }
}

void check_rows(const Batch& batch, const Schema& schema) {
  check_columns(batch, schema.features.size());
  for (std::size_t i = 0; i < batch.rows; ++i) {
    if (batch.visit_row(i, [&](const auto* row) { return all_finite(row, batch.columns, batch.column_stride); })) {
      continue;
    }
    for (std::size_t j = 0; j < batch.columns; ++j) {
      if (!std::isfinite(batch.value(i, j))) {
        refuse(batch.value(i, j), schema.features[j], "not finite; fill it in, or leave out the row or the column", i);
      }
    }
  }
}

void check_scored_rows(const Batch& batch, const Schema& schema, std::size_t first) {
  for (std::size_t i = 0; i < batch.rows; ++i) {
    for (std::size_t j = 0; j < batch.columns; ++j) {
      if (std::isinf(batch.value(i, j))) {
        refuse(batch.value(i, j), schema.features[j], "infinite; leave it missing (NaN) if it is not known", first + i);
      }
    }
  }
}

void check_labels(const Batch& batch, const Labels& labels, std::size_t columns) {
  check_columns(batch, columns);
  if (labels.codes.size() != batch.rows) {
    throw Error(ErrorCode::bad_data, fmt::format("{} labels for {} rows", labels.codes.size(), batch.rows));
  }
  if (!batch.weights.empty() && batch.weights.size() != batch.rows) {
    throw Error(ErrorCode::bad_data, fmt::format("{} weights for {} rows", batch.weights.size(), batch.rows));
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    const double weight = batch.weight(i);
    if (!(weight >= 0) || !std::isfinite(weight)) {
      throw Error(ErrorCode::bad_data, fmt::format("the weight {} is not a finite number of at least 0", weight),
                  fmt::format("row {}", i));
    }
    if (labels.codes[i] >= labels.names.size()) {
      throw Error(ErrorCode::bad_data, fmt::format("there is no label number {}", labels.codes[i]),
                  fmt::format("row {}", i));
    }
  }
}

}  // namespace suffice
