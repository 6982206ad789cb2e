#include "evaluate/leave_one_out/rank_one_covariance.hpp"

#include <cmath>

#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace suffice {
namespace {

using Matrix = Eigen::Matrix<double, 3, 3, Eigen::RowMajor>;

const Matrix scatter = (Matrix() << 40, 6, -3, 6, 30, 5, -3, 5, 50).finished();
const Eigen::Vector3d row(1.5, -2, 0.5);
const Eigen::Vector3d other(-1, 0.3, 2);

Gaussians one_covariance(double lambda, Target target, double ridge) {
  Gaussians result;
  result.columns = {0, 1, 2};
  result.numerator.assign(scatter.data(), scatter.data() + 9);
  result.divisor = {12};
  result.lambda = {lambda};
  result.target = target;
  result.ridge = ridge;
  return result;
}

// Σ of a scatter; the target of a held one is that of the whole scatter.
Matrix sigma(const Gaussians& gaussians, const Matrix& n, double divisor) {
  const double lambda = gaussians.lambda[0];
  const Matrix target = gaussians.target == Target::own_diagonal ? Matrix(Matrix(scatter.diagonal().asDiagonal()) / 12)
                                                                 : Matrix(n.trace() / 3 / divisor * Matrix::Identity());
  return (1 - lambda) * n / divisor + lambda * target + gaussians.ridge * Matrix::Identity();
}

TEST(RankOneCovariance, gives_the_distances_and_the_determinant_of_the_rest) {
  const double amount = 1.7;
  const double weight = 1.5;
  for (const double lambda : {0.0, 0.3, 1.0}) {
    for (const Target target : {Target::mean_variance, Target::own_diagonal}) {
      for (const double ridge : {0.0, 0.4}) {
        const Gaussians gaussians = one_covariance(lambda, target, ridge);
        const Matrix before = sigma(gaussians, scatter, 12);
        const Matrix after = sigma(gaussians, scatter - amount * row * row.transpose(), 12 - weight);
        const RankOneCovariance covariance(*cholesky({before.data(), before.data() + 9}, 3, 1),
                                           covariance_parts(gaussians, 0));
        const Eigen::Map<const Matrix> basis(covariance.basis().data());
        const Eigen::Vector3d u = basis.transpose() * row;
        const Eigen::Vector3d r = basis.transpose() * other;
        RankOneCovariance::Rest rest;
        ASSERT_TRUE(covariance.remove({{u.data(), 3}, amount, weight, amount * row.squaredNorm() / 3}, rest));
        EXPECT_NEAR(rest.squared_distance({r.data(), 3}), other.dot(after.inverse() * other), 1e-13);
        EXPECT_NEAR(rest.log_determinant(), std::log(after.determinant() / before.determinant()), 1e-13);
      }
    }
  }
}

TEST(RankOneCovariance, says_when_nothing_is_left) {
  const Gaussians gaussians = one_covariance(0, Target::mean_variance, 0);
  const Matrix before = sigma(gaussians, scatter, 12);
  const RankOneCovariance covariance(*cholesky({before.data(), before.data() + 9}, 3, 1),
                                     covariance_parts(gaussians, 0));
  const Eigen::Vector3d u = Eigen::Map<const Matrix>(covariance.basis().data()).transpose() * row;
  RankOneCovariance::Rest rest;
  const double all = 1 / row.dot(scatter.inverse() * row);  // N − a u uᵀ is singular
  EXPECT_FALSE(covariance.remove({{u.data(), 3}, all, 1, 0}, rest));
  EXPECT_FALSE(covariance.remove({{u.data(), 3}, 1.1 * all, 1, 0}, rest));
  EXPECT_TRUE(covariance.remove({{u.data(), 3}, 0.999 * all, 1, 0}, rest));
  EXPECT_FALSE(covariance.remove({{u.data(), 3}, 0.1, 12, 0}, rest));
}

TEST(CovarianceParts, has_no_target_without_shrinkage_and_ridge) {
  EXPECT_TRUE(covariance_parts(one_covariance(0, Target::mean_variance, 0), 0).target.empty());
  const CovarianceParts parts = covariance_parts(one_covariance(0.5, Target::mean_variance, 2), 0);
  EXPECT_EQ(parts.mean_variance, 40);
  EXPECT_NEAR(parts.target[4], 0.5 * 40 / 12 + 2, 1e-14);
  EXPECT_EQ(parts.target[1], 0);
  const CovarianceParts held = covariance_parts(one_covariance(0.5, Target::own_diagonal, 2), 0);
  EXPECT_EQ(held.mean_variance, 0);
  EXPECT_NEAR(held.target[8], 0.5 * 50 / 12 + 2, 1e-14);
}

}  // namespace
}  // namespace suffice
