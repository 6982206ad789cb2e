#include "model/moments/forms.hpp"

#include <cmath>
#include <numeric>
#include <span>

#include "model/moments/parameters.hpp"

namespace suffice {

namespace {

// b_c in row c of `coefficients` and −½ μ_cᵀ b_c.
double linear_part(const Gaussians& gaussians, std::size_t c, std::span<double> coefficients) {
  const std::size_t features = coefficients.size();
  const std::vector<double> mean =
      informative_part(gaussians, std::span(gaussians.means).subspan(c * features, features));
  const std::vector<double> b = precision_times(gaussians, covariance_of(gaussians, c), mean);
  for (std::size_t i = 0; i < b.size(); ++i) {
    coefficients[gaussians.columns[i]] = b[i] / gaussians.spread[c];
  }
  return -0.5 * std::inner_product(mean.begin(), mean.end(), b.begin(), 0.0) / gaussians.spread[c];
}

}  // namespace

bool is_linear(const Gaussians& gaussians) { return gaussians.shared && is_quadratic(gaussians); }

bool is_quadratic(const Gaussians& gaussians) { return gaussians.tail == Tail::gaussian; }

LinearForm linear_form(const Gaussians& gaussians, std::size_t features) {
  const std::size_t classes = class_count(gaussians);
  LinearForm form{std::vector<double>(classes * features), std::vector<double>(classes)};
  for (std::size_t c = 0; c < classes; ++c) {
    form.intercepts[c] = linear_part(gaussians, c, std::span(form.coefficients).subspan(c * features, features));
  }
  return form;
}

QuadraticForm quadratic_form(const Gaussians& gaussians, std::size_t features) {
  const std::size_t classes = class_count(gaussians);
  const std::size_t d = gaussians.columns.size();
  QuadraticForm form{std::vector<double>(classes * features * features), std::vector<double>(classes * features),
                     std::vector<double>(classes)};
  std::vector<double> unit(d);
  for (std::size_t c = 0; c < classes; ++c) {
    const std::size_t k = covariance_of(gaussians, c);
    const double spread = gaussians.spread[c];
    const double log_size = log_determinant(gaussians, k) + static_cast<double>(d) * std::log(spread);
    form.intercepts[c] =
        linear_part(gaussians, c, std::span(form.coefficients).subspan(c * features, features)) - 0.5 * log_size;
    double* matrix = form.matrices.data() + c * features * features;
    for (std::size_t i = 0; i < d; ++i) {
      unit[i] = 1;
      const std::vector<double> column = precision_times(gaussians, k, unit);
      unit[i] = 0;
      for (std::size_t j = 0; j <= i; ++j) {
        const double entry = -0.5 * column[j] / spread;
        matrix[gaussians.columns[i] * features + gaussians.columns[j]] = entry;
        matrix[gaussians.columns[j] * features + gaussians.columns[i]] = entry;
      }
    }
  }
  return form;
}

}  // namespace suffice
