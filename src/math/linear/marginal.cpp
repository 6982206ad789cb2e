#include "math/linear/marginal.hpp"

#include <algorithm>
#include <cmath>

#include <Eigen/Dense>

namespace suffice {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index eigen_index(std::size_t i) { return static_cast<Eigen::Index>(i); }

}  // namespace

Cholesky marginal_factor(const Cholesky& factor, std::span<const std::size_t> kept) {
  const std::size_t size = kept.size();
  if (size == factor.size) {
    return factor;
  }
  Cholesky result{size, std::vector<double>(size * size), std::vector<double>(size * size), 0};
  if (size == 0) {
    return result;
  }
  const Eigen::Map<const Matrix> lower(factor.lower.data(), eigen_index(factor.size), eigen_index(factor.size));
  Eigen::MatrixXd rows(eigen_index(factor.size), eigen_index(size));  // the rows of L that are kept, as columns
  for (std::size_t k = 0; k < size; ++k) {
    rows.col(eigen_index(k)) = lower.row(eigen_index(kept[k])).transpose();
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> reflected(rows);
  const Eigen::MatrixXd upper = reflected.matrixQR().topRows(eigen_index(size)).triangularView<Eigen::Upper>();
  const Eigen::VectorXd signs = upper.diagonal().unaryExpr([](double v) { return std::copysign(1.0, v); });
  const Matrix triangle = upper.transpose() * signs.asDiagonal();
  const Eigen::VectorXd scale = triangle.diagonal();  // units do not matter once the diagonal is 1
  const Matrix unit = scale.cwiseInverse().asDiagonal() * triangle;
  const Matrix inverse =
      unit.triangularView<Eigen::Lower>().solve(Matrix::Identity(eigen_index(size), eigen_index(size)));
  Eigen::Map<Matrix>(result.lower.data(), eigen_index(size), eigen_index(size)) = triangle;
  Eigen::Map<Matrix>(result.lower_inverse.data(), eigen_index(size), eigen_index(size)) =
      inverse * scale.cwiseInverse().asDiagonal();
  result.log_determinant = 2 * scale.array().log().sum();
  return result;
}

FreeEntries free_entries(const Cholesky& factor, std::span<const std::size_t> entries) {
  const Eigen::Index d = eigen_index(factor.size);
  const Eigen::Index count = eigen_index(entries.size());
  FreeEntries result{entries.size(), std::vector<double>(factor.size * entries.size()), factor.log_determinant};
  const Eigen::Map<const Matrix> inverse(factor.lower_inverse.data(), d, d);
  Eigen::MatrixXd columns(d, count);
  for (Eigen::Index k = 0; k < count; ++k) {
    const auto column = inverse.col(eigen_index(entries[static_cast<std::size_t>(k)]));
    const double scale = column.cwiseAbs().maxCoeff();  // so that units do not matter
    columns.col(k) = column / scale;
    result.log_determinant += 2 * std::log(scale);
  }
  const Eigen::HouseholderQR<Eigen::MatrixXd> reflected(columns);
  Eigen::Map<Matrix>(result.basis.data(), d, count) = reflected.householderQ() * Eigen::MatrixXd::Identity(d, count);
  result.log_determinant += 2 * reflected.matrixQR().diagonal().array().abs().log().sum();
  return result;
}

void FreeEntries::project(std::span<double> z) const {
  const Eigen::Index d = eigen_index(z.size());
  const Eigen::Map<const Matrix> q(basis.data(), d, eigen_index(count));
  Eigen::Map<Eigen::VectorXd> vector(z.data(), d);
  const Eigen::VectorXd along = q.transpose() * vector;
  vector -= q * along;
}

Regression regression(const Cholesky& factor, std::span<const std::size_t> unknown,
                      std::span<const std::size_t> known) {
  const Eigen::Index u = eigen_index(unknown.size());
  const Eigen::Index k = eigen_index(known.size());
  Regression result{std::vector<double>(unknown.size() * known.size()),
                    std::vector<double>(unknown.size() * unknown.size())};
  if (u == 0) {
    return result;
  }
  const Eigen::Map<const Matrix> inverse(factor.lower_inverse.data(), eigen_index(factor.size),
                                         eigen_index(factor.size));
  Eigen::MatrixXd from(eigen_index(factor.size), u);
  Eigen::MatrixXd to(eigen_index(factor.size), k);
  for (Eigen::Index i = 0; i < u; ++i) {
    from.col(i) = inverse.col(eigen_index(unknown[static_cast<std::size_t>(i)]));
  }
  for (Eigen::Index i = 0; i < k; ++i) {
    to.col(i) = inverse.col(eigen_index(known[static_cast<std::size_t>(i)]));
  }
  const Eigen::VectorXd unit = from.cwiseAbs().colwise().maxCoeff().cwiseInverse();  // so that units do not matter
  const Eigen::HouseholderQR<Eigen::MatrixXd> reflected(from * unit.asDiagonal());
  const auto upper = reflected.matrixQR().topRows(u).triangularView<Eigen::Upper>();
  const Eigen::MatrixXd root = unit.asDiagonal() * upper.solve(Eigen::MatrixXd::Identity(u, u)).eval();
  Eigen::Map<Matrix>(result.rest.data(), u, u) = root * root.transpose();
  if (k > 0) {
    const Eigen::MatrixXd turned = (reflected.householderQ().transpose() * to).topRows(u);
    Eigen::Map<Matrix>(result.slopes.data(), u, k) = -(unit.asDiagonal() * upper.solve(turned).eval());
  }
  return result;
}

}  // namespace suffice
