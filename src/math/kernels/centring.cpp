#include "math/kernels/centring.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "math/kernels/scatter.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/centring.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/kernels/unroll.hpp"

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_NATIVE_FMA && !HWY_HAVE_SCALABLE

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, strip_columns>;
using Vector = hn::Vec<Tag>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
// Shift and sums of this many vectors stay in registers while rows go by.
constexpr std::size_t most_vectors = lanes == strip_columns ? 8 : 4;

HWY_INLINE Vector as_double(hn::Vec<Tag> numbers) { return numbers; }
HWY_INLINE Vector as_double(hn::Vec<hn::Rebind<float, Tag>> numbers) { return hn::PromoteTo(Tag(), numbers); }

// The first `count` ≤ lanes numbers, then zeros. Nothing behind them is read.
template <typename Number>
HWY_INLINE Vector load_part(const Number* values, std::size_t count) {
  const hn::Rebind<Number, Tag> tag;
#if HWY_MEM_OPS_MIGHT_FAULT && HWY_TARGET != HWY_AVX2  // its masked loads of these types do not fault
  HWY_ALIGN Number part[lanes] = {};
  std::copy_n(values, count, part);
  return as_double(hn::Load(tag, part));
#else
  return as_double(hn::MaskedLoad(hn::FirstN(tag, count), tag, values));
#endif
}

// Columns first, …, of which there are at most V vectors, the last one perhaps in part. The arguments are copied field
// by field: as parameters they would be copied by vectors, which wait for the narrower stores that have just filled
// them; and as references they would be read again after each store to the panel.
template <std::size_t V, bool packs, typename Number>
bool centre(const DenseRows<Number>& given_rows, const RowSelection& given_selection, const CentredSums& given_sums,
            std::size_t first) {
  const Tag tag;
  const DenseRows<Number> rows = given_rows;
  const RowSelection selection = given_selection;
  const CentredSums sums = given_sums;
  const Number* values = rows.values + first;
  const std::size_t last_count = std::min(lanes, rows.columns - first - (V - 1) * lanes);
  Vector shift[V];
  Vector sum[V];
  Vector square[V];
  unroll<V>([&](auto v) HWY_ATTR {
    shift[v] = hn::LoadU(tag, sums.shift + first + v * lanes);
    sum[v] = hn::LoadU(tag, sums.first + first + v * lanes);
    square[v] = packs ? hn::Zero(tag) : hn::LoadU(tag, sums.second + first + v * lanes);
  });
  for (std::size_t k = 0; k < selection.count; ++k) {
    const std::size_t r = selection.rows[k];
    const Number* row = values + static_cast<std::ptrdiff_t>(r) * rows.row_stride;
    const double w = rows.weights != nullptr ? rows.weights[r] : 1;
    const Vector weight = hn::Set(tag, w);
    const Vector root = hn::Set(tag, rows.weights != nullptr ? std::sqrt(w) : 1);
    const Number* fetched = values + (rows.ahead + static_cast<std::ptrdiff_t>(k) * rows.row_stride);
    double* place = packs ? sums.panel + panel_index(selection.places[k], first, sums.capacity) : nullptr;
    unroll<V>([&](auto v) HWY_ATTR {
      const Vector x = v + 1 == V ? load_part(row + v * lanes, last_count)
                                  : as_double(hn::LoadU(hn::Rebind<Number, Tag>(), row + v * lanes));
      if constexpr (!packs) {
        __builtin_prefetch(fetched + v * lanes, 0, 2);
      }
      const Vector u = hn::Sub(x, shift[v]);
      sum[v] = hn::MulAdd(weight, u, sum[v]);
      if constexpr (packs) {
        hn::StoreU(hn::Mul(root, u), tag, place + panel_index(0, v * lanes, sums.capacity));
      } else {
        square[v] = hn::MulAdd(hn::Mul(weight, u), u, square[v]);
      }
    });
    if constexpr (packs && V * lanes % strip_columns != 0) {  // the rest of the last strip
      hn::StoreU(hn::Zero(tag), tag, place + panel_index(0, V * lanes, sums.capacity));
    }
  }
  Vector zero = hn::Zero(tag);
  unroll<V>([&](auto v) HWY_ATTR {
    zero = hn::MulAdd(sum[v], hn::Zero(tag), zero);  // NaN for a sum that is not finite
    hn::StoreU(sum[v], tag, sums.first + first + v * lanes);
    if constexpr (!packs) {
      hn::StoreU(square[v], tag, sums.second + first + v * lanes);
    }
  });
  return hn::AllFalse(tag, hn::IsNaN(zero));
}

template <bool packs, typename Number, std::size_t... I>
constexpr auto centre_table(std::index_sequence<I...> /*all*/) {
  return std::array{&centre<I + 1, packs, Number>...};
}

template <bool packs, typename Number>
bool centre_columns(const DenseRows<Number>& rows, const RowSelection& selection, const CentredSums& sums) {
  static constexpr auto table = centre_table<packs, Number>(std::make_index_sequence<most_vectors>());
  const std::size_t vectors = (rows.columns + lanes - 1) / lanes;
  bool finite = true;
  for (std::size_t v = 0; v < vectors; v += most_vectors) {
    finite = table[std::min(most_vectors, vectors - v) - 1](rows, selection, sums, v * lanes) && finite;
  }
  return finite;
}

template <typename Number>
bool centre_any(const DenseRows<Number>& rows, const RowSelection& selection, const CentredSums& sums) {
  return sums.panel != nullptr ? centre_columns<true>(rows, selection, sums)
                               : centre_columns<false>(rows, selection, sums);
}

#else  // Without vectors of a known size and fused multiply-add in hardware, equal bits are worth more than speed.

template <typename Number>
bool centre_any(const DenseRows<Number>& rows, const RowSelection& selection, const CentredSums& sums) {
  return centre_rows_reference(rows, selection, sums);
}

#endif

bool centre_doubles(const DenseRows<double>& rows, const RowSelection& selection, const CentredSums& sums) {
  return centre_any(rows, selection, sums);
}
bool centre_floats(const DenseRows<float>& rows, const RowSelection& selection, const CentredSums& sums) {
  return centre_any(rows, selection, sums);
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(centre_doubles);
HWY_EXPORT(centre_floats);

bool centre_rows(const DenseRows<double>& rows, const RowSelection& selection, const CentredSums& sums) {
  return HWY_DYNAMIC_DISPATCH(centre_doubles)(rows, selection, sums);
}
bool centre_rows(const DenseRows<float>& rows, const RowSelection& selection, const CentredSums& sums) {
  return HWY_DYNAMIC_DISPATCH(centre_floats)(rows, selection, sums);
}

namespace {

template <typename Number>
bool centre_plainly(const DenseRows<Number>& rows, const RowSelection& selection, const CentredSums& sums) {
  bool finite = true;
  for (std::size_t k = 0; k < selection.count; ++k) {
    const std::size_t r = selection.rows[k];
    const Number* row = rows.values + static_cast<std::ptrdiff_t>(r) * rows.row_stride;
    const double weight = rows.weights != nullptr ? rows.weights[r] : 1;
    for (std::size_t j = 0; j < padded_columns(rows.columns); ++j) {
      const double x = j < rows.columns ? static_cast<double>(row[j]) : 0;
      const double u = x - sums.shift[j];
      sums.first[j] = std::fma(weight, u, sums.first[j]);
      finite = finite && std::isfinite(sums.first[j]);
      if (sums.panel != nullptr) {
        sums.panel[panel_index(selection.places[k], j, sums.capacity)] = std::sqrt(weight) * u;
      } else {
        sums.second[j] = std::fma(weight * u, u, sums.second[j]);
      }
    }
  }
  return finite;
}

}  // namespace

bool centre_rows_reference(const DenseRows<double>& rows, const RowSelection& selection, const CentredSums& sums) {
  return centre_plainly(rows, selection, sums);
}
bool centre_rows_reference(const DenseRows<float>& rows, const RowSelection& selection, const CentredSums& sums) {
  return centre_plainly(rows, selection, sums);
}

}  // namespace suffice
#endif
