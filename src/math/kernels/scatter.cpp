#include "math/kernels/scatter.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/kernels/scatter.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/kernels/unroll.hpp"

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

#if HWY_NATIVE_FMA && !HWY_HAVE_SCALABLE

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, strip_columns>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
constexpr std::size_t strip_vectors = strip_columns / lanes;
// A tile of the result stays in registers while all rows go by: so many vectors of sums, of so many rows of a block.
constexpr std::size_t most_sums = lanes == strip_columns ? 24 : 8;
constexpr std::size_t tile_rows = lanes == strip_columns ? 8 : 4;
// Neighbouring blocks in a tile of R rows.
constexpr std::size_t most_strips(std::size_t R) { return std::min(strip_columns, most_sums / (R * strip_vectors)); }
// Two rows of blocks that begin on the diagonal are a tile of three blocks, where it holds so many.
constexpr bool has_corners = most_sums >= 3 * strip_columns * strip_vectors;

// How far ahead the left strip is fetched; the next strip, which follows it in the panel, is the next tile's.
constexpr std::size_t prefetch_rows = 16;

struct Tile {
  const double* left;  // the first row of a strip, and those of its columns that are rows of the tile
  const double* right;
  std::size_t strip_stride;  // from one strip to the next
  std::size_t rows;
  double* blocks;
  std::size_t block_row_stride;  // to the next row of blocks
  const char* ahead;             // is fetched by tiles of full height, so much with each row
  std::size_t ahead_step;
};

// Rows 0 … R−1 of S neighbouring blocks; those of R > strip_columns rows belong to two rows of blocks, of which the
// first lacks the last block.
template <std::size_t R, std::size_t S>
void add_tile(const Tile& tile) {
  constexpr std::size_t vectors = S * strip_vectors;
  constexpr auto is_there = [](std::size_t k) {
    return R <= strip_columns || k / vectors >= strip_columns || k % vectors / strip_vectors + 1 < S;
  };
  const Tag tag;
  hn::Vec<Tag> sums[R * vectors];
  hn::Vec<Tag> factors[vectors];
  const auto place = [&](std::size_t k) {
    const std::size_t i = k / vectors;
    const std::size_t v = k % vectors;
    return tile.blocks + i / strip_columns * tile.block_row_stride +
           (v / strip_vectors * strip_columns + i % strip_columns) * strip_columns + v % strip_vectors * lanes;
  };
  unroll<R * vectors>([&](auto k) HWY_ATTR {
    if constexpr (is_there(k)) {
      sums[k] = hn::LoadU(tag, place(k));
    }
  });
  const double* HWY_RESTRICT left = tile.left;
  const double* HWY_RESTRICT right = tile.right;
  const char* ahead = tile.ahead;
  HWY_UNROLL(4)  // counting and stepping take the ports that multiply
  for (std::size_t r = 0; r < tile.rows; ++r, left += strip_columns, right += strip_columns) {
    __builtin_prefetch(left + prefetch_rows * strip_columns);
    if constexpr (R >= tile_rows) {
      __builtin_prefetch(ahead, 0, 2);  // into the second-level cache
      ahead += tile.ahead_step;
    }
    unroll<vectors>([&](auto v) HWY_ATTR {
      factors[v] = hn::LoadU(tag, right + v / strip_vectors * tile.strip_stride + v % strip_vectors * lanes);
    });
    unroll<R>([&](auto i) HWY_ATTR {
      const auto factor = hn::Set(tag, left[i / strip_columns * tile.strip_stride + i % strip_columns]);
      unroll<vectors>([&](auto v) HWY_ATTR {
        constexpr std::size_t k = i * vectors + v;
        if constexpr (is_there(k)) {
          sums[k] = hn::MulAdd(factor, factors[v], sums[k]);
        }
      });
    });
  }
  unroll<R * vectors>([&](auto k) HWY_ATTR {
    if constexpr (is_there(k)) {
      hn::StoreU(sums[k], tag, place(k));
    }
  });
}

using AddTile = void (*)(const Tile&);

// add_tile<R, S> is at (R−1) · strip_columns + S−1.
template <std::size_t... I>
constexpr std::array<AddTile, sizeof...(I)> tile_table(std::index_sequence<I...> /*all*/) {
  return {[] {
    constexpr std::size_t R = I / strip_columns + 1;
    constexpr std::size_t S = I % strip_columns + 1;
    if constexpr (S <= most_strips(R)) {
      return AddTile{add_tile<R, S>};
    } else {
      return AddTile{nullptr};
    }
  }()...};
}
constexpr auto add_tiles = tile_table(std::make_index_sequence<tile_rows * strip_columns>());

// Tiles of a triangle, one after the other.
class Triangle {
 public:
  Triangle(const PanelPair& panels, double* triangle) : panels_(panels), triangle_(triangle) {
    const std::size_t whole = panels.columns / strip_columns;
    const std::size_t steps = whole * (whole + 1) / 2 * (strip_columns / tile_rows) * panels.rows;
    step_ = panels.ahead_bytes / std::max<std::size_t>(steps, 1);
    ahead_ = static_cast<const char*>(panels.ahead);
  }

  // Strips first, …, last − 1 of a row of blocks.
  void add_row(std::size_t row, std::size_t first, std::size_t last) {
    const std::size_t end = std::min(strip_columns, panels_.columns - row * strip_columns);
    for (std::size_t i = 0; i < end; i += tile_rows) {
      const std::size_t height = std::min(tile_rows, end - i);
      for (std::size_t j = first; j < last; j += most_strips(height)) {
        const std::size_t width = std::min(most_strips(height), last - j);
        add(add_tiles[(height - 1) * strip_columns + width - 1], row * strip_columns + i, j, width);
      }
    }
  }

  // Rows of blocks `first` and first + 1, from strip `first` on.
  void add_corner(std::size_t first) { add(add_tile<2 * strip_columns, 2>, first * strip_columns, first, 3); }

 private:
  void add(AddTile add_tile, std::size_t i, std::size_t strip, std::size_t blocks) {
    const std::size_t stride = panels_.capacity * strip_columns;
    const std::size_t row = i / strip_columns;
    Tile tile{panels_.left + row * stride + i % strip_columns,
              panels_.right + strip * stride,
              stride,
              panels_.rows,
              triangle_ + triangle_index(i, strip * strip_columns),
              (row + 1) * strip_columns * strip_columns,
              ahead_,
              blocks * step_};
    if (panels_.ahead_bytes == 0) {  // the same blocks of the next row, which as a rule is the next tile
      tile.ahead = reinterpret_cast<const char*>(tile.blocks + tile.block_row_stride);
      tile.ahead_step = blocks * strip_columns * strip_columns * sizeof(double) / std::max<std::size_t>(tile.rows, 1);
    }
    add_tile(tile);
    ahead_ += blocks * step_ * panels_.rows;
  }

  const PanelPair& panels_;
  double* triangle_;
  const char* ahead_ = nullptr;
  std::size_t step_ = 0;  // of what is fetched ahead, with each row and block
};

void add_scatter_parts(const PanelPair& panels, std::size_t first_part, std::size_t last_part, double* triangle) {
  const std::size_t whole = panels.columns / strip_columns;  // rows of blocks
  Triangle tiles(panels, triangle);
  for (std::size_t first = first_part * part_strips; first < std::min(last_part * part_strips, whole);
       first += part_strips) {
    std::size_t row = first;
    if constexpr (has_corners) {
      if (first + 1 < whole) {
        tiles.add_corner(first);
        row += 2;
      }
    }
    for (; row < whole; ++row) {
      tiles.add_row(row, first, std::min(first + part_strips, row + 1));
    }
  }
  if (whole < strip_count(panels.columns)) {
    tiles.add_row(whole, first_part * part_strips, std::min(last_part * part_strips, whole + 1));
  }
}

#else  // Without vectors of a known size and fused multiply-add in hardware, equal bits are worth more than speed.

void add_scatter_parts(const PanelPair& panels, std::size_t first_part, std::size_t last_part, double* triangle) {
  const std::size_t first = first_part * part_strips * strip_columns;
  const std::size_t last = std::min(last_part * part_strips * strip_columns, panels.columns);
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

HWY_EXPORT(add_scatter_parts);

void add_scatter(const PanelPair& panels, double* triangle) {
  HWY_DYNAMIC_DISPATCH(add_scatter_parts)(panels, 0, part_count(panels.columns), triangle);
}

void add_scatter_part(const PanelPair& panels, std::size_t part, double* triangle) {
  HWY_DYNAMIC_DISPATCH(add_scatter_parts)(panels, part, part + 1, triangle);
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
