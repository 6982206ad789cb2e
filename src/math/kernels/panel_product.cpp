#include "math/kernels/panel_product.hpp"

#include <bit>
#include <cmath>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/panel_product.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_NATIVE_FMA && !HWY_HAVE_SCALABLE

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Tag>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
// A tile of sums stays in registers: so many rows of the matrix by four vectors of rows of the panel.
constexpr std::size_t tile_outputs = lanes == 8 ? 4 : 2;
constexpr std::size_t tile_rows = 4 * lanes;

struct Vectors {
  Vector v0, v1, v2, v3;
};

HWY_INLINE Vectors set(double value) {
  const auto v = hn::Set(Tag(), value);
  return {v, v, v, v};
}

HWY_INLINE Vectors load(const double* values) {
  const Tag tag;
  return {hn::Load(tag, values), hn::Load(tag, values + lanes), hn::Load(tag, values + 2 * lanes),
          hn::Load(tag, values + 3 * lanes)};
}

HWY_INLINE void store(const Vectors& v, double* values) {
  const Tag tag;
  hn::Store(v.v0, tag, values);
  hn::Store(v.v1, tag, values + lanes);
  hn::Store(v.v2, tag, values + 2 * lanes);
  hn::Store(v.v3, tag, values + 3 * lanes);
}

HWY_INLINE void add_product(const Vectors& a, const Vectors& b, Vectors& sum) {
  sum.v0 = hn::MulAdd(a.v0, b.v0, sum.v0);
  sum.v1 = hn::MulAdd(a.v1, b.v1, sum.v1);
  sum.v2 = hn::MulAdd(a.v2, b.v2, sum.v2);
  sum.v3 = hn::MulAdd(a.v3, b.v3, sum.v3);
}

HWY_INLINE Vectors shifted(const Vectors& x, Vector shift) {
  return {hn::Sub(x.v0, shift), hn::Sub(x.v1, shift), hn::Sub(x.v2, shift), hn::Sub(x.v3, shift)};
}

// Loops over the rows of a tile, unrolled: a tile that is indexed at run time would leave the registers.
template <std::size_t first, std::size_t outputs>
HWY_INLINE void start(const double* HWY_RESTRICT offset, Vectors (&sums)[outputs]) {
  if constexpr (first < outputs) {
    sums[first] = set(offset == nullptr ? 0 : offset[first]);
    start<first + 1>(offset, sums);
  }
}

// sums[first …] += column k of these rows of the matrix times x_k.
template <std::size_t first, std::size_t outputs>
HWY_INLINE void add_column(const double* HWY_RESTRICT matrix, std::size_t stride, const Vectors& x,
                           Vectors (&sums)[outputs]) {
  if constexpr (first < outputs) {
    add_product(set(matrix[first * stride]), x, sums[first]);
    add_column<first + 1>(matrix, stride, x, sums);
  }
}

// The square on the diagonal: each row of the matrix ends one column after the row above.
template <std::size_t first, std::size_t outputs>
HWY_INLINE void add_corner(const double* HWY_RESTRICT matrix, std::size_t stride, const double* HWY_RESTRICT x,
                           Vectors (&sums)[outputs]) {
  if constexpr (first < outputs) {
    add_column<first>(matrix + first, stride, load(x + first * panel_rows), sums);
    add_corner<first + 1>(matrix, stride, x, sums);
  }
}

template <std::size_t first, std::size_t outputs>
HWY_INLINE void store_sums(const Vectors (&sums)[outputs], double* HWY_RESTRICT out) {
  if constexpr (first < outputs) {
    store(sums[first], out + first * panel_rows);
    store_sums<first + 1>(sums, out);
  }
}

template <std::size_t first, std::size_t outputs>
HWY_INLINE void add_squares(const Vectors (&sums)[outputs], Vectors& squares) {
  if constexpr (first < outputs) {
    add_product(sums[first], sums[first], squares);
    add_squares<first + 1>(sums, squares);
  }
}

// Memory that is fetched line by line, as the work goes on.
class Fetch {
 public:
  Fetch(std::span<const std::byte> memory, std::size_t steps)
      : next_(memory.data()), step_(steps > 0 ? memory.size() / steps : 0) {}
  HWY_INLINE void step() {
    __builtin_prefetch(next_);
    next_ += step_;
  }

 private:
  const std::byte* next_;
  std::size_t step_;
};

template <std::size_t outputs>
void multiply_tile(const double* HWY_RESTRICT matrix, const double* HWY_RESTRICT offset, std::size_t inputs,
                   const double* HWY_RESTRICT x, double* HWY_RESTRICT out, Fetch& fetch) {
  Vectors sums[outputs];
  start<0>(offset, sums);
  Fetch ahead = fetch;
  for (std::size_t k = 0; k < inputs; ++k) {
    ahead.step();
    add_column<0>(matrix + k, inputs, load(x + k * panel_rows), sums);
  }
  fetch = ahead;
  store_sums<0>(sums, out);
}

// Rows first, …, first + outputs − 1 of the triangle; z goes to `out`, or its square is added to it.
template <std::size_t outputs, bool squares>
void lower_tile(const double* HWY_RESTRICT matrix, std::size_t stride, std::size_t first, const double* HWY_RESTRICT x,
                double* HWY_RESTRICT out) {
  Vectors sums[outputs];
  start<0>(nullptr, sums);
  for (std::size_t k = 0; k < first; ++k) {
    add_column<0>(matrix + k, stride, load(x + k * panel_rows), sums);
  }
  add_corner<0>(matrix + first, stride, x + first * panel_rows, sums);
  if constexpr (squares) {
    Vectors sum = load(out);
    add_squares<0>(sums, sum);
    store(sum, out);
  } else {
    store_sums<0>(sums, out);
  }
}

// The rows of the matrix, so many at a time; what is left over in smaller tiles.
template <std::size_t outputs>
void multiply_rows(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
                   std::span<PanelColumn> out, std::size_t i, std::size_t r, Fetch& fetch) {
  for (; i + outputs <= offset.size(); i += outputs) {
    multiply_tile<outputs>(matrix.data() + i * x.size(), offset.data() + i, x.size(),
                           x.empty() ? nullptr : &x.front()[r], &out[i][r], fetch);
  }
  if constexpr (outputs > 1) {
    multiply_rows<outputs / 2>(matrix, offset, x, out, i, r, fetch);
  }
}

template <std::size_t outputs, bool squares>
void lower_rows(std::span<const double> lower, std::span<const PanelColumn> x, PanelColumn* out, std::size_t i,
                std::size_t r) {
  for (; i + outputs <= x.size(); i += outputs) {
    lower_tile<outputs, squares>(lower.data() + i * x.size(), x.size(), i, &x.front()[r], &out[squares ? 0 : i][r]);
  }
  if constexpr (outputs > 1) {
    lower_rows<outputs / 2, squares>(lower, x, out, i, r);
  }
}

void multiply(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
              std::span<PanelColumn> out, std::span<const std::byte> ahead) {
  const std::size_t left_over = offset.size() % tile_outputs;
  const std::size_t tiles = offset.size() / tile_outputs + static_cast<std::size_t>(std::popcount(left_over));
  Fetch fetch(ahead, panel_rows / tile_rows * tiles * x.size());
  for (std::size_t r = 0; r < panel_rows; r += tile_rows) {
    multiply_rows<tile_outputs>(matrix, offset, x, out, 0, r, fetch);
  }
}

void multiply_lower(std::span<const double> lower, std::span<const PanelColumn> x, std::span<PanelColumn> out) {
  for (std::size_t r = 0; r < panel_rows; r += tile_rows) {
    lower_rows<tile_outputs, false>(lower, x, out.data(), 0, r);
  }
}

void lower_squares(std::span<const double> lower, std::span<const double> shift, std::span<const PanelColumn> x,
                   std::span<PanelColumn> spare, PanelColumn& out) {
  out.values.fill(0);
  for (std::size_t k = 0; k < x.size(); ++k) {
    for (std::size_t r = 0; r < panel_rows; r += tile_rows) {
      store(shifted(load(&x[k][r]), hn::Set(Tag(), shift[k])), &spare[k][r]);
    }
  }
  for (std::size_t r = 0; r < panel_rows; r += tile_rows) {
    lower_rows<tile_outputs, true>(lower, spare.first(x.size()), &out, 0, r);
  }
}

#else  // Without fused multiply-add in hardware, equal bits are worth more than speed.

void multiply(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
              std::span<PanelColumn> out, std::span<const std::byte> /*ahead*/) {
  multiply_reference(matrix, offset, x, out);
}

void multiply_lower(std::span<const double> lower, std::span<const PanelColumn> x, std::span<PanelColumn> out) {
  multiply_lower_reference(lower, x, out);
}

void lower_squares(std::span<const double> lower, std::span<const double> shift, std::span<const PanelColumn> x,
                   std::span<PanelColumn> spare, PanelColumn& out) {
  lower_squares_reference(lower, shift, x, spare, out);
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(multiply);
HWY_EXPORT(multiply_lower);
HWY_EXPORT(lower_squares);

void multiply(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
              std::span<PanelColumn> out, std::span<const std::byte> ahead) {
  HWY_DYNAMIC_DISPATCH(multiply)(matrix, offset, x, out, ahead);
}

void multiply_lower(std::span<const double> lower, std::span<const PanelColumn> x, std::span<PanelColumn> out) {
  HWY_DYNAMIC_DISPATCH(multiply_lower)(lower, x, out);
}

void lower_squares(std::span<const double> lower, std::span<const double> shift, std::span<const PanelColumn> x,
                   std::span<PanelColumn> spare, PanelColumn& out) {
  HWY_DYNAMIC_DISPATCH(lower_squares)(lower, shift, x, spare, out);
}

void multiply_reference(std::span<const double> matrix, std::span<const double> offset, std::span<const PanelColumn> x,
                        std::span<PanelColumn> out) {
  for (std::size_t i = 0; i < offset.size(); ++i) {
    for (std::size_t r = 0; r < panel_rows; ++r) {
      double sum = offset[i];
      for (std::size_t k = 0; k < x.size(); ++k) {
        sum = std::fma(matrix[i * x.size() + k], x[k][r], sum);
      }
      out[i][r] = sum;
    }
  }
}

void multiply_lower_reference(std::span<const double> lower, std::span<const PanelColumn> x,
                              std::span<PanelColumn> out) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t r = 0; r < panel_rows; ++r) {
      double sum = 0;
      for (std::size_t k = 0; k <= i; ++k) {
        sum = std::fma(lower[i * x.size() + k], x[k][r], sum);
      }
      out[i][r] = sum;
    }
  }
}

void lower_squares_reference(std::span<const double> lower, std::span<const double> shift,
                             std::span<const PanelColumn> x, std::span<PanelColumn> spare, PanelColumn& out) {
  for (std::size_t r = 0; r < panel_rows; ++r) {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      spare[i][r] = x[i][r] - shift[i];
      double z = 0;
      for (std::size_t k = 0; k <= i; ++k) {
        z = std::fma(lower[i * x.size() + k], spare[k][r], z);
      }
      sum = std::fma(z, z, sum);
    }
    out[r] = sum;
  }
}

}  // namespace suffice
#endif
