#include "summary/moments/moment_state.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>

#include "math/special/two_sum.hpp"
#include "math/system/huge_pages.hpp"
#include "summary/moments/moments.hpp"

namespace suffice {

namespace {

double dot(std::span<const double> a, const double* b) { return std::inner_product(a.begin(), a.end(), b, 0.0); }

// What third moments change by.
void add_step(const MeanStep& step, double factor, double* third) {
  const double square = dot(step.delta, step.delta.data());
  for (std::size_t j = 0; j < step.delta.size(); ++j) {
    third[j] += factor * (2 * step.scatter_delta[j] + (step.trace + step.weight * square) * step.delta[j]);
  }
}

// What fourth moments change by, `third` being those about the mean.
double fourth_step(const MeanStep& step, const double* third) {
  const double square = dot(step.delta, step.delta.data());
  return 4 * dot(step.delta, step.scatter_delta.data()) + 4 * dot(step.delta, third) +
         (2 * step.trace + step.weight * square) * square;
}

}  // namespace

void add_fourth(const Batch& batch, std::size_t row, const double* shift, double* third, double& fourth) {
  batch.visit_row(row, [&](const auto* values) {
    const auto u = [&](std::size_t j) {
      return static_cast<double>(values[static_cast<std::ptrdiff_t>(j) * batch.column_stride]) - shift[j];
    };
    std::array<double, 8> squares{};
    for (std::size_t j = 0; j < batch.columns; ++j) {
      squares[j % squares.size()] += u(j) * u(j);
    }
    const double square = std::accumulate(squares.begin(), squares.end(), 0.0);
    const double weighted = batch.weight(row) * square;
    for (std::size_t j = 0; j < batch.columns; ++j) {
      third[j] += weighted * u(j);
    }
    fourth += weighted * square;
  });
}

void move_from_mean(const MeanStep& step, double* third, double& fourth) {
  fourth += fourth_step(step, third);
  add_step(step, 1, third);
}

void move_to_mean(const MeanStep& step, double* third, double& fourth) {
  add_step(step, -1, third);
  fourth -= fourth_step(step, third);
}

namespace {

constexpr std::size_t closing_rows = 64;

double entry(const AlignedVector& triangle, std::size_t i, std::size_t j) {
  return triangle[j <= i ? triangle_index(i, j) : triangle_index(j, i)];
}

// Moves third and fourth moments by δ = `delta`, `move` being one of the two ways; `product` is room for S δ.
void move_fourth(MomentState& state, std::size_t c, const double* delta, AlignedVector& product,
                 void (*move)(const MeanStep&, double*, double&)) {
  const std::size_t d = state.shape.columns;
  const AlignedVector& scatter = state.second[c];
  double trace = 0;
  for (std::size_t i = 0; i < d; ++i) {
    product[i] = 0;
    for (std::size_t j = 0; j < d; ++j) {
      product[i] += entry(scatter, i, j) * delta[j];
    }
    trace += entry(scatter, i, i);
  }
  move({state.weight[c], trace, {delta, d}, std::span(product).first(d)}, &state.third[c * state.shape.width()],
       state.fourth[c]);
}

void unpack(const MomentShape& shape, const AlignedVector& set, double* out) {
  const std::size_t d = shape.columns;
  if (!shape.has_matrices()) {
    std::copy_n(set.begin(), d, out);
    return;
  }
  for (std::size_t row = 0; row < d; row += strip_columns) {  // block by block: both triangles stay in cache
    for (std::size_t column = 0; column <= row; column += strip_columns) {
      for (std::size_t i = row; i < std::min(row + strip_columns, d); ++i) {
        for (std::size_t j = column; j < std::min(column + strip_columns, i + 1); ++j) {
          out[i * d + j] = out[j * d + i] = set[triangle_index(i, j)];
        }
      }
    }
  }
}

}  // namespace

MomentState::MomentState(const MomentShape& moment_shape) : shape(moment_shape) {
  if (shape.is_pooled()) {
    second.emplace_back(shape.set_size());
  }
}

void MomentState::add_class() {
  const std::size_t size = (classes() + 1) * shape.width();
  rows.push_back(0);
  weight.push_back(0);
  wave_weight.push_back(0);
  for (AlignedVector* numbers : {&mean, &remainder, &wave_first}) {
    numbers->resize(size);
  }
  if (!shape.is_pooled()) {
    second.emplace_back(shape.set_size());
  }
  if (shape.keep.fourth) {
    third.resize(size);
    fourth.push_back(0);
  }
}

std::size_t MomentState::bytes() const {
  return (3 * mean.size() + third.size() + second.size() * shape.set_size()) * sizeof(double);
}

MomentState::Closing::Closing(const MomentShape& shape)
    : left(shape.has_matrices() ? closing_rows * shape.width() : 0),
      right(left.size()),
      step(shape.width()),
      product(shape.keep.fourth ? shape.width() : 0) {}

void MomentState::close_wave(std::size_t set, Closing& closing) {
  const std::size_t d = shape.columns;
  const std::size_t width = shape.width();
  AlignedVector& sums = second[set];
  std::size_t rows_waiting = 0;  // two for each class: n e eᵀ and −n' f fᵀ
  const auto add_waiting = [&] {
    add_scatter({closing.left.data(), closing.right.data(), closing_rows, rows_waiting, d}, sums.data());
    rows_waiting = 0;
  };
  const std::size_t first = shape.is_pooled() ? 0 : set;
  const std::size_t last = shape.is_pooled() ? classes() : set + 1;
  for (std::size_t c = first; c < last; ++c) {
    if (!(wave_weight[c] > 0)) {
      continue;
    }
    const double n = weight[c];
    const double n_after = n + wave_weight[c];
    double* shift = &mean[c * width];
    double* e = &remainder[c * width];
    double* sum = &wave_first[c * width];
    for (std::size_t j = 0; j < d; ++j) {
      const double f = (n * e[j] + sum[j]) / n_after;
      if (shape.has_matrices()) {
        const std::size_t row = panel_index(rows_waiting, j, closing_rows);
        closing.left[row] = n * e[j];
        closing.right[row] = e[j];
        closing.left[row + strip_columns] = -n_after * f;
        closing.right[row + strip_columns] = f;
      } else {
        sums[j] += n * e[j] * e[j] - n_after * f * f;
      }
      closing.step[j] = f;
      const double rounded = shift[j] + f;
      e[j] = rounding_of_sum(shift[j], f, rounded);
      shift[j] = rounded;
      sum[j] = 0;
    }
    weight[c] = n_after;
    wave_weight[c] = 0;
    rows_waiting += 2;
    if (shape.has_matrices() && (rows_waiting == closing_rows || c + 1 == last)) {
      add_waiting();
    }
    if (shape.keep.fourth) {
      move_fourth(*this, c, closing.step.data(), closing.product, move_to_mean);
      move_fourth(*this, c, e, closing.product, move_from_mean);
    }
  }
  if (shape.has_matrices() && rows_waiting > 0) {
    add_waiting();
  }
}

Moments MomentState::take(std::span<const std::size_t> order) && {
  const std::size_t d = shape.columns;
  const std::size_t set_size = shape.has_matrices() ? d * d : d;
  // Memory goes from the state to the moments, as soon as it is not needed (a list, {}, would keep it).
  wave_first = AlignedVector();
  Moments moments{shape.keep.moments, std::vector<double>(classes() * d), {}, {}, {}};
  moments.scatter.reserve(shape.sets(classes()) * set_size);
  advise_huge_pages(moments.scatter.data(), moments.scatter.capacity() * sizeof(double));
  moments.third.resize(shape.keep.fourth ? classes() * d : 0);
  moments.remainder.resize(classes() * d);
  moments.fourth.resize(shape.keep.fourth ? classes() : 0);
  AlignedVector product(d);
  for (std::size_t k = 0; k < order.size(); ++k) {
    const std::size_t c = order[k];
    std::copy_n(&mean[c * shape.width()], d, &moments.mean[k * d]);
    std::copy_n(&remainder[c * shape.width()], d, &moments.remainder[k * d]);
    if (shape.keep.fourth) {
      move_fourth(*this, c, &remainder[c * shape.width()], product, move_to_mean);
      std::copy_n(&third[c * shape.width()], d, &moments.third[k * d]);
      moments.fourth[k] = fourth[c];
    }
    if (!shape.is_pooled()) {
      moments.scatter.resize((k + 1) * set_size);
      unpack(shape, second[c], &moments.scatter[k * set_size]);
      second[c] = AlignedVector();
    }
  }
  mean = AlignedVector();
  if (shape.is_pooled()) {
    moments.scatter.resize(set_size);
    unpack(shape, second[0], moments.scatter.data());
  }
  bound_scatter(moments, d);
  std::vector<double> weights;
  std::ranges::transform(order, std::back_inserter(weights), [&](std::size_t c) { return weight[c]; });
  drop_slight_remainder(moments, weights, d);
  return moments;
}

}  // namespace suffice
