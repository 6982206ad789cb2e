#include "data/check_batch.hpp"

#include <bit>
#include <cmath>
#include <cstdint>

#include <fmt/format.h>

#include "suffice/error.hpp"

namespace suffice {

namespace {

// The exponent of an infinity or NaN is all ones; without branches, so that the compiler can use vectors.
bool all_finite(const double* values, std::size_t count, std::ptrdiff_t stride) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  std::uint64_t bad = 0;
  for (std::size_t j = 0; j < count; ++j) {
    const auto bits = std::bit_cast<std::uint64_t>(values[static_cast<std::ptrdiff_t>(j) * stride]);
    bad |= static_cast<std::uint64_t>((bits & exponent) == exponent);
  }
  return bad == 0;
}

void check_columns(const Batch& batch, std::size_t columns) {
  if (batch.columns != columns) {
    throw Error(ErrorCode::bad_data,
                fmt::format("the rows have {} columns where {} features are expected", batch.columns, columns));
  }
}

}  // namespace

void check_rows(const Batch& batch, const Schema& schema) {
  check_columns(batch, schema.features.size());
  const bool dense = batch.column_stride == 1 && batch.row_stride == static_cast<std::ptrdiff_t>(batch.columns);
  if (dense && all_finite(batch.values, batch.rows * batch.columns, 1)) {
    return;
  }
  for (std::size_t i = 0; i < batch.rows; ++i) {
    if (all_finite(batch.row(i), batch.columns, batch.column_stride)) {
      continue;
    }
    for (std::size_t j = 0; j < batch.columns; ++j) {
      const double value = batch.row(i)[static_cast<std::ptrdiff_t>(j) * batch.column_stride];
      if (!std::isfinite(value)) {
        throw Error(ErrorCode::bad_data,
                    fmt::format("the value {} in column '{}' is not finite; fill it in, or leave out the row or the "
                                "column",
                                value, schema.features[j]),
                    fmt::format("row {}", i));
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
