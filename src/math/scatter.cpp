#include "math/scatter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/scatter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/unroll.hpp"

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_NATIVE_FMA && !HWY_HAVE_SCALABLE

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, strip_columns>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
constexpr std::size_t strip_vectors = strip_columns / lanes;
// A tile of the result stays in registers while all rows go by: as many rows and strips as there are registers for.
constexpr std::size_t tile_rows = lanes == strip_columns ? 8 : 4;
constexpr std::size_t tile_strips = lanes == strip_columns ? part_strips : 1;

// How far ahead the left strip is fetched; the next strip, which follows it in the panel, is the next tile's.
constexpr std::size_t prefetch_rows = 16;

struct Tile {
  const double* HWY_RESTRICT left;  // the first row of a strip, and those of its columns that are rows of the tile
  const double* HWY_RESTRICT right;
  std::size_t strip_stride;  // from one right strip to the next
  std::size_t rows;
  double* HWY_RESTRICT blocks;
  const char* ahead;  // is fetched by tiles of full size, so much with each row
  std::size_t ahead_step;
};

// Rows 0 … R−1 of S neighbouring blocks.
template <std::size_t R, std::size_t S>
void add_tile(Tile tile) {
  constexpr std::size_t vectors = S * strip_vectors;
  const Tag tag;
  hn::Vec<Tag> sums[R * vectors];
  hn::Vec<Tag> factors[vectors];
  const auto place = [](std::size_t k) {
    const std::size_t v = k % vectors;
    return (v / strip_vectors * strip_columns + k / vectors) * strip_columns + v % strip_vectors * lanes;
  };
  unroll<R * vectors>([&](auto k) HWY_ATTR { sums[k] = hn::LoadU(tag, tile.blocks + place(k)); });
  for (std::size_t r = 0; r < tile.rows; ++r, tile.left += strip_columns, tile.right += strip_columns) {
    __builtin_prefetch(tile.left + prefetch_rows * strip_columns);
    if constexpr (R == tile_rows && S == tile_strips) {
      __builtin_prefetch(tile.ahead, 0, 2);  // into the second-level cache
      tile.ahead += tile.ahead_step;
    }
    unroll<vectors>([&](auto v) HWY_ATTR {
      factors[v] = hn::LoadU(tag, tile.right + v / strip_vectors * tile.strip_stride + v % strip_vectors * lanes);
    });
    unroll<R>([&](auto i) HWY_ATTR {
      const auto factor = hn::Set(tag, tile.left[i]);
      unroll<vectors>([&](auto v)
                          HWY_ATTR { sums[i * vectors + v] = hn::MulAdd(factor, factors[v], sums[i * vectors + v]); });
    });
  }
  unroll<R * vectors>([&](auto k) HWY_ATTR { hn::StoreU(sums[k], tag, tile.blocks + place(k)); });
}

using AddTile = void (*)(Tile);

// add_tile<R, S> is at (R−1) · tile_strips + S−1.
template <std::size_t... I>
constexpr std::array<AddTile, sizeof...(I)> tile_table(std::index_sequence<I...> /*all*/) {
  return {add_tile<I / tile_strips + 1, I % tile_strips + 1>...};
}
constexpr auto add_tiles = tile_table(std::make_index_sequence<tile_rows * tile_strips>());

// Rows of blocks, in the first parts, that have part_strips whole blocks: Σ_p (k − p · part_strips) over positive
// terms.
std::size_t full_rows(std::size_t columns, std::size_t parts) {
  const std::size_t k = std::max(columns / strip_columns, part_strips - 1) - (part_strips - 1);
  const std::size_t p = std::min(parts, (k + part_strips - 1) / part_strips);
  return p * k - part_strips * p * (p - std::min<std::size_t>(p, 1)) / 2;
}

void add_scatter_part(const PanelPair& panels, std::size_t part, double* triangle) {
  constexpr std::size_t full_tiles = strip_columns / tile_rows * (part_strips / tile_strips);  // in a full row
  const std::size_t strips = strip_count(panels.columns);
  const std::size_t stride = panels.capacity * strip_columns;
  const std::size_t first = part * part_strips;
  const std::size_t steps = full_rows(panels.columns, part_count(panels.columns)) * full_tiles * panels.rows;
  const std::size_t step = steps > 0 ? panels.ahead_bytes / steps : 0;
  const char* ahead = static_cast<const char*>(panels.ahead);
  ahead += step * full_rows(panels.columns, part) * full_tiles * panels.rows;
  for (std::size_t row = first; row < strips; ++row) {
    const std::size_t last = std::min(first + part_strips, row + 1);
    const std::size_t end = std::min(strip_columns, panels.columns - row * strip_columns);
    const bool full = last == first + part_strips && end == strip_columns;
    for (std::size_t i = 0; i < end; i += tile_rows) {
      for (std::size_t j = first; j < last; j += tile_strips) {
        const std::size_t tile = (std::min(tile_rows, end - i) - 1) * tile_strips + std::min(tile_strips, last - j) - 1;
        add_tiles[tile]({panels.left + row * stride + i, panels.right + j * stride, stride, panels.rows,
                         triangle + triangle_index(row * strip_columns + i, j * strip_columns), ahead,
                         full ? step : 0});
        ahead += full ? step * panels.rows : 0;
      }
    }
  }
}

#else  // Without vectors of a known size and fused multiply-add in hardware, equal bits are worth more than speed.

void add_scatter_part(const PanelPair& panels, std::size_t part, double* triangle) {
  const std::size_t first = part * part_strips * strip_columns;
  const std::size_t last = std::min(first + part_strips * strip_columns, panels.columns);
  for (std::size_t i = first; i < panels.columns; ++i) {
    for (std::size_t j = first; j < std::min(last, i + 1); ++j) {
      double& sum = triangle[triangle_index(i, j)];
      for (std::size_t r = 0; r < panels.rows; ++r) {
        sum = std::fma(panels.left[panel_index(r, i, panels.capacity)],
                       panels.right[panel_index(r, j, panels.capacity)], sum);
      }
    }
  }
}

#endif

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace suffice {

HWY_EXPORT(add_scatter_part);

void add_scatter_part(const PanelPair& panels, std::size_t part, double* triangle) {
  HWY_DYNAMIC_DISPATCH(add_scatter_part)(panels, part, triangle);
}

void add_scatter(const PanelPair& panels, double* triangle) {
  for (std::size_t part = 0; part < part_count(panels.columns); ++part) {
    add_scatter_part(panels, part, triangle);
  }
}

void add_scatter_reference(const PanelPair& panels, double* triangle) {
  for (std::size_t i = 0; i < panels.columns; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      double& sum = triangle[triangle_index(i, j)];
      for (std::size_t r = 0; r < panels.rows; ++r) {
        sum = std::fma(panels.left[panel_index(r, i, panels.capacity)],
                       panels.right[panel_index(r, j, panels.capacity)], sum);
      }
    }
  }
}

}  // namespace suffice
#endif
