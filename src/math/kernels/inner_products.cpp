#include "math/kernels/inner_products.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/inner_products.cpp"
// clang-format off: foreach_target.h comes before the others
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// clang-format on

#include "math/kernels/unroll.hpp"

namespace suffice {

#ifndef SUFFICE_INNER_PRODUCT_CHAINS
#define SUFFICE_INNER_PRODUCT_CHAINS
inline constexpr std::size_t chain_count = 8;

inline double sum_chains(const double* chain) {
  return ((chain[0] + chain[1]) + (chain[2] + chain[3])) + ((chain[4] + chain[5]) + (chain[6] + chain[7]));
}
#endif

}  // namespace suffice

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_NATIVE_FMA && !HWY_HAVE_SCALABLE

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, chain_count>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
constexpr std::size_t chain_vectors = chain_count / lanes;
// A tile of the result stays in registers while all rows go by.
constexpr std::size_t tile_left = lanes == chain_count ? 4 : 2;
constexpr std::size_t tile_right = lanes == chain_count ? 5 : 3;

template <std::size_t I, std::size_t J>
void add_tile(const PanelStack& left, const PanelStack& right, std::size_t i, std::size_t j, bool lower, double* sums) {
  const Tag tag;
  hn::Vec<Tag> chains[I * J * chain_vectors];
  unroll<I * J * chain_vectors>([&](auto k) HWY_ATTR { chains[k] = hn::Zero(tag); });
  for (std::size_t panel = 0; panel < left.panels.size(); ++panel) {
    const PanelColumn* a = left.panels[panel] + i;
    const PanelColumn* b = right.panels[panel] + j;
    for (std::size_t r = 0; r < panel_rows; r += chain_count) {
      unroll<chain_vectors>([&](auto v) HWY_ATTR {
        hn::Vec<Tag> factors[J];
        unroll<J>([&](auto l) HWY_ATTR { factors[l] = hn::Load(tag, &b[l][r + v * lanes]); });
        unroll<I>([&](auto k) HWY_ATTR {
          const auto factor = hn::Load(tag, &a[k][r + v * lanes]);
          unroll<J>([&](auto l) HWY_ATTR {
            constexpr std::size_t place = (k * J + l) * chain_vectors + v;
            chains[place] = hn::MulAdd(factor, factors[l], chains[place]);
          });
        });
      });
    }
  }
  alignas(64) std::array<double, chain_count> values;
  unroll<I * J>([&](auto k) HWY_ATTR {
    if (lower && j + k % J > i + k / J) return;
    unroll<chain_vectors>([&](auto v)
                              HWY_ATTR { hn::Store(chains[k * chain_vectors + v], tag, values.data() + v * lanes); });
    sums[(i + k / J) * right.columns + j + k % J] += sum_chains(values.data());
  });
}

// use(n) with n, 0 < n ≤ most, as a constant.
template <std::size_t most, typename Use>
void with_constant(std::size_t n, const Use& use) {
  if constexpr (most > 0) {
    if (n == most) {
      use(std::integral_constant<std::size_t, most>());
    } else {
      with_constant<most - 1>(n, use);
    }
  }
}

void inner_products(const PanelStack& left, const PanelStack& right, bool lower, double* sums) {
  for (std::size_t i = 0; i < left.columns; i += tile_left) {
    with_constant<tile_left>(std::min(tile_left, left.columns - i), [&](auto rows) {
      const std::size_t end = lower ? std::min(i + rows, right.columns) : right.columns;
      for (std::size_t j = 0; j < end; j += tile_right) {
        with_constant<tile_right>(std::min(tile_right, end - j), [&](auto columns) {
          add_tile<decltype(rows)::value, decltype(columns)::value>(left, right, i, j, lower, sums);
        });
      }
    });
  }
}

#else  // Without vectors of a known size and fused multiply-add in hardware, equal bits are worth more than speed.

void inner_products(const PanelStack& left, const PanelStack& right, bool lower, double* sums) {
  add_inner_products_reference(left, right, lower, sums);
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(inner_products);

void add_inner_products(const PanelStack& left, const PanelStack& right, bool lower, double* sums) {
  HWY_DYNAMIC_DISPATCH(inner_products)(left, right, lower, sums);
}

void add_inner_products_reference(const PanelStack& left, const PanelStack& right, bool lower, double* sums) {
  for (std::size_t i = 0; i < left.columns; ++i) {
    const std::size_t end = lower ? std::min(i + 1, right.columns) : right.columns;
    for (std::size_t j = 0; j < end; ++j) {
      std::array<double, chain_count> chains{};
      for (std::size_t panel = 0; panel < left.panels.size(); ++panel) {
        const PanelColumn& a = left.panels[panel][i];
        const PanelColumn& b = right.panels[panel][j];
        for (std::size_t r = 0; r < panel_rows; ++r) {
          chains[r % chain_count] = std::fma(a[r], b[r], chains[r % chain_count]);
        }
      }
      sums[i * right.columns + j] += sum_chains(chains.data());
    }
  }
}

}  // namespace suffice
#endif
