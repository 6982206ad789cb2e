#include "model/moments/partial_gaussian.hpp"

#include <algorithm>

#include "math/kernels/panel_product.hpp"
#include "math/kernels/panel_squares.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

namespace {

std::vector<std::size_t> left_out(std::size_t d, std::span<const std::size_t> kept) {
  std::vector<std::size_t> result;
  for (std::size_t i = 0; i < d; ++i) {
    if (!std::ranges::binary_search(kept, i)) {
      result.push_back(i);
    }
  }
  return result;
}

// sum += factor · column
void add(double factor, const PanelColumn& column, PanelColumn& sum) {
  for (std::size_t r = 0; r < panel_rows; ++r) {
    sum[r] += factor * column[r];
  }
}

// Each z of a panel becomes Pz.
void project(const FreeEntries& missing, std::span<PanelColumn> z) {
  std::vector<PanelColumn> along(missing.count);
  for (std::size_t j = 0; j < missing.count; ++j) {
    PanelColumn sum;
    for (std::size_t i = 0; i < z.size(); ++i) {
      add(missing.basis[i * missing.count + j], z[i], sum);
    }
    along[j] = sum;
  }
  for (std::size_t i = 0; i < z.size(); ++i) {
    PanelColumn sum = z[i];
    for (std::size_t j = 0; j < missing.count; ++j) {
      add(-missing.basis[i * missing.count + j], along[j], sum);
    }
    z[i] = sum;
  }
}

}  // namespace

PartialGaussian::PartialGaussian(std::shared_ptr<const Gaussians> gaussians, std::span<const double> whitened_means,
                                 std::vector<std::size_t> kept, std::span<const double> centre)
    : gaussians_(std::move(gaussians)),
      kept_(std::move(kept)),
      shifts_(class_count(*gaussians_) * kept_.size()),
      means_(whitened_means.begin(), whitened_means.end()) {
  const std::size_t d = gaussians_->columns.size();
  const std::size_t classes = class_count(*gaussians_);
  for (const Cholesky& factor : gaussians_->factors) {
    missing_.push_back(free_entries(factor, left_out(d, kept_)));
  }
  means_.resize(classes * d);
  for (std::size_t c = 0; c < classes; ++c) {
    if (gaussians_->shared) {
      missing_.front().project(std::span(means_).subspan(c * d, d));
      continue;
    }
    std::ranges::transform(kept_, shifts_.begin() + static_cast<std::ptrdiff_t>(c * kept_.size()), [&](std::size_t k) {
      const std::size_t j = gaussians_->columns[k];
      return gaussians_->mean_from(c * centre.size() + j, centre[j]);
    });
  }
}

void PartialGaussian::squared_distances(Panel& rows, std::span<PanelColumn> out) const {
  const std::size_t d = gaussians_->columns.size();
  rows.spare.assign(2 * d, {});
  const std::span<PanelColumn> difference = std::span(rows.spare).first(d);
  const std::span<PanelColumn> z = std::span(rows.spare).last(d);
  const std::vector<double> ones(d, 1.0);
  for (std::size_t c = 0; c < out.size(); ++c) {
    if (c == 0 || !gaussians_->shared) {
      whiten(rows, c, difference, z);
    }
    scaled_squares(std::span(means_).subspan(c * d, d), ones, z, out[c]);
  }
}

// Missing features are put at the centre, where `difference` is zero.
void PartialGaussian::whiten(const Panel& rows, std::size_t c, std::span<PanelColumn> difference,
                             std::span<PanelColumn> z) const {
  for (std::size_t k = 0; k < kept_.size(); ++k) {
    const double shift = shifts_[c * kept_.size() + k];
    std::ranges::transform(rows.columns[k].values, difference[kept_[k]].values.begin(),
                           [&](double x) { return x - shift; });
  }
  const std::size_t k = covariance_of(*gaussians_, c);
  multiply_lower(gaussians_->factors[k].lower_inverse, difference, z);
  project(missing_[k], z);
}

}  // namespace suffice
