#include "math/triangular.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <utility>

// Highway compiles this file once for each instruction set and picks one at run time.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "math/triangular.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace suffice::HWY_NAMESPACE {

constexpr std::size_t strip_columns = 16;  // right-hand sides stand in strips of this many columns, row after row
constexpr std::size_t tile_rows = 4;       // rows are padded to a multiple of this

#if HWY_NATIVE_FMA

namespace hn = hwy::HWY_NAMESPACE;

// out −= left · right for 4 rows and 2 vectors of columns, right having `depth` rows; then, when asked to, out ← T⁻¹
// out with T the 4 × 4 triangle that follows in left.
void subtract_tile(const double* HWY_RESTRICT left, std::size_t stride, std::size_t depth, const double* right,
                   double* out, bool substitute) {
  const hn::CappedTag<double, strip_columns / 2> tag;
  const std::size_t lanes = hn::Lanes(tag);
  auto sum00 = hn::LoadU(tag, out);
  auto sum01 = hn::LoadU(tag, out + lanes);
  auto sum10 = hn::LoadU(tag, out + strip_columns);
  auto sum11 = hn::LoadU(tag, out + strip_columns + lanes);
  auto sum20 = hn::LoadU(tag, out + 2 * strip_columns);
  auto sum21 = hn::LoadU(tag, out + 2 * strip_columns + lanes);
  auto sum30 = hn::LoadU(tag, out + 3 * strip_columns);
  auto sum31 = hn::LoadU(tag, out + 3 * strip_columns + lanes);
  for (std::size_t t = 0; t < depth; ++t, ++left, right += strip_columns) {
    const auto right0 = hn::LoadU(tag, right);
    const auto right1 = hn::LoadU(tag, right + lanes);
    const auto left0 = hn::Set(tag, left[0]);
    sum00 = hn::NegMulAdd(left0, right0, sum00);
    sum01 = hn::NegMulAdd(left0, right1, sum01);
    const auto left1 = hn::Set(tag, left[stride]);
    sum10 = hn::NegMulAdd(left1, right0, sum10);
    sum11 = hn::NegMulAdd(left1, right1, sum11);
    const auto left2 = hn::Set(tag, left[2 * stride]);
    sum20 = hn::NegMulAdd(left2, right0, sum20);
    sum21 = hn::NegMulAdd(left2, right1, sum21);
    const auto left3 = hn::Set(tag, left[3 * stride]);
    sum30 = hn::NegMulAdd(left3, right0, sum30);
    sum31 = hn::NegMulAdd(left3, right1, sum31);
  }
  if (substitute) {
    const auto entry = [&](std::size_t i, std::size_t j) HWY_ATTR { return hn::Set(tag, left[i * stride + j]); };
    sum00 = hn::Div(sum00, entry(0, 0));
    sum01 = hn::Div(sum01, entry(0, 0));
    sum10 = hn::Div(hn::NegMulAdd(entry(1, 0), sum00, sum10), entry(1, 1));
    sum11 = hn::Div(hn::NegMulAdd(entry(1, 0), sum01, sum11), entry(1, 1));
    sum20 = hn::NegMulAdd(entry(2, 1), sum10, hn::NegMulAdd(entry(2, 0), sum00, sum20));
    sum21 = hn::NegMulAdd(entry(2, 1), sum11, hn::NegMulAdd(entry(2, 0), sum01, sum21));
    sum20 = hn::Div(sum20, entry(2, 2));
    sum21 = hn::Div(sum21, entry(2, 2));
    sum30 = hn::NegMulAdd(entry(3, 1), sum10, hn::NegMulAdd(entry(3, 0), sum00, sum30));
    sum31 = hn::NegMulAdd(entry(3, 1), sum11, hn::NegMulAdd(entry(3, 0), sum01, sum31));
    sum30 = hn::Div(hn::NegMulAdd(entry(3, 2), sum20, sum30), entry(3, 3));
    sum31 = hn::Div(hn::NegMulAdd(entry(3, 2), sum21, sum31), entry(3, 3));
  }
  hn::StoreU(sum00, tag, out);
  hn::StoreU(sum01, tag, out + lanes);
  hn::StoreU(sum10, tag, out + strip_columns);
  hn::StoreU(sum11, tag, out + strip_columns + lanes);
  hn::StoreU(sum20, tag, out + 2 * strip_columns);
  hn::StoreU(sum21, tag, out + 2 * strip_columns + lanes);
  hn::StoreU(sum30, tag, out + 3 * strip_columns);
  hn::StoreU(sum31, tag, out + 3 * strip_columns + lanes);
}

std::size_t tile_columns() { return 2 * hn::Lanes(hn::CappedTag<double, strip_columns / 2>()); }

#else

// The same chains without vectors: an instruction set that cannot fuse would give other bits.
void subtract_tile(const double* left, std::size_t stride, std::size_t depth, const double* right, double* out,
                   bool substitute) {
  for (std::size_t r = 0; r < tile_rows; ++r) {
    double* const row = out + r * strip_columns;
    for (std::size_t j = 0; j < strip_columns; ++j) {
      for (std::size_t t = 0; t < depth; ++t) {
        row[j] = std::fma(-left[r * stride + t], right[t * strip_columns + j], row[j]);
      }
      for (std::size_t i = 0; i < r && substitute; ++i) {
        row[j] = std::fma(-left[r * stride + depth + i], out[i * strip_columns + j], row[j]);
      }
      row[j] = substitute ? row[j] / left[r * stride + depth + r] : row[j];
    }
  }
}

std::size_t tile_columns() { return strip_columns; }

#endif

// out −= left · right for one strip.
void subtract_product(const double* left, std::size_t stride, std::size_t rows, std::size_t depth, const double* right,
                      double* out) {
  for (std::size_t i = 0; i < rows; i += tile_rows) {
    for (std::size_t j = 0; j < strip_columns; j += tile_columns()) {
      subtract_tile(left + i * stride, stride, depth, right + j, out + i * strip_columns + j, false);
    }
  }
}

// out ← T⁻¹ out for one strip, T a lower triangle.
void substitute(const double* triangle, std::size_t stride, std::size_t rows, double* out) {
  for (std::size_t i = 0; i < rows; i += tile_rows) {
    for (std::size_t j = 0; j < strip_columns; j += tile_columns()) {
      subtract_tile(triangle + i * stride, stride, i, out + j, out + i * strip_columns + j, true);
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

// columns ← L⁻¹ columns, where L has columns.height rows.
void solve_lower(const double* lower, std::size_t stride, Strips& columns) {
  for (std::size_t first = 0; first < columns.height; first += block_rows) {
    const std::size_t rows = std::min(block_rows, columns.height - first);
    subtract(lower + first * stride, stride, rows, first, columns, columns, first);
    for (std::size_t s = 0; s < columns.count; ++s) {
      HWY_DYNAMIC_DISPATCH(substitute)
      (lower + first * stride + first, stride, rows, columns.strip(s) + first * strip_columns);
    }
  }
}

// The factor of rows × rows numbers that have been freed of everything before them.
bool factor_block(double* block, std::size_t stride, std::size_t rows, double least) {
  std::vector<double> column(rows);
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
  std::vector<double> block(block_rows * block_rows);
  for (std::size_t i = 0; i < size; i += block_rows) {
    for (std::size_t j = 0; j <= i; j += block_rows) {
      const std::size_t rows = std::min(block_rows, size - i);
      const std::size_t depth = std::min(block_rows, size - j);
      std::ranges::fill(block, 0.0);
      for (std::size_t k = 0; k < rows; ++k) {
        const double* const row = &lower[(i + k) * size + j];
        for (std::size_t t = 0; t < depth; ++t) {
          block[turned ? t * block_rows + k : k * block_rows + t] = row[t];
        }
      }
      for (std::size_t s = 0; s < out.count; ++s) {
        HWY_DYNAMIC_DISPATCH(subtract_product)
        (block.data(), block_rows, padded(turned ? depth : rows), turned ? rows : depth,
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

// By block rows: L_b = A_b (L⁻¹)ᵀ over the rows before, solved for its transpose; then the block on the diagonal.
std::optional<std::vector<double>> lower_factor(std::vector<double> matrix, std::size_t size, double least) {
  Square lower(std::move(matrix), size);
  for (std::size_t first = 0; first < lower.size; first += block_rows) {
    const std::size_t rows = std::min(block_rows, lower.size - first);
    Strips transposed(first, rows);
    Strips diagonal(rows, rows);
    for_each_piece(first, rows, [&](std::size_t t, std::size_t i, std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) {
        transposed.at(t, i)[k] = lower.row(first + i + k)[t];
      }
    });
    for_each_piece(rows, rows, [&](std::size_t i, std::size_t t, std::size_t count) {
      std::copy_n(lower.row(first + i) + first + t, count, diagonal.at(i, t));
    });
    solve_lower(lower.row(0), lower.size, transposed);
    for_each_piece(first, rows, [&](std::size_t t, std::size_t i, std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) {
        lower.row(first + i + k)[t] = transposed.at(t, i)[k];
      }
    });
    subtract(lower.row(first), lower.size, rows, first, transposed, diagonal, 0);
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t t = 0; t <= i; ++t) {
        lower.row(first + i)[first + t] = *diagonal.at(i, t);
      }
    }
    if (!factor_block(lower.row(first) + first, lower.size, rows, least)) {
      return std::nullopt;
    }
  }
  return std::move(lower).inner(size);
}

// By block columns: what stands above a block of the identity stays zero.
std::vector<double> lower_inverse(std::span<const double> lower, std::size_t size) {
  const std::vector<double> continued = whole_tiles(lower, size);
  const double* const matrix = continued.empty() ? lower.data() : continued.data();
  const std::size_t stride = padded(size);
  std::vector<double> result(size * size);
  for (std::size_t first = 0; first < size; first += block_rows) {
    const std::size_t columns = std::min(block_rows, size - first);
    Strips inverse(stride - first, columns);
    for (std::size_t j = 0; j < columns; ++j) {
      *inverse.at(j, j) = 1;
    }
    solve_lower(matrix + first * stride + first, stride, inverse);
    for_each_piece(size - first, columns, [&](std::size_t i, std::size_t j, std::size_t count) {
      std::copy_n(inverse.at(i, j), count, &result[(first + i) * size + first + j]);
    });
  }
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
