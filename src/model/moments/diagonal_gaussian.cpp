#include "model/moments/diagonal_gaussian.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "math/kernels/panel_squares.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

DiagonalGaussian::DiagonalGaussian(const Gaussians& gaussians, std::span<const double> centre)
    : shared_(gaussians.shared), means_(class_means(gaussians, centre)) {
  std::ranges::transform(gaussians.variances, std::back_inserter(inverse_scales_),
                         [](double variance) { return 1 / std::sqrt(variance); });
  for (std::size_t c = 0; c < gaussians.degrees.size(); ++c) {
    inverse_roots_.push_back(1 / std::sqrt(gaussians.spread[c] * gaussians.degrees[c]));
  }
}

void DiagonalGaussian::squared_distances(const Panel& rows, std::span<PanelColumn> out) const {
  const std::size_t d = rows.wanted().size();
  for (std::size_t c = 0; c < out.size(); ++c) {
    scaled_squares(std::span(means_).subspan(c * d, d), std::span(inverse_scales_).subspan(shared_ ? 0 : c * d, d),
                   rows.wanted(), out[c]);
  }
}

void DiagonalGaussian::log1p_distances(const Panel& rows, std::span<PanelColumn> out) const {
  const std::size_t d = rows.wanted().size();
  std::vector<double> scales(d);
  for (std::size_t c = 0; c < out.size(); ++c) {
    std::ranges::transform(std::span(inverse_scales_).subspan(shared_ ? 0 : c * d, d), scales.begin(),
                           [&](double scale) { return scale * inverse_roots_[c]; });
    log1p_squares(std::span(means_).subspan(c * d, d), scales, rows.wanted(), out[c]);
  }
}

}  // namespace suffice
