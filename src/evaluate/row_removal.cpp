#include "evaluate/row_removal.hpp"

#include <algorithm>
#include <cmath>

#include "math/symmetric.hpp"

namespace suffice {

namespace {

std::vector<double> own_scale(const SharedCovariance& covariance) {
  const std::size_t d = covariance.columns.size();
  std::vector<double> scale(d);
  for (std::size_t k = 0; k < d; ++k) {
    scale[k] = std::sqrt(covariance.scatter[k * d + k]);
  }
  return scale;
}

std::vector<double> scaled_scatter(const SharedCovariance& covariance, const std::vector<double>& scale) {
  const std::size_t d = covariance.columns.size();
  std::vector<double> scaled(covariance.scatter);
  for (std::size_t i = 0; i < d; ++i) {
    for (std::size_t j = 0; j < d; ++j) {
      scaled[i * d + j] = scaled[i * d + j] / scale[i] / scale[j];
    }
  }
  return scaled;
}

// x ↦ Bᵀ (x − m), m the mean of the first class; `matrix` is d × d over the columns that vary.
AffineMap map_columns(const Summary& summary, const std::vector<std::size_t>& columns,
                      const std::vector<double>& matrix) {
  const std::size_t d = columns.size();
  const std::size_t all = summary.schema.features.size();
  std::vector<double> wide(all * d);
  for (std::size_t j = 0; j < d; ++j) {
    std::copy_n(matrix.begin() + static_cast<std::ptrdiff_t>(j * d), d,
                wide.begin() + static_cast<std::ptrdiff_t>(columns[j] * d));
  }
  return {std::span(summary.moments.mean).first(all), wide, std::vector<double>(d)};
}

std::vector<double> mapped_means(const Summary& summary, const AffineMap& map) {
  std::vector<double> means(summary.classes.size() * map.outputs());
  map.apply(Batch::row_major(summary.moments.mean.data(), summary.classes.size(), summary.schema.features.size()),
            means.data());
  return means;
}

// u, a and the divisor that is left; false where the row is all of its class or the divisor is used up.
struct Rest {
  std::vector<double> u;
  double removed = 0;
  double divisor = 0;
  double own_factor = 1;  // the row's own residual is this times u
};

bool take_out(const RemovedRow& row, const ClassCounts& classes, const std::vector<double>& means, double divisor,
              Rest& rest) {
  const double n = classes.weight[row.c];
  rest.divisor = divisor - row.weight;
  if (classes.rows[row.c] < 2 || !(row.weight < n) || !(rest.divisor > 0)) {
    return false;
  }
  rest.own_factor = n / (n - row.weight);
  rest.removed = row.weight * rest.own_factor;
  rest.u.resize(row.y.size());
  for (std::size_t k = 0; k < row.y.size(); ++k) {
    rest.u[k] = row.y[k] - means[row.c * row.y.size() + k];
  }
  return true;
}

}  // namespace

RankOneRemoval::RankOneRemoval(const Summary& summary, const EstimateOptions& options, SharedCovariance covariance)
    : classes_(summary.classes),
      covariance_(std::move(covariance)),
      towards_mean_variance_(std::holds_alternative<FixedShrinkage>(options.shrinkage)) {
  const std::size_t d = covariance_.columns.size();
  const std::vector<double> scale = towards_mean_variance_ ? std::vector<double>(d, 1.0) : own_scale(covariance_);
  for (std::size_t k = 0; k < d; ++k) {
    trace_ += covariance_.scatter[k * d + k];
  }
  SymmetricEigen eigen = symmetric_eigen(scaled_scatter(covariance_, scale), d);
  for (std::size_t j = 0; j < d; ++j) {
    for (std::size_t k = 0; k < d; ++k) {
      eigen.vectors[j * d + k] /= scale[j];
    }
  }
  eigenvalues_ = std::move(eigen.values);
  map_ = map_columns(summary, covariance_.columns, eigen.vectors);
  means_ = mapped_means(summary, map_);
}

bool RankOneRemoval::distances(const RemovedRow& row, std::span<double> out) const {
  const std::size_t d = eigenvalues_.size();
  Rest rest;
  if (!take_out(row, classes_, means_, covariance_.divisor, rest)) {
    return false;
  }
  double square = 0;
  for (const double u : rest.u) {
    square += u * u;
  }
  const double lambda = covariance_.lambda;
  const double from_scatter = (1 - lambda) / rest.divisor;
  const double target = towards_mean_variance_
                            ? lambda * (trace_ - rest.removed * square) / (static_cast<double>(d) * rest.divisor)
                            : lambda / covariance_.divisor;
  std::vector<double> variance(d);
  std::vector<double> v(d);
  double explained = 0;
  for (std::size_t k = 0; k < d; ++k) {
    variance[k] = from_scatter * eigenvalues_[k] + target;
    if (!(variance[k] > 0)) {
      return false;
    }
    v[k] = rest.u[k] / variance[k];
    explained += from_scatter * rest.removed * rest.u[k] * v[k];
  }
  if (!(1 - explained > singular_share(d))) {
    return false;
  }
  const double correction = from_scatter * rest.removed / (1 - explained);
  for (std::size_t j = 0; j < classes_.size(); ++j) {
    const double factor = j == row.c ? rest.own_factor : 1;
    double distance = 0;
    double along = 0;
    for (std::size_t k = 0; k < d; ++k) {
      const double residual = factor * (row.y[k] - means_[j * d + k]);
      distance += residual * residual / variance[k];
      along += residual * v[k];
    }
    out[j] = distance + correction * along * along;
  }
  return true;
}

RefitRemoval::RefitRemoval(const Summary& summary, SharedCovariance covariance)
    : classes_(summary.classes), covariance_(std::move(covariance)) {
  const std::size_t d = covariance_.columns.size();
  const std::vector<double> scale = own_scale(covariance_);
  correlation_ = scaled_scatter(covariance_, scale);
  std::vector<double> matrix(d * d);
  for (std::size_t k = 0; k < d; ++k) {
    matrix[k * d + k] = 1 / scale[k];
  }
  map_ = map_columns(summary, covariance_.columns, matrix);
  means_ = mapped_means(summary, map_);
}

double RefitRemoval::steps(const SharedCovariance& covariance, std::size_t rows, std::size_t classes) {
  const auto d = static_cast<double>(covariance.columns.size());
  const double factoring = covariance.lambda < 1 ? d * d * (d + static_cast<double>(classes)) : 0;
  return static_cast<double>(rows) * (factoring + static_cast<double>(classes) * d);
}

bool RefitRemoval::distances(const RemovedRow& row, std::span<double> out) const {
  const std::size_t d = covariance_.columns.size();
  Rest rest;
  if (!take_out(row, classes_, means_, covariance_.divisor, rest)) {
    return false;
  }
  std::vector<double> diagonal(d);
  for (std::size_t k = 0; k < d; ++k) {
    diagonal[k] = (1 - rest.removed * rest.u[k] * rest.u[k]) / rest.divisor;
    if (!(diagonal[k] * rest.divisor > singular_share(d))) {
      return false;
    }
  }
  const double lambda = covariance_.lambda;
  std::vector<double> whitening;  // L⁻¹; empty where Σ' is diagonal
  if (lambda < 1) {
    std::vector<double> sigma(d * d);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) {
        const double s = (correlation_[i * d + j] - rest.removed * rest.u[i] * rest.u[j]) / rest.divisor;
        sigma[i * d + j] = i == j ? diagonal[i] : (1 - lambda) * s;
      }
    }
    auto factor = cholesky(sigma, d);
    if (!factor) {
      return false;
    }
    whitening = std::move(factor->lower_inverse);
  }
  std::vector<double> residual(d);
  for (std::size_t j = 0; j < classes_.size(); ++j) {
    const double factor = j == row.c ? rest.own_factor : 1;
    double distance = 0;
    for (std::size_t k = 0; k < d; ++k) {
      residual[k] = factor * (row.y[k] - means_[j * d + k]);
      double z = residual[k] / std::sqrt(diagonal[k]);
      if (!whitening.empty()) {
        z = 0;
        for (std::size_t i = 0; i <= k; ++i) {
          z += whitening[k * d + i] * residual[i];
        }
      }
      distance += z * z;
    }
    out[j] = distance;
  }
  return true;
}

}  // namespace suffice
