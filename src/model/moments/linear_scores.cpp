#include "model/moments/linear_scores.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "math/kernels/panel_product.hpp"
#include "math/linear/transposed.hpp"
#include "model/moments/parameters.hpp"

namespace suffice {

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();
constexpr double moderate = 0x1p300;

}  // namespace

LinearScores::LinearScores(const Gaussians& gaussians, std::size_t features)
    : classes_(class_count(gaussians)), centre_(features) {
  const double share = 1 / static_cast<double>(classes_);
  for (std::size_t c = 0; c < classes_; ++c) {
    for (std::size_t j = 0; j < features; ++j) {
      centre_[j] += share * gaussians.means[c * features + j];
    }
  }
  const std::size_t d = gaussians.columns.size();
  const std::vector<double> means = class_means(gaussians, centre_);
  moderate_ = std::ranges::all_of(centre_, [](double m) { return std::abs(m) < moderate; });
  const std::vector<double> betas = transposed(precision_times(gaussians, 0, transposed(means, d)), classes_);
  for (std::size_t c = 0; c < classes_; ++c) {
    const auto difference = std::span(means).subspan(c * d, d);
    const auto beta = std::span(betas).subspan(c * d, d);
    add_class(beta, -0.5 * std::inner_product(beta.begin(), beta.end(), difference.begin(), 0.0));
  }
}

LinearScores::LinearScores(const LinearScores& whole, const Gaussians& gaussians, const FreeEntries& free,
                           std::span<const double> whitened_means, std::span<const std::size_t> kept)
    : classes_(whole.classes_), centre_(whole.centre_), moderate_(whole.moderate_) {
  const std::size_t d = gaussians.columns.size();
  const std::vector<double> turned = gaussians.factors.front().upper_solve(free.basis);  // L⁻ᵀQ
  std::vector<double> beta(kept.size());
  std::vector<double> along(free.count);
  for (std::size_t c = 0; c < classes_; ++c) {
    const std::span<const double> w = whitened_means.subspan(c * d, d);
    std::vector<double> across(w.begin(), w.end());
    free.project(across);
    std::ranges::fill(along, 0.0);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < free.count; ++j) {
        along[j] += free.basis[i * free.count + j] * w[i];
      }
    }
    for (std::size_t k = 0; k < kept.size(); ++k) {
      beta[k] = whole.coefficients_[c * d + kept[k]] -
                std::inner_product(along.begin(), along.end(),
                                   turned.begin() + static_cast<std::ptrdiff_t>(kept[k] * free.count), 0.0);
    }
    add_class(beta, -0.5 * std::inner_product(across.begin(), across.end(), across.begin(), 0.0));
  }
}

void LinearScores::add_class(std::span<const double> beta, double gamma) {
  constexpr double far = 0x1p16;
  const double size =
      std::accumulate(beta.begin(), beta.end(), 0.0, [](double a, double b) { return a + std::abs(b); });
  coefficients_.insert(coefficients_.end(), beta.begin(), beta.end());
  offsets_.push_back(std::isfinite(gamma) ? gamma : 0);
  spread_out_ = spread_out_ || !(-gamma <= far);
  moderate_ = moderate_ && size < moderate;
}

void LinearScores::apply(const Panel& rows, std::span<const double> log_prior, std::span<PanelColumn> out) const {
  std::vector<double> offsets(classes_);
  std::ranges::transform(offsets_, log_prior, offsets.begin(), std::plus<>());
  multiply(coefficients_, offsets, rows.wanted(), out, rows.ahead);
  for (std::size_t r = 0; !(rows.moderate && moderate_) && r < rows.rows; ++r) {
    bool lost = false;
    for (std::size_t c = 0; c < classes_; ++c) {
      const bool possible = log_prior[c] > impossible;
      lost = lost || (possible && !std::isfinite(out[c][r]));
      out[c][r] = possible ? out[c][r] : impossible;
    }
    if (lost) {
      rescue(rows, r, log_prior, out);
    }
  }
}

void LinearScores::rescue(const Panel& rows, std::size_t r, std::span<const double> log_prior,
                          std::span<PanelColumn> out) const {
  constexpr double scale = 0x1p-1000;
  constexpr double most = std::numeric_limits<double>::max();
  const std::size_t d = rows.wanted().size();
  double largest = impossible;
  for (std::size_t c = 0; c < classes_; ++c) {
    double sum = 0;  // γ_c vanishes at this scale
    for (std::size_t k = 0; k < d; ++k) {
      sum += coefficients_[c * d + k] * (scale * std::clamp(rows.columns[k][r], -most, most));
    }
    out[c][r] = std::isfinite(sum) ? sum : 0;
    largest = log_prior[c] > impossible ? std::max(largest, out[c][r]) : largest;
  }
  for (std::size_t c = 0; c < classes_; ++c) {
    const bool possible = log_prior[c] > impossible;
    out[c][r] = possible ? (out[c][r] - largest) / scale + offsets_[c] + log_prior[c] : impossible;
  }
}

}  // namespace suffice
