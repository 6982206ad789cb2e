#include "model/shared_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <span>

namespace suffice {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double dot(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);  // over the length of a
}

}  // namespace

SharedGaussian::SharedGaussian(std::size_t features, std::vector<std::size_t> columns, std::vector<double> means,
                               Cholesky factor)
    : features_(features),
      columns_(std::move(columns)),
      means_(std::move(means)),
      factor_(std::move(factor)),
      linear_map_(linear_map()),
      whitening_map_(whitening_map()),
      whitened_means_(classes() * columns_.size()) {
  whitening_map_.apply(Batch::row_major(means_.data(), classes(), features_), whitened_means_.data());
  constexpr double far = 0x1p16;
  spread_out_ = std::ranges::any_of(linear_map_.offset(), [](double gamma) { return !(-gamma <= far); });
}

std::vector<double> SharedGaussian::varying(const double* row) const {
  std::vector<double> result;
  for (const std::size_t j : columns_) {
    result.push_back(row[j]);
  }
  return result;
}

std::vector<double> SharedGaussian::centre() const {
  std::vector<double> sum(features_);
  const double share = 1 / static_cast<double>(classes());
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t j = 0; j < features_; ++j) {
      sum[j] += share * means_[c * features_ + j];
    }
  }
  return sum;
}

AffineMap SharedGaussian::linear_map() const {
  const std::vector<double> middle = centre();
  std::vector<double> coefficients(features_ * classes());
  std::vector<double> offsets(classes());
  for (std::size_t c = 0; c < classes(); ++c) {
    std::vector<double> difference = varying(&means_[c * features_]);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      difference[k] -= middle[columns_[k]];
    }
    const std::vector<double> beta = factor_.solve(difference);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      coefficients[columns_[k] * classes() + c] = beta[k];
    }
    offsets[c] = -0.5 * dot(difference, beta);
  }
  return {middle, coefficients, offsets};
}

AffineMap SharedGaussian::whitening_map() const {
  const std::size_t d = columns_.size();
  std::vector<double> transposed(features_ * d);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      transposed[columns_[k] * d + i] = factor_.lower_inverse[i * d + k];
    }
  }
  return {centre(), transposed, std::vector<double>(d)};
}

// ½ |z − w_c|² for each row and class, infinite where it exceeds the range of a double.
void SharedGaussian::half_square_distances(const Batch& rows, double* out) const {
  const std::size_t d = columns_.size();
  std::vector<double> whitened(rows.rows * d);
  whitening_map_.apply(rows, whitened.data());
  for (std::size_t i = 0; i < rows.rows; ++i, out += classes()) {
    const std::span<const double> z(whitened.data() + i * d, d);
    for (std::size_t c = 0; c < classes(); ++c) {
      double square = 0;
      for (std::size_t k = 0; k < d; ++k) {
        const double gap = z[k] - whitened_means_[c * d + k];
        square += gap * gap;
      }
      out[c] = std::isfinite(square) ? 0.5 * square : infinity;
    }
    if (spread_out_) {
      sharpen(rows.row(i), rows.column_stride, z, out);
    }
  }
}

// z and w_c carry rounding errors in proportion to their length. The distances that could still matter are taken again
// from x − μ_c: those that come within the range of exp of the least, errors allowed for.
void SharedGaussian::sharpen(const double* row, std::ptrdiff_t stride, std::span<const double> z,
                             double* half_squares) const {
  constexpr double range_of_exp = 750;
  const std::size_t d = columns_.size();
  const auto error = [&](std::size_t c) {
    const std::span<const double> w(whitened_means_.data() + c * d, d);
    const double rounding = 0x1p-48 * (std::sqrt(dot(z, z)) + std::sqrt(dot(w, w)));
    return rounding * (std::sqrt(2 * half_squares[c]) + rounding);
  };
  double reach = infinity;
  for (std::size_t c = 0; c < classes(); ++c) {
    reach = std::min(reach, half_squares[c] + error(c) + range_of_exp);
  }
  std::vector<double> difference(d);
  for (std::size_t c = 0; c < classes(); ++c) {
    if (!(half_squares[c] - error(c) <= reach)) {
      continue;
    }
    for (std::size_t k = 0; k < d; ++k) {
      difference[k] = row[static_cast<std::ptrdiff_t>(columns_[k]) * stride] - means_[c * features_ + columns_[k]];
    }
    const double half_square = 0.5 * dot(difference, factor_.solve(difference));
    half_squares[c] = std::isfinite(half_square) ? half_square : infinity;
  }
}

void SharedGaussian::log_density(const Batch& rows, double* out) const {
  const double constant =
      -0.5 * (static_cast<double>(columns_.size()) * std::log(2 * std::numbers::pi) + factor_.log_determinant);
  half_square_distances(rows, out);
  std::for_each(out, out + rows.rows * classes(), [constant](double& value) { value = constant - value; });
}

void SharedGaussian::relative_log_density(const Batch& rows, double* out) const {
  if (spread_out_) {
    half_square_distances(rows, out);
    std::for_each(out, out + rows.rows * classes(), [](double& value) { value = -value; });
  } else {
    linear_map_.apply(rows, out);
  }
  // A distance may overflow where another does not; a linear score that overflows says nothing.
  const std::ptrdiff_t finite_enough = spread_out_ ? 1 : static_cast<std::ptrdiff_t>(classes());
  for (std::size_t i = 0; i < rows.rows; ++i, out += classes()) {
    if (std::count_if(out, out + classes(), [](double v) { return std::isfinite(v); }) < finite_enough) {
      rescue_row(rows.row(i), rows.column_stride, out);
    }
  }
}

// A row so far out that β_cᵀ x̃ overflows: only differences between classes matter, so they are taken at a scale where
// everything is finite and then scaled back, relative to the largest.
void SharedGaussian::rescue_row(const double* row, std::ptrdiff_t stride, double* out) const {
  constexpr double scale = 0x1p-1000;
  std::vector<double> small(features_);
  for (std::size_t j = 0; j < features_; ++j) {
    small[j] = scale * row[static_cast<std::ptrdiff_t>(j) * stride];
  }
  linear_map_.apply_linear(small, out);  // the centre and γ_c vanish at this scale
  std::replace_if(out, out + classes(), [](double v) { return !std::isfinite(v); }, 0.0);
  const double largest = *std::max_element(out, out + classes());
  std::for_each(out, out + classes(), [&](double& v) { v = v == largest ? 0 : (v - largest) / scale; });
}

LinearForm SharedGaussian::linear_form() const {
  LinearForm form{std::vector<double>(classes() * features_), std::vector<double>(classes())};
  for (std::size_t c = 0; c < classes(); ++c) {
    const std::vector<double> mean = varying(&means_[c * features_]);
    const std::vector<double> beta = factor_.solve(mean);
    for (std::size_t k = 0; k < columns_.size(); ++k) {
      form.coefficients[c * features_ + columns_[k]] = beta[k];
    }
    form.intercepts[c] = -0.5 * dot(mean, beta);
  }
  return form;
}

void SharedGaussian::sample(std::size_t c, Random& random, double* row) const {
  const std::size_t d = columns_.size();
  std::vector<double> z(d);
  std::ranges::generate(z, [&random] { return random.normal(); });
  std::copy_n(&means_[c * features_], features_, row);
  for (std::size_t i = 0; i < d; ++i) {
    row[columns_[i]] += dot(std::span(factor_.lower).subspan(i * d, i + 1), z);
  }
}

}  // namespace suffice
