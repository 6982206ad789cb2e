#include "model/moments/shared_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "math/kernels/panel_product.hpp"
#include "math/kernels/panel_squares.hpp"
#include "math/linear/transposed.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

namespace {

double length(std::span<const double> v) { return std::sqrt(std::inner_product(v.begin(), v.end(), v.begin(), 0.0)); }

}  // namespace

SharedGaussian::SharedGaussian(std::shared_ptr<const Gaussians> gaussians, const LinearScores& scores)
    : gaussians_(std::move(gaussians)),
      spread_out_(scores.spread_out()),
      centre_(informative_part(*gaussians_, scores.centre())),
      means_(class_means(*gaussians_, std::vector<double>(scores.centre().size()))) {
  const std::size_t d = centre_.size();
  const std::size_t classes = class_count(*gaussians_);
  const std::vector<double> centred = class_means(*gaussians_, scores.centre());
  whitened_means_ = transposed(whitened(*gaussians_, 0, transposed(centred, d)), classes);
  for (std::size_t c = 0; c < classes; ++c) {
    lengths_.push_back(length(std::span(whitened_means_).subspan(c * d, d)));
  }
}

void SharedGaussian::squared_distances(Panel& rows, std::span<PanelColumn> out) const {
  const std::size_t d = centre_.size();
  rows.spare.resize(2 * d);
  const std::span<PanelColumn> z(rows.spare.data(), d);
  const std::span<PanelColumn> centred(rows.spare.data() + d, d);
  for (std::size_t k = 0; spread_out_ && k < d; ++k) {
    std::ranges::transform(rows.columns[k].values, centred[k].values.begin(), [&](double x) { return x - centre_[k]; });
  }
  multiply_lower(gaussians_->factors.front().lower_inverse, spread_out_ ? centred : rows.wanted(), z);
  const std::vector<double> ones(d, 1.0);
  for (std::size_t c = 0; c < out.size(); ++c) {
    scaled_squares(std::span(whitened_means_).subspan(c * d, d), ones, z, out[c]);
  }
  for (std::size_t r = 0; spread_out_ && r < rows.rows; ++r) {
    sharpen(rows, r, out);
  }
}

// z and w_c carry rounding errors in proportion to their length. The distances that could still matter are taken again
// from x − μ_c: those that come within the range of exp of the least, errors allowed for; all of them where densities
// fall off more slowly than that.
void SharedGaussian::sharpen(const Panel& rows, std::size_t r, std::span<PanelColumn> squares) const {
  constexpr double range_of_exp = 1500;
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const std::size_t d = centre_.size();
  std::vector<double> difference(d);
  for (std::size_t k = 0; k < d; ++k) {
    difference[k] = rows.spare[k][r];
  }
  const double row_length = length(difference);
  const auto error = [&](std::size_t c) {
    const double rounding = 0x1p-48 * (row_length + lengths_[c]);
    return 2 * rounding * (std::sqrt(squares[c][r]) + rounding);
  };
  double reach = infinity;
  for (std::size_t c = 0; c < squares.size(); ++c) {
    squares[c][r] = std::isfinite(squares[c][r]) ? squares[c][r] : infinity;
    if (gaussians_->tail == Tail::gaussian) {
      reach = std::min(reach, squares[c][r] + error(c) + range_of_exp);
    }
  }
  for (std::size_t c = 0; c < squares.size(); ++c) {
    if (!(squares[c][r] - error(c) <= reach)) {
      continue;
    }
    for (std::size_t k = 0; k < d; ++k) {
      difference[k] = rows.columns[k][r] - means_[c * d + k];
    }
    const std::vector<double> z = whitened(*gaussians_, 0, difference);
    squares[c][r] = std::inner_product(z.begin(), z.end(), z.begin(), 0.0);
  }
}

}  // namespace suffice
