#include "math/kernels/log1p_squares.hpp"

#include <limits>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/log1p_squares.cpp"
// clang-format off: foreach_target.h comes before the others
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/contrib/math/math-inl.h>
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// From 2⁶⁰ on, where z² could overflow, log (1 + z²) and 2 log (1 + |z|) are the same to the last bit.
void log1p_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                   PanelColumn& out) {
  const hn::CappedTag<double, panel_rows> tag;
  const auto most = hn::Set(tag, std::numeric_limits<double>::max());
  const auto far = hn::Set(tag, 0x1p60);
  for (std::size_t r = 0; r < panel_rows; r += hn::Lanes(tag)) {
    auto sum = hn::Zero(tag);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto gap = hn::Sub(hn::Load(tag, &x[k][r]), hn::Set(tag, shift[k]));
      const auto z = hn::Min(hn::Abs(hn::Mul(gap, hn::Set(tag, scale[k]))), most);
      const auto is_far = hn::Ge(z, far);
      const auto log = hn::Log1p(tag, hn::IfThenElse(is_far, z, hn::Mul(z, z)));
      sum = hn::Add(sum, hn::IfThenElse(is_far, hn::Add(log, log), log));
    }
    hn::Store(sum, tag, &out[r]);
  }
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(log1p_squares);

void log1p_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                   PanelColumn& out) {
  HWY_DYNAMIC_DISPATCH(log1p_squares)(shift, scale, x, out);
}

}  // namespace suffice
#endif
