#include "evaluate/leave_one_out/rank_one_covariance.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace suffice {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Matrix>;

// The smallest share of a column's variance that the columns before it leave unexplained.
double least_pivot(const Cholesky& factor) {
  double least = 1;
  for (std::size_t i = 0; i < factor.size; ++i) {
    const double* row = &factor.lower[i * factor.size];
    double variance = 0;
    for (std::size_t j = 0; j <= i; ++j) {
      variance += row[j] / row[i] * (row[j] / row[i]);
    }
    least = std::min(least, 1 / variance);
  }
  return least;
}

}  // namespace

CovarianceParts covariance_parts(const Gaussians& gaussians, std::size_t k) {
  const std::size_t d = gaussians.columns.size();
  const double lambda = gaussians.lambda[k];
  const bool held = gaussians.target == Target::own_diagonal;
  CovarianceParts parts{gaussians.divisor[k], lambda, {}, 0, gaussians.ridge};
  if (!(lambda > 0) && !(gaussians.ridge > 0)) {
    return parts;
  }
  std::vector<double> diagonal(d);
  for (std::size_t j = 0; j < d; ++j) {
    diagonal[j] = gaussians.numerator[k * d * d + j * (d + 1)];
    parts.mean_variance += diagonal[j] / static_cast<double>(d);
  }
  parts.target.assign(d * d, 0.0);
  for (std::size_t j = 0; j < d; ++j) {
    const double towards = held ? diagonal[j] : parts.mean_variance;
    parts.target[j * (d + 1)] = lambda * towards / parts.divisor + gaussians.ridge;
  }
  if (held) {
    parts.mean_variance = 0;
    parts.ridge = 1;
  }
  return parts;
}

RankOneCovariance::RankOneCovariance(const Cholesky& factor, const CovarianceParts& parts)
    : parts_{parts.divisor, parts.lambda, {}, parts.mean_variance, parts.ridge},
      has_target_(!parts.target.empty()),
      basis_(factor.size * factor.size),
      target_share_(factor.size),
      least_left_(std::max(singular_share(factor.size), 0x1p-50 / least_pivot(factor))) {
  const auto d = static_cast<Eigen::Index>(factor.size);
  const ConstMap whitening(factor.lower_inverse.data(), d, d);
  Eigen::Map<Matrix> basis(basis_.data(), d, d);
  basis = whitening.transpose();
  if (!has_target_) {
    return;
  }
  const Matrix target = whitening * ConstMap(parts.target.data(), d, d) * whitening.transpose();
  const SymmetricEigen eigen = symmetric_eigen({target.data(), basis_.size()}, factor.size);
  basis = whitening.transpose() * ConstMap(eigen.vectors.data(), d, d);
  std::ranges::transform(eigen.values, target_share_.begin(), [](double m) { return std::clamp(m, 0.0, 1.0); });
}

bool RankOneCovariance::remove(const Downdate& row, Rest& rest) const {
  const std::size_t d = size();
  const double divisor = parts_.divisor - row.weight;
  if (!(divisor > 0)) {
    return false;
  }
  double target = 1;  // T'/T
  if (has_target_) {
    const double left = std::max(0.0, parts_.mean_variance - row.mean_variance);
    target = (parts_.lambda * left / divisor + parts_.ridge) /
             (parts_.lambda * parts_.mean_variance / parts_.divisor + parts_.ridge);
  }
  const double scatter = parts_.divisor / divisor;
  const double amount = (1 - parts_.lambda) * row.amount / divisor;
  rest.precision.resize(d);
  rest.direction.resize(d);
  double explained = 0;
  for (std::size_t k = 0; k < d; ++k) {
    const double m = target_share_[k];
    const double variance = (1 - m) * scatter + m * target;
    if (!(variance > 0)) {
      return false;
    }
    rest.precision[k] = 1 / variance;
    rest.direction[k] = row.u[k] * rest.precision[k];
    explained += amount * row.u[k] * rest.direction[k];
  }
  rest.left = 1 - explained;
  rest.correction = amount / rest.left;
  return rest.left > least_left_;
}

double RankOneCovariance::Rest::squared_distance(std::span<const double> r) const {
  double distance = 0;
  double along = 0;
  for (std::size_t k = 0; k < r.size(); ++k) {
    distance += r[k] * r[k] * precision[k];
    along += r[k] * direction[k];
  }
  return distance + correction * along * along;
}

double RankOneCovariance::Rest::log_determinant() const {
  double sum = std::log(left);
  for (const double p : precision) {
    sum -= std::log(p);
  }
  return sum;
}

}  // namespace suffice
