#include "math/kernels/weighted_rows.hpp"

#include <limits>
#include <type_traits>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/weighted_rows.cpp"
// clang-format off: foreach_target.h comes before the others
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include <hwy/cache_control.h>
// clang-format on

#include "math/kernels/unroll.hpp"

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t distance = 24;  // how far ahead rows are fetched

// `vectors` vectors of each row, from number `first` on.
template <std::size_t vectors, typename Tag, typename Weight>
bool add_block(Tag tag, const double* table, std::size_t width, std::size_t first, const RowPicks<Weight>& picks,
               double* sums) {
  constexpr std::size_t line = 64 / sizeof(double);  // numbers in a cache line
  constexpr std::size_t lanes = hn::MaxLanes(Tag());
  hn::Vec<Tag> sum[vectors];
  unroll<vectors>([&](auto v) { sum[v] = hn::LoadU(tag, sums + first + v * lanes); });
  const std::size_t count = picks.rows.size();
  const std::size_t fetched = count + picks.ahead;
  const std::uint32_t* rows = picks.rows.data();
  const double* start = table + first;
  for (std::size_t k = 0; k < count; ++k) {
    if (k + distance < fetched && rows[k + distance] < picks.table_rows) {
      const double* next = start + rows[k + distance] * width;
      for (std::size_t j = 0; j < vectors * lanes; j += line) {
        hwy::Prefetch(next + j);
      }
    }
    const double weight = picks.weights == nullptr ? 1 : static_cast<double>(picks.weights[k]);
    if (!(weight > 0) || !(weight <= std::numeric_limits<double>::max()) || rows[k] >= picks.table_rows) {
      return false;
    }
    const double* row = start + rows[k] * width;
    if (picks.weights == nullptr || picks.once) {
      unroll<vectors>([&](auto v) { sum[v] = hn::Add(sum[v], hn::Load(tag, row + v * lanes)); });
    } else {
      const auto factor = hn::Set(tag, weight);
      unroll<vectors>([&](auto v) { sum[v] = hn::MulAdd(factor, hn::Load(tag, row + v * lanes), sum[v]); });
    }
  }
  unroll<vectors>([&](auto v) { hn::StoreU(sum[v], tag, sums + first + v * lanes); });
  return true;
}

template <typename Tag, typename Weight>
bool add_rows(Tag tag, const double* table, std::size_t width, const RowPicks<Weight>& picks, double* sums) {
  constexpr std::size_t lanes = hn::MaxLanes(Tag());
  std::size_t first = 0;
  bool sound = true;
  const auto add = [&](auto vectors) {
    for (; sound && first + vectors * lanes <= width; first += vectors * lanes) {
      sound = add_block<vectors>(tag, table, width, first, picks, sums);
    }
  };
  using std::integral_constant;
  add(integral_constant<std::size_t, 8>());
  add(integral_constant<std::size_t, 6>());
  add(integral_constant<std::size_t, 4>());
  add(integral_constant<std::size_t, 3>());
  add(integral_constant<std::size_t, 2>());
  add(integral_constant<std::size_t, 1>());
  return sound;
}

template <typename Weight>
bool weighted_rows(const double* table, std::size_t width, const RowPicks<Weight>& picks, double* sums) {
  if (width == 2) {
    return add_rows(hn::CappedTag<double, 2>(), table, width, picks, sums);
  }
  if (width == 4) {
    return add_rows(hn::CappedTag<double, 4>(), table, width, picks, sums);
  }
  return add_rows(hn::CappedTag<double, 8>(), table, width, picks, sums);
}

bool weighted_rows_double(const double* table, std::size_t width, const RowPicks<double>& picks, double* sums) {
  return weighted_rows(table, width, picks, sums);
}

bool weighted_rows_float(const double* table, std::size_t width, const RowPicks<float>& picks, double* sums) {
  return weighted_rows(table, width, picks, sums);
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(weighted_rows_double);
HWY_EXPORT(weighted_rows_float);

std::size_t picked_width(std::size_t numbers) { return numbers <= 2 ? 2 : numbers <= 4 ? 4 : (numbers + 7) / 8 * 8; }

template <>
bool add_weighted_rows(const double* table, std::size_t width, const RowPicks<double>& picks, double* sums) {
  return HWY_DYNAMIC_DISPATCH(weighted_rows_double)(table, width, picks, sums);
}

template <>
bool add_weighted_rows(const double* table, std::size_t width, const RowPicks<float>& picks, double* sums) {
  return HWY_DYNAMIC_DISPATCH(weighted_rows_float)(table, width, picks, sums);
}

}  // namespace suffice
#endif
