// Right-looking Cholesky: each column is scaled and what it explains is subtracted from those behind it.
#include "math/kernels/lane_factors.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/lane_factors.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// `regular` becomes 1 for a matrix whose pivots are all above `least`, else 0: such a pivot is taken for 1.
void factor_columns(double* numbers, std::size_t size, std::size_t rows, double least, double* regular) {
  constexpr std::size_t stride = LaneFactors::lanes;
  const hn::CappedTag<double, stride> tag;
  const auto one = hn::Set(tag, 1.0);
  for (std::size_t lane = 0; lane < stride; lane += hn::Lanes(tag)) {
    auto all_regular = one;
    double* column = numbers + lane;
    for (std::size_t j = 0; j < size; ++j) {
      const std::size_t height = rows - j;
      const auto found = hn::Load(tag, column);
      const auto is_regular = hn::Gt(found, hn::Set(tag, least));
      const auto pivot = hn::IfThenElse(is_regular, found, one);
      all_regular = hn::IfThenElseZero(is_regular, all_regular);
      const auto scale = hn::Div(one, hn::Sqrt(pivot));
      for (std::size_t i = 1; i < height; ++i) {
        hn::Store(hn::Mul(hn::Load(tag, column + i * stride), scale), tag, column + i * stride);
      }
      double* other = column + height * stride;
      for (std::size_t k = 1; k < size - j; ++k) {
        const auto factor = hn::Load(tag, column + k * stride);
        for (std::size_t i = k; i < height; ++i, other += stride) {
          hn::Store(hn::NegMulAdd(factor, hn::Load(tag, column + i * stride), hn::Load(tag, other)), tag, other);
        }
      }
      column += height * stride;
    }
    hn::Store(all_regular, tag, regular + lane);
  }
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(factor_columns);

std::array<bool, LaneFactors::lanes> LaneFactors::factor(double least) {
  std::array<bool, lanes> result = {};
  if (size_ == 0) {
    result.fill(true);
    return result;
  }
  alignas(64) std::array<double, lanes> regular = {};
  HWY_DYNAMIC_DISPATCH(factor_columns)(numbers_.data(), size_, rows_, least, regular.data());
  for (std::size_t k = 0; k < lanes; ++k) {
    result[k] = regular[k] > 0;
  }
  return result;
}

}  // namespace suffice
#endif
