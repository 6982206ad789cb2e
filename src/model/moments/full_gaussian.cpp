#include "model/moments/full_gaussian.hpp"

#include "math/kernels/panel_product.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

FullGaussian::FullGaussian(std::shared_ptr<const Gaussians> gaussians, std::span<const double> centre)
    : gaussians_(std::move(gaussians)), means_(class_means(*gaussians_, centre)) {}

void FullGaussian::squared_distances(Panel& rows, std::span<PanelColumn> out) const {
  const std::size_t d = gaussians_->columns.size();
  rows.spare.resize(d);
  for (std::size_t c = 0; c < out.size(); ++c) {
    lower_squares(gaussians_->factors[c].lower_inverse, std::span(means_).subspan(c * d, d), rows.wanted(), rows.spare,
                  out[c]);
  }
}

}  // namespace suffice
