#include "data/check_finite.hpp"

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

}  // namespace

void check_finite(const Batch& batch, const Schema& schema) {
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

}  // namespace suffice
