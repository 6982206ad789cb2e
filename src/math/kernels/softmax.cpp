#include "math/kernels/softmax.hpp"

#include <cmath>
#include <limits>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/softmax.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// exp(x) for x ≤ 0, to 2 units in the last place: x = n log 2 + r with |r| ≤ ½ log 2, exp(r) = 1 + r + r² P(r), and
// 2ⁿ⁺⁶⁴ 2⁻⁶⁴ by way of the exponent's bits, so that what is below the normal range is rounded once.
template <class Tag>
HWY_INLINE hn::Vec<Tag> exp_of_negative(Tag tag, hn::Vec<Tag> x) {
  const hn::RebindToSigned<Tag> bits;
  const auto set = [tag](double value) HWY_ATTR { return hn::Set(tag, value); };
  const auto rounder = set(0x1.8p52 + 64);  // adding it rounds to an integer and leaves n + 64 in the lowest bits
  x = hn::Max(x, set(-750));                // exp is 0 from −746 on
  const auto rounded = hn::MulAdd(x, set(1.442695040888963407), rounder);
  const auto n = hn::Sub(rounded, rounder);
  auto r = hn::NegMulAdd(n, set(0x1.62e42feep-1), x);  // the upper bits of log 2, so few that the product is exact
  r = hn::NegMulAdd(n, set(0x1.a39ef35793c76p-33), r);
  const auto r2 = hn::Mul(r, r);
  const auto r4 = hn::Mul(r2, r2);
  const auto p01 = hn::MulAdd(set(1.0 / 6), r, set(1.0 / 2));
  const auto p23 = hn::MulAdd(set(1.0 / 120), r, set(1.0 / 24));
  const auto p45 = hn::MulAdd(set(1.0 / 5040), r, set(1.0 / 720));
  const auto p67 = hn::MulAdd(set(1.0 / 362880), r, set(1.0 / 40320));
  const auto p89 = hn::MulAdd(set(1.0 / 39916800), r, set(1.0 / 3628800));
  const auto p10 = hn::MulAdd(set(1.0 / 6227020800), r, set(1.0 / 479001600));
  const auto p03 = hn::MulAdd(p23, r2, p01);
  const auto p47 = hn::MulAdd(p67, r2, p45);
  const auto p811 = hn::MulAdd(p10, r2, p89);
  const auto p = hn::MulAdd(hn::MulAdd(p811, r4, p47), r4, p03);
  const auto power = hn::Add(hn::MulAdd(p, r2, r), set(1));
  const auto scaled = hn::Add(hn::BitCast(bits, power), hn::ShiftLeft<52>(hn::BitCast(bits, rounded)));
  return hn::Mul(hn::BitCast(tag, scaled), set(0x1p-64));
}

// The largest number of each row, or 0 where it is −∞: what is subtracted before exp.
template <class Tag>
HWY_INLINE hn::Vec<Tag> row_reference(Tag tag, std::span<const PanelColumn> columns, std::size_t r) {
  const auto none = hn::Set(tag, -std::numeric_limits<double>::infinity());
  auto largest = none;
  for (const PanelColumn& column : columns) {
    largest = hn::Max(largest, hn::Load(tag, &column[r]));
  }
  return hn::IfThenZeroElse(hn::Eq(largest, none), largest);
}

// log x for finite x ≥ 1, to 1 unit in the last place: x = 2ⁿ m with m from √½ to √2, and log m = 2 artanh s with
// s = (m − 1) / (m + 1), of which f − ½f² + s (½f² + R(s²)) with f = m − 1 loses the least (as fdlibm has it).
template <class Tag>
HWY_INLINE hn::Vec<Tag> log_of_large(Tag tag, hn::Vec<Tag> x) {
  const hn::RebindToSigned<Tag> bits;
  const auto set = [tag](double value) HWY_ATTR { return hn::Set(tag, value); };
  const auto root = hn::Set(bits, 0x3fe6a09e667f3bcd);  // the bits of √½
  const auto above = hn::Sub(hn::BitCast(bits, x), root);
  const auto n = hn::ConvertTo(tag, hn::ShiftRight<52>(above));
  const auto m = hn::BitCast(tag, hn::Add(hn::And(above, hn::Set(bits, 0xfffffffffffff)), root));
  const auto f = hn::Sub(m, set(1));
  const auto s = hn::Div(f, hn::Add(m, set(1)));
  const auto z = hn::Mul(s, s);
  const auto w = hn::Mul(z, z);
  const auto odd =
      hn::MulAdd(hn::MulAdd(set(0.1531383769920937332), w, set(0.2222219843214978396)), w, set(0.3999999999940941908));
  auto even = hn::MulAdd(set(0.1479819860511658591), w, set(0.1818357216161805012));
  even = hn::MulAdd(hn::MulAdd(even, w, set(0.2857142874366239149)), w, set(0.6666666666666735130));
  const auto remainder = hn::MulAdd(odd, w, hn::Mul(even, z));
  const auto half = hn::Mul(hn::Mul(f, f), set(0.5));
  const auto low = hn::MulAdd(n, set(0x1.a39ef35793c76p-33), hn::Mul(s, hn::Add(half, remainder)));
  return hn::MulAdd(n, set(0x1.62e42feep-1), hn::Sub(f, hn::Sub(half, low)));
}

// Σ exp of what is left of each row without its reference: at least 1, or 0 where all are −∞.
template <class Tag>
HWY_INLINE hn::Vec<Tag> exponential_sum(Tag tag, std::span<const PanelColumn> columns, std::size_t r,
                                        hn::Vec<Tag> reference) {
  auto sum = hn::Zero(tag);
  for (const PanelColumn& column : columns) {
    sum = hn::Add(sum, exp_of_negative(tag, hn::Sub(hn::Load(tag, &column[r]), reference)));
  }
  return sum;
}

void log_normalisers(std::span<const PanelColumn> columns, LogNormalisers& out) {
  const hn::CappedTag<double, panel_rows> tag;
  for (std::size_t r = 0; r < panel_rows; r += hn::Lanes(tag)) {
    const auto reference = row_reference(tag, columns, r);
    const auto sum = exponential_sum(tag, columns, r, reference);
    hn::Store(reference, tag, &out.references[r]);
    hn::Store(log_of_large(tag, hn::Max(sum, hn::Set(tag, 1.0))), tag, &out.logs[r]);
  }
}

void exponential_sums(std::span<const PanelColumn> columns, PanelColumn& references, PanelColumn& sums) {
  const hn::CappedTag<double, panel_rows> tag;
  for (std::size_t r = 0; r < panel_rows; r += hn::Lanes(tag)) {
    const auto reference = row_reference(tag, columns, r);
    hn::Store(reference, tag, &references[r]);
    hn::Store(exponential_sum(tag, columns, r, reference), tag, &sums[r]);
  }
}

void softmax(std::span<PanelColumn> columns) {
  const hn::CappedTag<double, panel_rows> tag;
  const auto one = hn::Set(tag, 1.0);
  for (std::size_t r = 0; r < panel_rows; r += hn::Lanes(tag)) {
    const auto reference = row_reference(tag, columns, r);
    auto sum = hn::Zero(tag);
    for (PanelColumn& column : columns) {
      const auto value = exp_of_negative(tag, hn::Sub(hn::Load(tag, &column[r]), reference));
      hn::Store(value, tag, &column[r]);
      sum = hn::Add(sum, value);
    }
    // The sum holds exp 0 = 1, unless every number was −∞.
    const auto share = hn::Div(one, hn::Max(sum, one));
    for (PanelColumn& column : columns) {
      hn::Store(hn::Mul(hn::Load(tag, &column[r]), share), tag, &column[r]);
    }
  }
}

void largest_columns(std::span<const PanelColumn> columns, std::array<std::uint32_t, panel_rows>& out) {
  const hn::CappedTag<double, panel_rows> tag;
  for (std::size_t r = 0; r < panel_rows; r += hn::Lanes(tag)) {
    auto largest = hn::Load(tag, &columns[0][r]);
    auto index = hn::Zero(tag);
    for (std::size_t k = 1; k < columns.size(); ++k) {
      const auto value = hn::Load(tag, &columns[k][r]);
      const auto larger = hn::Gt(value, largest);
      index = hn::IfThenElse(larger, hn::Set(tag, static_cast<double>(k)), index);
      largest = hn::IfThenElse(larger, value, largest);
    }
    PanelColumn indices;
    hn::Store(index, tag, &indices[r]);
    for (std::size_t i = r; i < r + hn::Lanes(tag); ++i) {
      out[i] = static_cast<std::uint32_t>(indices[i]);
    }
  }
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(log_normalisers);
HWY_EXPORT(exponential_sums);
HWY_EXPORT(softmax);
HWY_EXPORT(largest_columns);

void softmax(std::span<PanelColumn> columns) { HWY_DYNAMIC_DISPATCH(softmax)(columns); }

void largest_columns(std::span<const PanelColumn> columns, std::array<std::uint32_t, panel_rows>& out) {
  HWY_DYNAMIC_DISPATCH(largest_columns)(columns, out);
}

void log_normalisers(std::span<const PanelColumn> columns, LogNormalisers& out) {
  HWY_DYNAMIC_DISPATCH(log_normalisers)(columns, out);
}

void log_normalise(std::span<PanelColumn> columns) {
  LogNormalisers normalisers;
  log_normalisers(columns, normalisers);
  for (PanelColumn& column : columns) {
    for (std::size_t r = 0; r < panel_rows; ++r) column[r] = normalisers.normalised(column[r], r);
  }
}

void log_sum_exp(std::span<const PanelColumn> columns, PanelColumn& out) {
  PanelColumn references;
  HWY_DYNAMIC_DISPATCH(exponential_sums)(columns, references, out);
  for (std::size_t r = 0; r < panel_rows; ++r) out[r] = references[r] + std::log(out[r]);
}

}  // namespace suffice
#endif
