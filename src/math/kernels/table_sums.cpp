#include "math/kernels/table_sums.hpp"

#include <algorithm>
#include <array>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/table_sums.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Eight columns of the table from `table` on, for one row of the panel: sums[k] = start[k] + Σ_i table[places[i]·width
// + k].
HWY_INLINE void sum_eight(const double* HWY_RESTRICT table, std::size_t width, const std::uint32_t* HWY_RESTRICT places,
                          std::size_t terms, const double* HWY_RESTRICT start, double* HWY_RESTRICT sums) {
  const hn::CappedTag<double, table_padding> tag;
  constexpr std::size_t lanes = hn::MaxLanes(hn::CappedTag<double, table_padding>());
  if constexpr (lanes == 8) {
    auto sum = hn::LoadU(tag, start);
    for (std::size_t i = 0; i < terms; ++i) {
      sum = hn::Add(sum, hn::LoadU(tag, table + places[i] * width));
    }
    hn::StoreU(sum, tag, sums);
  } else if constexpr (lanes == 4) {
    auto low = hn::LoadU(tag, start);
    auto high = hn::LoadU(tag, start + 4);
    for (std::size_t i = 0; i < terms; ++i) {
      const double* row = table + places[i] * width;
      low = hn::Add(low, hn::LoadU(tag, row));
      high = hn::Add(high, hn::LoadU(tag, row + 4));
    }
    hn::StoreU(low, tag, sums);
    hn::StoreU(high, tag, sums + 4);
  } else {
    std::copy_n(start, table_padding, sums);
    for (std::size_t i = 0; i < terms; ++i) {
      const double* row = table + places[i] * width;
      for (std::size_t k = 0; k < table_padding; ++k) {
        sums[k] += row[k];
      }
    }
  }
}

void sum_table_rows(std::span<const double> table, std::size_t width, std::span<const std::uint32_t> places,
                    std::size_t terms, std::size_t rows, std::span<const double> start, std::span<PanelColumn> out) {
  std::array<double, table_padding> eight_starts{};
  std::array<double, table_padding> sums{};
  for (std::size_t k = 0; k < out.size(); k += table_padding) {
    const std::size_t used = std::min(table_padding, out.size() - k);
    std::copy_n(start.begin() + static_cast<std::ptrdiff_t>(k), used, eight_starts.begin());
    for (std::size_t r = 0; r < rows; ++r) {
      sum_eight(table.data() + k, width, places.data() + r * terms, terms, eight_starts.data(), sums.data());
      for (std::size_t i = 0; i < used; ++i) {
        out[k + i][r] = sums[i];
      }
    }
  }
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(sum_table_rows);

void sum_table_rows(std::span<const double> table, std::size_t width, std::span<const std::uint32_t> places,
                    std::size_t terms, std::size_t rows, std::span<const double> start, std::span<PanelColumn> out) {
  HWY_DYNAMIC_DISPATCH(sum_table_rows)(table, width, places, terms, rows, start, out);
}

}  // namespace suffice
#endif
