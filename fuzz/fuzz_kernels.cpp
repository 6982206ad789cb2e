// Any bytes as the numbers of a kernel: on every instruction set of the machine what the plain loop gives, to the last
// bit. Byte 0 chooses the kernel, byte 1 the number of columns, byte 2 that of rows; the rest are the numbers.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include <hwy/targets.h>

#include "math/kernels/centring.hpp"
#include "math/kernels/inner_products.hpp"
#include "math/kernels/panel_product.hpp"
#include "math/kernels/panel_squares.hpp"
#include "math/kernels/scatter.hpp"
#include "math/system/aligned.hpp"
#include "support.hpp"

namespace {

using namespace suffice;

/// The numbers of an input, over and over; 1 where there are none. Most kernels are called with finite ones only.
class InputNumbers {
 public:
  explicit InputNumbers(std::span<const std::uint8_t> bytes)
      : numbers_(std::max<std::size_t>(bytes.size() / 8, 1), 1.0) {
    if (bytes.size() >= 8) std::memcpy(numbers_.data(), bytes.data(), bytes.size() / 8 * 8);
  }
  double any() { return numbers_[next_++ % numbers_.size()]; }
  double finite() {
    const double number = any();
    return std::isfinite(number) ? number : 0.5;
  }
  void fill(std::span<double> out) {
    std::ranges::generate(out, [this] { return finite(); });
  }
  std::vector<PanelColumn> panel(std::size_t columns) {
    std::vector<PanelColumn> panel(columns);
    for (PanelColumn& column : panel) fill(column.values);
    return panel;
  }

 private:
  std::vector<double> numbers_;
  std::size_t next_ = 0;
};

/// The same bits; one NaN is as good as another.
void require_equal(std::span<const double> a, std::span<const double> b) {
  require(std::ranges::equal(a, b, [](double x, double y) {
    return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y) || (std::isnan(x) && std::isnan(y));
  }));
}
void require_equal(std::span<const PanelColumn> a, std::span<const PanelColumn> b) {
  require(a.size() == b.size());
  for (std::size_t k = 0; k < a.size(); ++k) require_equal(a[k].values, b[k].values);
}

template <typename Number>
void compare_centring(InputNumbers numbers, std::size_t columns, std::size_t rows) {
  std::vector<Number> values(rows * columns);
  for (Number& value : values) value = static_cast<Number>(numbers.any());
  std::vector<double> weights(rows);
  for (double& weight : weights) weight = std::abs(numbers.finite());
  std::vector<std::uint32_t> selected(rows);
  for (std::uint32_t i = 0; i < rows; ++i) selected[i] = i;
  AlignedVector shift(padded_columns(columns));
  numbers.fill({shift.data(), columns});
  const auto run = [&](auto centre, bool packs) {
    AlignedVector out(padded_columns(columns) * (2 + rows), 0.25);
    double* const first = out.data();
    double* const second = first + padded_columns(columns);
    const bool finite =
        centre(DenseRows<Number>{values.data(), static_cast<std::ptrdiff_t>(columns), columns,
                                 packs ? weights.data() : nullptr},
               RowSelection{selected.data(), selected.data(), rows},
               CentredSums{shift.data(), first, second, packs ? second + padded_columns(columns) : nullptr, rows});
    out.push_back(finite ? 1 : 0);
    return out;
  };
  for (const bool packs : {false, true}) {
    require_equal(run([](const auto&... a) { return centre_rows(a...); }, packs),
                  run([](const auto&... a) { return centre_rows_reference(a...); }, packs));
  }
}

void compare_scatter(InputNumbers numbers, std::size_t columns, std::size_t rows) {
  AlignedVector left(rows * padded_columns(columns));
  AlignedVector right = left;
  for (std::size_t r = 0; r < rows; ++r) {
    for (std::size_t j = 0; j < columns; ++j) {
      left[panel_index(r, j, rows)] = numbers.finite();
      right[panel_index(r, j, rows)] = numbers.finite();
    }
  }
  const PanelPair panels{left.data(), right.data(), rows, rows, columns};
  AlignedVector fast(triangle_size(columns), 0.5);
  AlignedVector plain = fast;
  add_scatter(panels, fast.data());
  add_scatter_reference(panels, plain.data());
  for (std::size_t i = 0; i < columns; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      require_equal({&fast[triangle_index(i, j)], 1}, {&plain[triangle_index(i, j)], 1});
    }
  }
}

void compare_inner_products(InputNumbers numbers, std::size_t columns, std::size_t others) {
  const std::vector<PanelColumn> a = numbers.panel(columns);
  const std::vector<PanelColumn> b = numbers.panel(others);
  const std::array<const PanelColumn*, 2> left{a.data(), a.data()};
  const std::array<const PanelColumn*, 2> right{b.data(), b.data()};
  std::vector<double> fast(columns * others, 0.5);
  std::vector<double> plain = fast;
  add_inner_products({left, columns}, {right, others}, false, fast.data());
  add_inner_products_reference({left, columns}, {right, others}, false, plain.data());
  require_equal(fast, plain);
}

void compare_products(InputNumbers numbers, std::size_t columns, std::size_t outputs) {
  const std::vector<PanelColumn> x = numbers.panel(columns);
  std::vector<double> matrix(columns * std::max(columns, outputs));
  std::vector<double> offset(std::max(columns, outputs));
  numbers.fill(matrix);
  numbers.fill(offset);
  std::vector<PanelColumn> fast(outputs);
  std::vector<PanelColumn> plain(outputs);
  const std::span<const double> all = matrix;
  multiply(all.first(columns * outputs), std::span(offset).first(outputs), x, fast);
  multiply_reference(all.first(columns * outputs), std::span(offset).first(outputs), x, plain);
  require_equal(fast, plain);

  const std::span<const double> lower = all.first(columns * columns);
  std::vector<PanelColumn> fast_lower(columns + 1);
  std::vector<PanelColumn> plain_lower(columns + 1);
  multiply_lower(lower, x, std::span(fast_lower).first(columns));
  multiply_lower_reference(lower, x, std::span(plain_lower).first(columns));
  require_equal(fast_lower, plain_lower);
  lower_squares(lower, std::span(offset).first(columns), x, std::span(fast_lower).first(columns), fast_lower.back());
  lower_squares_reference(lower, std::span(offset).first(columns), x, std::span(plain_lower).first(columns),
                          plain_lower.back());
  require_equal(std::span(fast_lower).last(1), std::span(plain_lower).last(1));
}

void compare_squares(InputNumbers numbers, std::size_t columns) {
  const std::vector<PanelColumn> x = numbers.panel(columns);
  std::vector<double> shift(columns);
  std::vector<double> scale(columns);
  numbers.fill(shift);
  numbers.fill(scale);
  std::array<PanelColumn, 2> out{};
  scaled_squares(shift, scale, x, out[0]);
  scaled_squares_reference(shift, scale, x, out[1]);
  require_equal(out[0].values, out[1].values);
  const double offset = numbers.finite();
  const double slope = -1 - std::abs(numbers.finite());
  fall_off(offset, slope, out[0]);
  fall_off_reference(offset, slope, out[1]);
  require_equal(out[0].values, out[1].values);
}

void compare(unsigned kernel, const InputNumbers& numbers, std::size_t columns, std::size_t rows) {
  switch (kernel) {
    case 0:
      return compare_centring<double>(numbers, columns, rows);
    case 1:
      return compare_centring<float>(numbers, columns, rows);
    case 2:
      return compare_scatter(numbers, columns, rows);
    case 3:
      return compare_inner_products(numbers, columns, rows);
    case 4:
      return compare_products(numbers, columns, rows);
    default:
      return compare_squares(numbers, columns);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 3) return 0;
  const InputNumbers numbers({data + 3, size - 3});
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    compare(data[0] % 6U, numbers, 1 + data[1] % 40U, 1 + data[2] % 24U);
    hwy::SetSupportedTargetsForTest(0);
  }
  return 0;
}
