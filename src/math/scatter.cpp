#include "math/scatter.hpp"

#include <algorithm>
#include <cmath>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/scatter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_NATIVE_FMA

namespace hn = hwy::HWY_NAMESPACE;

// One tile of the result: 4 rows by 2 vectors, kept in registers while all rows of the panel go by.
void scatter_tile(const double* HWY_RESTRICT left, const double* HWY_RESTRICT right, std::size_t rows,
                  std::size_t stride, double* HWY_RESTRICT tile) {
  const hn::CappedTag<double, panel_padding / 2> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto sum00 = hn::LoadU(tag, tile);
  auto sum01 = hn::LoadU(tag, tile + lanes);
  auto sum10 = hn::LoadU(tag, tile + stride);
  auto sum11 = hn::LoadU(tag, tile + stride + lanes);
  auto sum20 = hn::LoadU(tag, tile + 2 * stride);
  auto sum21 = hn::LoadU(tag, tile + 2 * stride + lanes);
  auto sum30 = hn::LoadU(tag, tile + 3 * stride);
  auto sum31 = hn::LoadU(tag, tile + 3 * stride + lanes);
  for (std::size_t r = 0; r < rows; ++r, left += stride, right += stride) {
    const auto right0 = hn::LoadU(tag, right);
    const auto right1 = hn::LoadU(tag, right + lanes);
    const auto left0 = hn::Set(tag, left[0]);
    sum00 = hn::MulAdd(left0, right0, sum00);
    sum01 = hn::MulAdd(left0, right1, sum01);
    const auto left1 = hn::Set(tag, left[1]);
    sum10 = hn::MulAdd(left1, right0, sum10);
    sum11 = hn::MulAdd(left1, right1, sum11);
    const auto left2 = hn::Set(tag, left[2]);
    sum20 = hn::MulAdd(left2, right0, sum20);
    sum21 = hn::MulAdd(left2, right1, sum21);
    const auto left3 = hn::Set(tag, left[3]);
    sum30 = hn::MulAdd(left3, right0, sum30);
    sum31 = hn::MulAdd(left3, right1, sum31);
  }
  hn::StoreU(sum00, tag, tile);
  hn::StoreU(sum01, tag, tile + lanes);
  hn::StoreU(sum10, tag, tile + stride);
  hn::StoreU(sum11, tag, tile + stride + lanes);
  hn::StoreU(sum20, tag, tile + 2 * stride);
  hn::StoreU(sum21, tag, tile + 2 * stride + lanes);
  hn::StoreU(sum30, tag, tile + 3 * stride);
  hn::StoreU(sum31, tag, tile + 3 * stride + lanes);
}

void add_scatter(const double* left, const double* right, std::size_t rows, std::size_t columns, double* scatter) {
  const std::size_t stride = padded_columns(columns);
  const std::size_t tile_columns = 2 * hn::Lanes(hn::CappedTag<double, panel_padding / 2>());
  for (std::size_t i = 0; i < columns; i += 4) {
    for (std::size_t j = 0; j < std::min(i + 4, columns); j += tile_columns) {
      scatter_tile(left + i, right + j, rows, stride, scatter + i * stride + j);
    }
  }
}

#else  // Without fused multiply-add in hardware, equal bits are worth more than speed.

void add_scatter(const double* left, const double* right, std::size_t rows, std::size_t columns, double* scatter) {
  add_scatter_reference(left, right, rows, columns, scatter);
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(add_scatter);

void add_scatter(const double* left, const double* right, std::size_t rows, std::size_t columns, double* scatter) {
  HWY_DYNAMIC_DISPATCH(add_scatter)(left, right, rows, columns, scatter);
}

void add_scatter_reference(const double* left, const double* right, std::size_t rows, std::size_t columns,
                           double* scatter) {
  const std::size_t stride = padded_columns(columns);
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      for (std::size_t r = 0; r < rows; ++r) {
        scatter[i * stride + j] = std::fma(left[r * stride + i], right[r * stride + j], scatter[i * stride + j]);
      }
    }
  }
}

}  // namespace suffice
#endif
