#include "math/kernels/panel_squares.hpp"

#include <cmath>
#include <limits>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/panel_squares.cpp"
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

#if HWY_NATIVE_FMA

template <class Tag>
HWY_INLINE hn::Vec<Tag> scaled(Tag tag, const double* x, hn::Vec<Tag> shift, hn::Vec<Tag> scale) {
  return hn::Mul(hn::Sub(hn::Load(tag, x), shift), scale);
}

// Four chains at a time hide what one step of a chain takes.
void scaled_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                    PanelColumn& out) {
  const hn::CappedTag<double, panel_rows / 4> tag;
  const std::size_t lanes = hn::Lanes(tag);
  for (std::size_t r = 0; r < panel_rows; r += 4 * lanes) {
    auto sum0 = hn::Zero(tag);
    auto sum1 = hn::Zero(tag);
    auto sum2 = hn::Zero(tag);
    auto sum3 = hn::Zero(tag);
    for (std::size_t k = 0; k < x.size(); ++k) {
      const auto centre = hn::Set(tag, shift[k]);
      const auto factor = hn::Set(tag, scale[k]);
      const auto z0 = scaled(tag, &x[k][r], centre, factor);
      const auto z1 = scaled(tag, &x[k][r + lanes], centre, factor);
      const auto z2 = scaled(tag, &x[k][r + 2 * lanes], centre, factor);
      const auto z3 = scaled(tag, &x[k][r + 3 * lanes], centre, factor);
      sum0 = hn::MulAdd(z0, z0, sum0);
      sum1 = hn::MulAdd(z1, z1, sum1);
      sum2 = hn::MulAdd(z2, z2, sum2);
      sum3 = hn::MulAdd(z3, z3, sum3);
    }
    hn::Store(sum0, tag, &out[r]);
    hn::Store(sum1, tag, &out[r + lanes]);
    hn::Store(sum2, tag, &out[r + 2 * lanes]);
    hn::Store(sum3, tag, &out[r + 3 * lanes]);
  }
}

void fall_off(double offset, double slope, PanelColumn& column) {
  const hn::CappedTag<double, panel_rows> tag;
  const auto none = hn::Set(tag, -std::numeric_limits<double>::infinity());
  for (std::size_t r = 0; r < panel_rows; r += hn::Lanes(tag)) {
    const auto value = hn::MulAdd(hn::Set(tag, slope), hn::Load(tag, &column[r]), hn::Set(tag, offset));
    hn::Store(hn::IfThenElse(hn::IsNaN(value), none, value), tag, &column[r]);
  }
}

#else  // Without fused multiply-add in hardware, equal bits are worth more than speed.

void scaled_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                    PanelColumn& out) {
  scaled_squares_reference(shift, scale, x, out);
}

void fall_off(double offset, double slope, PanelColumn& column) { fall_off_reference(offset, slope, column); }

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(scaled_squares);
HWY_EXPORT(fall_off);
HWY_EXPORT(log1p_squares);

void scaled_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                    PanelColumn& out) {
  HWY_DYNAMIC_DISPATCH(scaled_squares)(shift, scale, x, out);
}

void fall_off(double offset, double slope, PanelColumn& column) {
  HWY_DYNAMIC_DISPATCH(fall_off)(offset, slope, column);
}

void log1p_squares(std::span<const double> shift, std::span<const double> scale, std::span<const PanelColumn> x,
                   PanelColumn& out) {
  HWY_DYNAMIC_DISPATCH(log1p_squares)(shift, scale, x, out);
}

void scaled_squares_reference(std::span<const double> shift, std::span<const double> scale,
                              std::span<const PanelColumn> x, PanelColumn& out) {
  for (std::size_t r = 0; r < panel_rows; ++r) {
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double z = (x[k][r] - shift[k]) * scale[k];
      sum = std::fma(z, z, sum);
    }
    out[r] = sum;
  }
}

void fall_off_reference(double offset, double slope, PanelColumn& column) {
  for (double& entry : column.values) {
    const double value = std::fma(slope, entry, offset);
    entry = std::isnan(value) ? -std::numeric_limits<double>::infinity() : value;
  }
}

}  // namespace suffice
#endif
