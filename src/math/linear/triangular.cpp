#include "math/linear/triangular.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <functional>
#include <utility>

#include "math/system/huge_pages.hpp"
#include "math/system/parallel.hpp"

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/linear/triangular.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

#include "math/kernels/unroll.hpp"

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

constexpr std::size_t strip_columns = 16;  // right-hand sides stand in strips of this many columns, row after row
constexpr std::size_t tile_rows = 4;       // rows are padded to a multiple of this

#if HWY_NATIVE_FMA && !HWY_HAVE_SCALABLE

namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, strip_columns / 2>;
constexpr std::size_t lanes = hn::MaxLanes(Tag());
constexpr std::size_t tile_columns = 2 * lanes;
constexpr std::size_t tall_rows = lanes == strip_columns / 2 ? 8 : tile_rows;  // as many as there are registers for

// out −= left · right for R rows and 2 vectors of columns, right having `depth` rows; then, when asked to, out ← T⁻¹
// out with T the R × R triangle that follows in left.
template <std::size_t R, bool substitutes>
void subtract_tile(const double* HWY_RESTRICT left, std::size_t stride, std::size_t depth, const double* right,
                   double* out) {
  const Tag tag;
  hn::Vec<Tag> sums[2 * R];
  const auto place = [out](std::size_t k) { return out + k / 2 * strip_columns + k % 2 * lanes; };
  unroll<2 * R>([&](auto k) HWY_ATTR { sums[k] = hn::LoadU(tag, place(k)); });
  for (std::size_t t = 0; t < depth; ++t, ++left, right += strip_columns) {
    const auto right0 = hn::LoadU(tag, right);
    const auto right1 = hn::LoadU(tag, right + lanes);
    unroll<R>([&](auto i) HWY_ATTR {
      const auto factor = hn::Set(tag, left[i * stride]);
      sums[2 * i] = hn::NegMulAdd(factor, right0, sums[2 * i]);
      sums[2 * i + 1] = hn::NegMulAdd(factor, right1, sums[2 * i + 1]);
    });
  }
  if constexpr (substitutes) {
    unroll<R>([&](auto i) HWY_ATTR {
      unroll<i>([&](auto j) HWY_ATTR {
        const auto factor = hn::Set(tag, left[i * stride + j]);
        sums[2 * i] = hn::NegMulAdd(factor, sums[2 * j], sums[2 * i]);
        sums[2 * i + 1] = hn::NegMulAdd(factor, sums[2 * j + 1], sums[2 * i + 1]);
      });
      const auto divisor = hn::Set(tag, left[i * stride + i]);
      sums[2 * i] = hn::Div(sums[2 * i], divisor);
      sums[2 * i + 1] = hn::Div(sums[2 * i + 1], divisor);
    });
  }
  unroll<2 * R>([&](auto k) HWY_ATTR { hn::StoreU(sums[k], tag, place(k)); });
}

#else

constexpr std::size_t tile_columns = strip_columns;
constexpr std::size_t tall_rows = tile_rows;

// The same chains without vectors: an instruction set that cannot fuse would give other bits.
template <std::size_t R, bool substitutes>
void subtract_tile(const double* left, std::size_t stride, std::size_t depth, const double* right, double* out) {
  for (std::size_t r = 0; r < R; ++r) {
    double* const row = out + r * strip_columns;
    for (std::size_t j = 0; j < strip_columns; ++j) {
      for (std::size_t t = 0; t < depth; ++t) {
        row[j] = std::fma(-left[r * stride + t], right[t * strip_columns + j], row[j]);
      }
      for (std::size_t i = 0; i < r && substitutes; ++i) {
        row[j] = std::fma(-left[r * stride + depth + i], out[i * strip_columns + j], row[j]);
      }
      row[j] = substitutes ? row[j] / left[r * stride + depth + r] : row[j];
    }
  }
}

#endif

// out −= left · right for one strip.
void subtract_product(const double* left, std::size_t stride, std::size_t rows, std::size_t depth, const double* right,
                      double* out) {
  for (std::size_t j = 0; j < strip_columns; j += tile_columns) {
    std::size_t i = 0;
    for (; i + tall_rows <= rows; i += tall_rows) {
      subtract_tile<tall_rows, false>(left + i * stride, stride, depth, right + j, out + i * strip_columns + j);
    }
    for (; i < rows; i += tile_rows) {
      subtract_tile<tile_rows, false>(left + i * stride, stride, depth, right + j, out + i * strip_columns + j);
    }
  }
}

// out ← T⁻¹ out for one strip, T a lower triangle.
void substitute(const double* triangle, std::size_t stride, std::size_t rows, double* out) {
  for (std::size_t i = 0; i < rows; i += tile_rows) {
    for (std::size_t j = 0; j < strip_columns; j += tile_columns) {
      subtract_tile<tile_rows, true>(triangle + i * stride, stride, i, out + j, out + i * strip_columns + j);
    }
  }
}

}  // namespace suffice::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE

namespace suffice {

HWY_EXPORT(subtract_product);
HWY_EXPORT(substitute);

namespace {

using HWY_NAMESPACE::strip_columns;
using HWY_NAMESPACE::tile_rows;
constexpr std::size_t block_rows = 64;
constexpr std::size_t depth_at_once = 256;  // rows of a strip that stay in the first cache

std::size_t padded(std::size_t size) { return (size + tile_rows - 1) / tile_rows * tile_rows; }
std::size_t strips_for(std::size_t columns) { return (columns + strip_columns - 1) / strip_columns; }

// A lower triangle whose size is whole tiles, continued by the identity; zeros above. In the memory of the matrix.
struct Square {
  std::size_t size;
  std::vector<double> values;

  Square(std::vector<double> matrix, std::size_t inner) : size(padded(inner)), values(std::move(matrix)) {
    values.resize(size * size);
    for (std::size_t i = inner; i-- > 0;) {
      if (inner < size) {
        std::copy_backward(&values[i * inner], &values[i * inner] + i + 1, row(i) + i + 1);
      }
      std::fill(row(i) + i + 1, row(i) + size, 0.0);
    }
    for (std::size_t i = inner; i < size; ++i) {
      std::fill_n(row(i), size, 0.0);
      row(i)[i] = 1;
    }
  }
  double* row(std::size_t i) { return values.data() + i * size; }
  const double* row(std::size_t i) const { return values.data() + i * size; }

  [[nodiscard]] std::vector<double> inner(std::size_t wanted) && {
    for (std::size_t i = 1; i < wanted && wanted < size; ++i) {
      std::copy_n(row(i), wanted, values.data() + i * wanted);
    }
    values.resize(wanted * wanted);
    return std::move(values);
  }
};

// Columns of some height, strip after strip.
struct Strips {
  std::size_t height;
  std::size_t count;
  std::vector<double> values;

  Strips(std::size_t rows, std::size_t columns)
      : height(rows), count(strips_for(columns)), values(count * rows * strip_columns) {}
  double* strip(std::size_t s) { return values.data() + s * height * strip_columns; }
  double* at(std::size_t i, std::size_t j) {
    return values.data() + (j / strip_columns * height + i) * strip_columns + j % strip_columns;
  }
};

// visit(row, first column, number of columns) for each row of each strip.
template <typename Visit>
void for_each_piece(std::size_t rows, std::size_t columns, const Visit& visit) {
  for (std::size_t j = 0; j < columns; j += strip_columns) {
    for (std::size_t i = 0; i < rows; ++i) {
      visit(i, j, std::min(strip_columns, columns - j));
    }
  }
}

// out −= left · right, strip by strip.
void subtract(const double* left, std::size_t stride, std::size_t rows, std::size_t depth, Strips& right, Strips& out,
              std::size_t out_row) {
  for (std::size_t t = 0; t < depth; t += depth_at_once) {
    for (std::size_t s = 0; s < out.count; ++s) {
      HWY_DYNAMIC_DISPATCH(subtract_product)
      (left + t, stride, rows, std::min(depth_at_once, depth - t), right.strip(s) + t * strip_columns,
       out.strip(s) + out_row * strip_columns);
    }
  }
}

// Rows first, first + 1, … of L⁻¹ columns, those before being done.
void solve_block(const double* lower, std::size_t stride, std::size_t first, std::size_t rows, Strips& columns) {
  subtract(lower + first * stride, stride, rows, first, columns, columns, first);
  for (std::size_t s = 0; s < columns.count; ++s) {
    HWY_DYNAMIC_DISPATCH(substitute)
    (lower + first * stride + first, stride, rows, columns.strip(s) + first * strip_columns);
  }
}

// columns ← L⁻¹ columns, where L has columns.height rows.
void solve_lower(const double* lower, std::size_t stride, Strips& columns) {
  for (std::size_t first = 0; first < columns.height; first += block_rows) {
    solve_block(lower, stride, first, std::min(block_rows, columns.height - first), columns);
  }
}

// The factor of rows × rows numbers that have been freed of everything before them.
bool factor_block(double* block, std::size_t stride, std::size_t rows, double least) {
  std::array<double, block_rows> column = {};
  for (std::size_t j = 0; j < rows; ++j) {
    const double pivot = block[j * stride + j];
    if (!(pivot > least)) {
      return false;
    }
    const double root = std::sqrt(pivot);
    block[j * stride + j] = root;
    for (std::size_t i = j + 1; i < rows; ++i) {
      column[i] = block[i * stride + j] /= root;
    }
    for (std::size_t i = j + 1; i < rows; ++i) {
      const double factor = column[i];
      double* const row = block + i * stride;
      for (std::size_t t = j + 1; t <= i; ++t) {
        row[t] -= factor * column[t];
      }
    }
  }
  return true;
}

// What a thread computes rows of L in.
struct RowsOfFactor {
  Strips before;    // those before the diagonal block, transposed
  Strips diagonal;  // the diagonal block

  explicit RowsOfFactor(std::size_t size)
      : before(size > block_rows ? size : 0, block_rows),
        diagonal(std::min(size, block_rows), std::min(size, block_rows)) {}
};

// Rows first, first + 1, … of L in the place of those of A: (L⁻¹ A)ᵀ, L being the rows before, which wait_for(number)
// lets one use; then the diagonal block. Returns whether it has a factor.
template <typename WaitFor>
bool factor_rows(Square& lower, std::size_t first, double least, RowsOfFactor& work, const WaitFor& wait_for) {
  const std::size_t rows = std::min(block_rows, lower.size - first);
  auto& [before, diagonal] = work;
  for_each_piece(first, rows, [&](std::size_t t, std::size_t i, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      before.at(t, i)[k] = lower.row(first + i + k)[t];
    }
  });
  for (std::size_t known = 0; known < first; known += block_rows) {
    wait_for(known + block_rows);
    solve_block(lower.row(0), lower.size, known, block_rows, before);
  }
  for_each_piece(first, rows, [&](std::size_t t, std::size_t i, std::size_t count) {
    for (std::size_t k = 0; k < count; ++k) {
      lower.row(first + i + k)[t] = before.at(t, i)[k];
    }
  });
  for_each_piece(rows, rows, [&](std::size_t i, std::size_t t, std::size_t count) {
    std::copy_n(lower.row(first + i) + first + t, count, diagonal.at(i, t));
  });
  subtract(lower.row(first), lower.size, rows, first, before, diagonal, 0);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t t = 0; t <= i; ++t) {
      lower.row(first + i)[first + t] = *diagonal.at(i, t);
    }
  }
  return factor_block(lower.row(first) + first, lower.size, rows, least);
}

// A copy of L continued by the identity, where its size is not whole tiles.
std::vector<double> whole_tiles(std::span<const double> lower, std::size_t size) {
  return padded(size) == size ? std::vector<double>() : Square({lower.begin(), lower.end()}, size).values;
}

// L B or Lᵀ B, by blocks of L, which are copied so that they are whole tiles, and turned when needed.
std::vector<double> multiply(std::span<const double> lower, std::size_t size, std::span<const double> b, bool turned) {
  std::vector<double> result(b.size());
  const std::size_t columns = size > 0 ? b.size() / size : 0;
  Strips right(padded(size), columns);
  Strips out(padded(size), columns);
  for_each_piece(b.empty() ? 0 : size, columns, [&](std::size_t i, std::size_t j, std::size_t count) {
    std::transform(&b[i * columns + j], &b[i * columns + j] + count, right.at(i, j), std::negate<>());
  });
  const std::size_t stride = std::min(block_rows, padded(size));
  std::vector<double> block(stride * stride);
  for (std::size_t i = 0; i < size; i += block_rows) {
    for (std::size_t j = 0; j <= i; j += block_rows) {
      const std::size_t rows = std::min(block_rows, size - i);
      const std::size_t depth = std::min(block_rows, size - j);
      std::ranges::fill(block, 0.0);
      for (std::size_t k = 0; k < rows; ++k) {
        const double* const row = &lower[(i + k) * size + j];
        for (std::size_t t = 0; t < depth; ++t) {
          block[turned ? t * stride + k : k * stride + t] = row[t];
        }
      }
      for (std::size_t s = 0; s < out.count; ++s) {
        HWY_DYNAMIC_DISPATCH(subtract_product)
        (block.data(), stride, padded(turned ? depth : rows), turned ? rows : depth,
         right.strip(s) + (turned ? i : j) * strip_columns, out.strip(s) + (turned ? j : i) * strip_columns);
      }
    }
  }
  for_each_piece(b.empty() ? 0 : size, columns, [&](std::size_t i, std::size_t j, std::size_t count) {
    std::copy_n(out.at(i, j), count, &result[i * columns + j]);
  });
  return result;
}

}  // namespace

// By blocks of rows, in order: a thread goes on with its own as far as those before are done.
std::optional<std::vector<double>> lower_factor(std::vector<double> matrix, std::size_t size, double least,
                                                unsigned threads) {
  Square lower(std::move(matrix), size);
  const std::size_t blocks = (lower.size + block_rows - 1) / block_rows;
  threads = static_cast<unsigned>(std::min<std::size_t>(threads, blocks));
  std::vector<RowsOfFactor> work;
  for (unsigned t = 0; t < std::max(threads, 1U); ++t) work.emplace_back(lower.size);
  DoneCount done;
  std::atomic<bool> regular = true;
  parallel_for(threads, blocks, [&](std::size_t block, unsigned thread) {
    const auto wait_for = [&](std::size_t rows) { done.wait_for(rows / block_rows); };
    if (!factor_rows(lower, block * block_rows, least, work[thread], wait_for)) {
      regular = false;
    }
    done.add_one();
  });
  return regular ? std::optional(std::move(lower).inner(size)) : std::nullopt;
}

// By block columns: what stands above a block of the identity stays zero.
std::vector<double> lower_inverse(std::span<const double> lower, std::size_t size, unsigned threads) {
  const std::vector<double> continued = whole_tiles(lower, size);
  const double* const matrix = continued.empty() ? lower.data() : continued.data();
  const std::size_t stride = padded(size);
  std::vector<double> result;
  resize_in_huge_pages(result, size * size);
  parallel_for(threads, (size + block_rows - 1) / block_rows, [&](std::size_t block, unsigned /*thread*/) {
    const std::size_t first = block * block_rows;
    const std::size_t columns = std::min(block_rows, size - first);
    Strips inverse(stride - first, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      *inverse.at(j, j) = 1;
    }
    solve_lower(matrix + first * stride + first, stride, inverse);
    for_each_piece(size - first, columns, [&](std::size_t i, std::size_t j, std::size_t count) {
      std::copy_n(inverse.at(i, j), count, &result[(first + i) * size + first + j]);
    });
  });
  return result;
}

std::vector<double> lower_times(std::span<const double> lower, std::size_t size, std::span<const double> b) {
  return multiply(lower, size, b, false);
}

std::vector<double> transposed_times(std::span<const double> lower, std::size_t size, std::span<const double> b) {
  return multiply(lower, size, b, true);
}

}  // namespace suffice

#endif
