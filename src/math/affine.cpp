#include "math/affine.hpp"

#include <algorithm>
#include <cmath>

#include "math/scatter.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/affine.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

// Four rows by one or two vectors of outputs. `rows` holds four centred rows of `inputs` numbers, one after the other;
// `out` holds four rows of `stride` numbers.
void affine_tile(const double* HWY_RESTRICT rows, std::size_t inputs, const double* HWY_RESTRICT matrix,
                 const double* HWY_RESTRICT offset, std::size_t stride, double* HWY_RESTRICT out) {
#if HWY_NATIVE_FMA
  namespace hn = hwy::HWY_NAMESPACE;
  const hn::CappedTag<double, panel_padding / 2> tag;
  for (std::size_t k = 0; k < stride; k += hn::Lanes(tag)) {
    auto sum0 = hn::LoadU(tag, offset + k);
    auto sum1 = sum0;
    auto sum2 = sum0;
    auto sum3 = sum0;
    for (std::size_t j = 0; j < inputs; ++j) {
      const auto column = hn::LoadU(tag, matrix + j * stride + k);
      sum0 = hn::MulAdd(hn::Set(tag, rows[j]), column, sum0);
      sum1 = hn::MulAdd(hn::Set(tag, rows[inputs + j]), column, sum1);
      sum2 = hn::MulAdd(hn::Set(tag, rows[2 * inputs + j]), column, sum2);
      sum3 = hn::MulAdd(hn::Set(tag, rows[3 * inputs + j]), column, sum3);
    }
    hn::StoreU(sum0, tag, out + k);
    hn::StoreU(sum1, tag, out + stride + k);
    hn::StoreU(sum2, tag, out + 2 * stride + k);
    hn::StoreU(sum3, tag, out + 3 * stride + k);
  }
#else  // Without fused multiply-add in hardware, equal bits are worth more than speed.
  for (std::size_t r = 0; r < affine_rows_at_once; ++r) {
    for (std::size_t k = 0; k < stride; ++k) {
      double sum = offset[k];
      for (std::size_t j = 0; j < inputs; ++j) {
        sum = std::fma(rows[r * inputs + j], matrix[j * stride + k], sum);
      }
      out[r * stride + k] = sum;
    }
  }
#endif
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(affine_tile);

AffineMap::AffineMap(std::span<const double> centre, std::span<const double> matrix, std::span<const double> offset)
    : outputs_(offset.size()),
      stride_((outputs_ + 7) / 8 * 8),
      centre_(centre.begin(), centre.end()),
      matrix_(centre.size() * stride_),
      offset_(stride_) {
  for (std::size_t j = 0; j < inputs(); ++j) {
    std::ranges::copy(matrix.subspan(j * outputs_, outputs_),
                      matrix_.begin() + static_cast<std::ptrdiff_t>(j * stride_));
  }
  std::ranges::copy(offset, offset_.begin());
}

void AffineMap::apply(const Batch& rows, double* out) const {
  const std::size_t d = inputs();
  std::vector<double> centred(affine_rows_at_once * d);
  std::vector<double> scores(affine_rows_at_once * stride_);
  for (std::size_t first = 0; first < rows.rows; first += affine_rows_at_once) {
    const std::size_t count = std::min(affine_rows_at_once, rows.rows - first);
    for (std::size_t r = 0; r < count; ++r) {
      const double* row = rows.row(first + r);
      for (std::size_t j = 0; j < d; ++j) {
        centred[r * d + j] = row[static_cast<std::ptrdiff_t>(j) * rows.column_stride] - centre_[j];
      }
    }
    HWY_DYNAMIC_DISPATCH(affine_tile)
    (centred.data(), d, matrix_.data(), offset_.data(), stride_, scores.data());
    for (std::size_t r = 0; r < count; ++r) {
      std::copy_n(scores.data() + r * stride_, outputs_, out + (first + r) * outputs_);
    }
  }
}

void AffineMap::apply_linear(std::span<const double> x, double* out) const {
  std::fill_n(out, outputs_, 0.0);
  for (std::size_t j = 0; j < inputs(); ++j) {
    for (std::size_t k = 0; k < outputs_; ++k) {
      out[k] += x[j] * matrix_[j * stride_ + k];
    }
  }
}

void AffineMap::apply_reference(const Batch& rows, double* out) const {
  for (std::size_t i = 0; i < rows.rows; ++i) {
    for (std::size_t k = 0; k < outputs_; ++k) {
      double sum = offset_[k];
      for (std::size_t j = 0; j < inputs(); ++j) {
        const double value = rows.row(i)[static_cast<std::ptrdiff_t>(j) * rows.column_stride];
        sum = std::fma(value - centre_[j], matrix_[j * stride_ + k], sum);
      }
      out[i * outputs_ + k] = sum;
    }
  }
}

}  // namespace suffice
#endif
