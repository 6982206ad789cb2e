#include "report/picture/plane.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "suffice/schema.hpp"

namespace suffice {

namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

// Means and covariances of rows without missing values; those are filled by the mean of all.
struct ClassMoments {
  VectorXd mean;                      // of all
  MatrixXd means;                     // d × C
  VectorXd count;                     // C
  std::vector<MatrixXd> covariances;  // C
  MatrixXd within;                    // pooled
};

ClassMoments moments_of(const ShownRows& rows, std::size_t classes) {
  const auto d = static_cast<Eigen::Index>(rows.places.size());
  ClassMoments found;
  found.mean = VectorXd::Zero(d);
  for (Eigen::Index j = 0; j < d; ++j) {
    double sum = 0;
    double count = 0;
    for (std::size_t i = 0; i < rows.rows(); ++i) {
      const double value = rows.at(i, static_cast<std::size_t>(j));
      sum += std::isnan(value) ? 0 : value;
      count += std::isnan(value) ? 0 : 1;
    }
    found.mean(j) = count > 0 ? sum / count : 0;
  }
  const auto row = [&](std::size_t i) {
    VectorXd x(d);
    for (Eigen::Index j = 0; j < d; ++j) {
      const double value = rows.at(i, static_cast<std::size_t>(j));
      x(j) = std::isnan(value) ? 0 : value - found.mean(j);
    }
    return x;
  };
  const auto count = static_cast<Eigen::Index>(classes);
  found.means = MatrixXd::Zero(d, count);
  found.count = VectorXd::Zero(count);
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    if (rows.labels[i] < classes) {
      found.means.col(rows.labels[i]) += row(i);
      ++found.count(rows.labels[i]);
    }
  }
  for (Eigen::Index c = 0; c < count; ++c) {
    found.means.col(c) /= std::max(1.0, found.count(c));
  }
  found.covariances.assign(classes, MatrixXd::Zero(d, d));
  for (std::size_t i = 0; i < rows.rows(); ++i) {
    if (rows.labels[i] < classes) {
      const VectorXd off = row(i) - found.means.col(rows.labels[i]);
      found.covariances[rows.labels[i]] += off * off.transpose();
    }
  }
  found.within = MatrixXd::Zero(d, d);
  for (std::size_t c = 0; c < classes; ++c) {
    found.within += found.covariances[c];
    found.covariances[c] /= std::max(1.0, found.count(static_cast<Eigen::Index>(c)));
  }
  found.within /= std::max(1.0, found.count.sum());
  return found;
}

// L with L Lᵀ = Σ; of a singular Σ that of its diagonal, constant columns having a variance of 1.
MatrixXd factor_of(const MatrixXd& covariance) {
  VectorXd scale = covariance.diagonal().cwiseSqrt();
  for (double& deviation : scale) {
    deviation = deviation > 0 && std::isfinite(deviation) ? deviation : 1;
  }
  const MatrixXd correlation = scale.cwiseInverse().asDiagonal() * covariance * scale.cwiseInverse().asDiagonal();
  const Eigen::LLT<MatrixXd> factor(correlation);
  const MatrixXd root = factor.matrixL();
  if (factor.info() == Eigen::Success && root.diagonal().minCoeff() > 1e-6) {
    return scale.asDiagonal() * root;
  }
  return scale.asDiagonal();
}

// The eigenvector of the largest eigenvalue by magnitude; its largest entry is positive.
VectorXd first_direction(const MatrixXd& symmetric) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(symmetric);
  Eigen::Index place = 0;
  solver.eigenvalues().cwiseAbs().maxCoeff(&place);
  return solver.eigenvectors().col(place);
}

// Columns of amounts and counts hold no negative numbers, and where the rows have whole numbers alone, those.
std::vector<Support> supports_of(const ShownRows& rows, const Schema& schema) {
  const std::vector<std::string> names = columns_of(schema);
  std::vector<Support> supports;
  for (std::size_t j = 0; j < rows.places.size(); ++j) {
    bool amounts = false;
    for (const Block& block : schema.blocks) {
      amounts = amounts || ((block.kind == Kind::amounts || block.kind == Kind::counts) &&
                            std::ranges::find(block.features, names[rows.places[j]]) != block.features.end());
    }
    bool whole = amounts;
    for (std::size_t i = 0; whole && i < rows.rows(); ++i) {
      whole = std::isnan(rows.at(i, j)) || rows.at(i, j) == std::round(rows.at(i, j));
    }
    supports.push_back(whole ? Support::whole : amounts ? Support::at_least_0 : Support::any);
  }
  return supports;
}

double nearest(double value, Support support) {
  return support == Support::any     ? value
         : support == Support::whole ? std::max(0.0, std::round(value))
                                     : std::max(0.0, value);
}

std::vector<double> plain(const VectorXd& vector) { return {vector.data(), vector.data() + vector.size()}; }

}  // namespace

draw::Point Plane::project(const ShownRows& rows, std::size_t i) const {
  draw::Point point;
  for (std::size_t j = 0; j < places.size(); ++j) {
    const double value = rows.at(i, j);
    if (std::isnan(value)) {
      if (columns) {
        return {value, value};
      }
      continue;
    }
    point.x += axes[0][j] * (value - centre[j]);
    point.y += axes[1].empty() ? 0 : axes[1][j] * (value - centre[j]);
  }
  return point;
}

NumberProbes Plane::probes(const std::vector<draw::Point>& points) const {
  NumberProbes probes = {places, {}};
  probes.values.reserve(points.size() * places.size());
  for (const draw::Point& point : points) {
    for (std::size_t j = 0; j < places.size(); ++j) {
      const double value = centre[j] + point.x * embedded[0][j] + (embedded[1].empty() ? 0 : point.y * embedded[1][j]);
      probes.values.push_back(nearest(value, supports[j]));
    }
  }
  return probes;
}

Plane plane_of(const ShownRows& rows, const Schema& schema, std::size_t classes, bool own_columns) {
  const std::size_t d = rows.places.size();
  Plane plane;
  plane.places = rows.places;
  plane.supports = supports_of(rows, schema);
  if (d == 1 || (d == 2 && own_columns)) {
    const std::vector<std::string> columns = columns_of(schema);
    plane.columns = true;
    plane.centre.assign(d, 0);
    for (std::size_t k = 0; k < d; ++k) {
      plane.axes[k].assign(d, 0);
      plane.axes[k][k] = 1;
      plane.embedded[k] = plane.axes[k];
      plane.names[k] = columns[rows.places[k]];
    }
    return plane;
  }
  const ClassMoments moments = moments_of(rows, classes);
  const MatrixXd root = factor_of(moments.within);
  const auto lower = root.triangularView<Eigen::Lower>();
  const MatrixXd means = lower.solve(moments.means);  // in coordinates where the spread within classes is 1
  MatrixXd between = means * moments.count.asDiagonal() * means.transpose();
  std::array<VectorXd, 2> directions;
  directions[0] = first_direction(between);
  const MatrixXd rest = MatrixXd::Identity(between.rows(), between.cols()) - directions[0] * directions[0].transpose();
  if (classes > 2) {
    between = rest * between * rest;
  } else {
    between.setZero();
    for (const MatrixXd& covariance : moments.covariances) {
      const MatrixXd half = lower.solve(covariance);
      const MatrixXd white = lower.solve(MatrixXd(half.transpose()));
      const MatrixXd apart = rest * (white - MatrixXd::Identity(white.rows(), white.cols())) * rest;
      between += apart * apart;
    }
  }
  directions[1] = rest * first_direction(between);
  directions[1].normalize();
  plane.centre = plain(moments.mean);
  for (std::size_t k = 0; k < 2; ++k) {
    VectorXd axis = root.transpose().triangularView<Eigen::Upper>().solve(directions[k]);
    VectorXd embedded = root * directions[k];
    Eigen::Index largest = 0;
    embedded.cwiseAbs().maxCoeff(&largest);
    // Of two classes the second lies to the right.
    const double forward = classes == 2 && k == 0 ? directions[0].dot(means.col(1) - means.col(0)) : embedded(largest);
    const double sign = forward < 0 ? -1 : 1;
    plane.axes[k] = plain(sign * axis);
    plane.embedded[k] = plain(sign * embedded);
  }
  plane.names = {"first discriminant axis", classes > 2 ? "second discriminant axis" : "second axis"};
  return plane;
}

Plane mean_difference(const ShownRows& rows, const Schema& schema) {
  const ClassMoments moments = moments_of(rows, 2);
  VectorXd axis = moments.means.col(1) - moments.means.col(0);
  axis /= std::max(axis.norm(), std::numeric_limits<double>::min());
  Plane plane;
  plane.places = rows.places;
  plane.supports = supports_of(rows, schema);
  plane.centre = plain(moments.mean);
  plane.axes[0] = plain(axis);
  plane.embedded[0] = plane.axes[0];
  plane.names[0] = "along the difference of the means";
  return plane;
}

}  // namespace suffice
