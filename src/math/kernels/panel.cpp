#include "math/kernels/panel.hpp"

#include <algorithm>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/panel.cpp"
#include <hwy/cache_control.h>
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

// Squares cannot be turned in vectors of unknown size or of one lane: everything is left to plain loops.
#if HWY_HAVE_SCALABLE || HWY_TARGET == HWY_SCALAR

template <typename Number>
std::size_t pack_squares(const Number*, std::ptrdiff_t, std::size_t, const PanelLayout&, Panel&) {
  return 0;
}

std::size_t unpack_squares(std::span<const PanelColumn>, std::size_t, double*) { return 0; }

#else

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
using Vector = hn::Vec<Tag>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());

using Half = hn::Half<Tag>;
constexpr std::size_t half = lanes / 2;

// The halves of `half` vectors are squares, one above the other; both are turned: lane i of vector j goes to lane j of
// vector i.
HWY_INLINE void turn(Vector (&squares)[half]) {
  const Tag tag;
  if constexpr (half == 2) {
    const auto lower = hn::InterleaveLower(tag, squares[0], squares[1]);
    squares[1] = hn::InterleaveUpper(tag, squares[0], squares[1]);
    squares[0] = lower;
  } else if constexpr (half == 4) {
    const auto ab02 = hn::InterleaveLower(tag, squares[0], squares[1]);
    const auto ab13 = hn::InterleaveUpper(tag, squares[0], squares[1]);
    const auto cd02 = hn::InterleaveLower(tag, squares[2], squares[3]);
    const auto cd13 = hn::InterleaveUpper(tag, squares[2], squares[3]);
    squares[0] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(cd02), ab02);
    squares[1] = hn::OddEvenBlocks(hn::SwapAdjacentBlocks(cd13), ab13);
    squares[2] = hn::OddEvenBlocks(cd02, hn::SwapAdjacentBlocks(ab02));
    squares[3] = hn::OddEvenBlocks(cd13, hn::SwapAdjacentBlocks(ab13));
  }
}

HWY_INLINE hn::Vec<Half> load_half(const double* values) { return hn::LoadU(Half(), values); }
HWY_INLINE hn::Vec<Half> load_half(const float* values) {
  return hn::PromoteTo(Half(), hn::LoadU(hn::Rebind<float, Half>(), values));
}

// Packs as many rows as fill vectors, all columns of each, and returns their number. Columns that do not fill a square
// are packed with some of those before them again.
template <typename Number>
std::size_t pack_squares(const Number* HWY_RESTRICT values, std::ptrdiff_t row_stride, std::size_t rows,
                         const PanelLayout& layout, Panel& panel) {
  const Tag tag;
  const std::size_t inputs = layout.slots.size();
  if (inputs < half) {
    return 0;
  }
  const std::size_t* slots = layout.slots.data();
  PanelColumn* columns = panel.columns.data();
  const std::ptrdiff_t half_stride = row_stride * static_cast<std::ptrdiff_t>(half);
  const Number* ahead = values + row_stride * static_cast<std::ptrdiff_t>(panel_rows);
  const std::ptrdiff_t ahead_step = layout.fetches_half ? half_stride : 2 * half_stride;
  auto norm0 = hn::Zero(tag);
  auto norm1 = hn::Zero(tag);
  std::size_t first = 0;
  for (; first + lanes <= rows; first += lanes, values += 2 * half_stride, ahead += ahead_step) {
    for (std::size_t next = 0; next < inputs; next += half) {
      const std::size_t j = std::min(next, inputs - half);
      const auto centre = load_half(layout.centre.data() + j);
      const auto both_centres = hn::Combine(tag, centre, centre);
      Vector squares[half];
      for (std::size_t r = 0; r < half; ++r) {
        const Number* row = values + row_stride * static_cast<std::ptrdiff_t>(r) + j;
        const auto value = hn::Combine(tag, load_half(row + half_stride), load_half(row));
        if (next % (64 / sizeof(Number)) == 0) {  // hints that cannot fail
          hwy::Prefetch(ahead + row_stride * static_cast<std::ptrdiff_t>(r) + j);
          if (!layout.fetches_half) {
            hwy::Prefetch(ahead + row_stride * static_cast<std::ptrdiff_t>(r) + j + half_stride);
          }
        }
        (r % 2 == 0 ? norm0 : norm1) = hn::MulAdd(value, value, r % 2 == 0 ? norm0 : norm1);
        squares[r] = hn::Sub(value, both_centres);
      }
      turn(squares);
      for (std::size_t k = 0; k < half; ++k) {
        hn::Store(squares[k], tag, &columns[slots[j + k]][first]);
      }
    }
  }
  panel.moderate = panel.moderate && hn::AllTrue(tag, hn::Lt(hn::Add(norm0, norm1), hn::Set(tag, 0x1p600)));
  return first;
}

// The way back.
std::size_t unpack_squares(std::span<const PanelColumn> columns, std::size_t rows, double* HWY_RESTRICT out) {
  const Tag tag;
  const std::size_t outputs = columns.size();
  if (outputs < half) {
    return 0;
  }
  std::size_t first = 0;
  for (; first + lanes <= rows; first += lanes) {
    for (std::size_t next = 0; next < outputs; next += half) {
      const std::size_t k = std::min(next, outputs - half);
      Vector squares[half];
      for (std::size_t i = 0; i < half; ++i) {
        squares[i] = hn::Load(tag, &columns[k + i][first]);
      }
      turn(squares);
      for (std::size_t r = 0; r < half; ++r) {
        hn::StoreU(hn::LowerHalf(Half(), squares[r]), Half(), out + (first + r) * outputs + k);
        hn::StoreU(hn::UpperHalf(Half(), squares[r]), Half(), out + (first + half + r) * outputs + k);
      }
    }
  }
  return first;
}

#endif

std::size_t pack_doubles(const double* values, std::ptrdiff_t row_stride, std::size_t rows, const PanelLayout& layout,
                         Panel& panel) {
  return pack_squares(values, row_stride, rows, layout, panel);
}

std::size_t pack_floats(const float* values, std::ptrdiff_t row_stride, std::size_t rows, const PanelLayout& layout,
                        Panel& panel) {
  return pack_squares(values, row_stride, rows, layout, panel);
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(pack_doubles);
HWY_EXPORT(pack_floats);
HWY_EXPORT(unpack_squares);

namespace {

std::size_t pack_squares(const double* values, std::ptrdiff_t row_stride, std::size_t rows, const PanelLayout& layout,
                         Panel& panel) {
  return HWY_DYNAMIC_DISPATCH(pack_doubles)(values, row_stride, rows, layout, panel);
}

std::size_t pack_squares(const float* values, std::ptrdiff_t row_stride, std::size_t rows, const PanelLayout& layout,
                         Panel& panel) {
  return HWY_DYNAMIC_DISPATCH(pack_floats)(values, row_stride, rows, layout, panel);
}

}  // namespace

PanelLayout panel_layout(std::span<const std::size_t> columns, std::vector<double> centre) {
  PanelLayout layout{std::vector(centre.size(), columns.size()), std::move(centre), columns.size()};
  for (std::size_t k = 0; k < columns.size(); ++k) {
    layout.slots[columns[k]] = k;
  }
  return layout;
}

void pack_panel(const Batch& rows, const PanelLayout& layout, Panel& panel) {
  panel.columns.resize(layout.columns + 1);
  panel.rows = rows.rows;
  panel.moderate = true;
  panel.ahead = {};
  rows.visit_row(0, [&](const auto* values) {
    if (layout.fetches_half && rows.rows == panel_rows && rows.column_stride == 1) {
      const auto* rest = values + rows.row_stride * static_cast<std::ptrdiff_t>(panel_rows + panel_rows / 2);
      panel.ahead = std::as_bytes(std::span(rest, panel_rows / 2 * rows.columns));
    }
    const std::size_t done =
        rows.column_stride == 1 ? pack_squares(values, rows.row_stride, rows.rows, layout, panel) : 0;
    bool moderate = true;
    for (std::size_t j = 0; j < rows.columns && done < panel_rows; ++j) {
      PanelColumn& column = panel.columns[layout.slots[j]];
      for (std::size_t r = done; r < rows.rows; ++r) {
        const auto value = static_cast<double>(values[static_cast<std::ptrdiff_t>(r) * rows.row_stride +
                                                      static_cast<std::ptrdiff_t>(j) * rows.column_stride]);
        moderate = moderate && value * value < 0x1p600;
        column[r] = value - layout.centre[j];
      }
      std::fill(column.values.begin() + static_cast<std::ptrdiff_t>(rows.rows), column.values.end(), 0.0);
    }
    panel.moderate = panel.moderate && moderate;
  });
}

void unpack_panel(std::span<const PanelColumn> columns, std::size_t rows, double* out) {
  const std::size_t done = HWY_DYNAMIC_DISPATCH(unpack_squares)(columns, rows, out);
  for (std::size_t r = done; r < rows; ++r) {
    for (std::size_t k = 0; k < columns.size(); ++k) {
      out[r * columns.size() + k] = columns[k][r];
    }
  }
}

}  // namespace suffice
#endif
