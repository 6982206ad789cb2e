#include "math/linear/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include <Eigen/Dense>

#include "math/linear/triangular.hpp"

namespace suffice {

namespace {

using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using ConstMap = Eigen::Map<const Matrix>;
using Map = Eigen::Map<Matrix>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// Square roots of the diagonal, or an empty vector when an entry is not positive and finite.
Eigen::VectorXd unit_scale(const ConstMap& matrix) {
  const auto usable = [](double v) { return v > 0 && std::isfinite(v); };
  const Eigen::VectorXd diagonal = matrix.diagonal();
  return std::all_of(diagonal.begin(), diagonal.end(), usable) ? Eigen::VectorXd(diagonal.cwiseSqrt())
                                                               : Eigen::VectorXd();
}

Matrix scaled(const ConstMap& matrix, const Eigen::VectorXd& scale) {
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  return inverse.asDiagonal() * matrix * inverse.asDiagonal();
}

// The same in place, for the lower triangle.
void scale_to_unit(std::span<double> matrix, const Eigen::VectorXd& scale) {
  const Eigen::Index size = scale.size();
  const Eigen::VectorXd inverse = scale.cwiseInverse();
  Map a(matrix.data(), size, size);
  for (Eigen::Index i = 0; i < size; ++i) {
    a.row(i).head(i + 1) = (inverse[i] * a.row(i).head(i + 1)).cwiseProduct(inverse.head(i + 1).transpose());
  }
}

}  // namespace

double singular_share(std::size_t size) { return static_cast<double>(size) * 0x1p-46; }

std::vector<double> Cholesky::lower_solve(std::span<const double> b) const {
  return lower_times(lower_inverse, size, b);
}

std::vector<double> Cholesky::upper_solve(std::span<const double> b) const {
  return transposed_times(lower_inverse, size, b);
}

std::vector<double> Cholesky::solve(std::span<const double> b) const { return upper_solve(lower_solve(b)); }

std::optional<Cholesky> cholesky(std::vector<double> matrix, std::size_t size, unsigned threads) {
  const Eigen::VectorXd scale = unit_scale({matrix.data(), index(size), index(size)});
  if (index(size) != scale.size()) {
    return std::nullopt;
  }
  scale_to_unit(matrix, scale);
  auto unit_lower = lower_factor(std::move(matrix), size, singular_share(size), threads);
  if (!unit_lower) {
    return std::nullopt;
  }
  Cholesky result{size, {}, lower_inverse(*unit_lower, size, threads), 0};
  result.lower = std::move(*unit_lower);
  Map lower(result.lower.data(), index(size), index(size));
  Map inverse(result.lower_inverse.data(), index(size), index(size));
  result.log_determinant = 2 * (lower.diagonal().array().log().sum() + scale.array().log().sum());
  for (Eigen::Index i = 0; i < scale.size(); ++i) {
    lower.row(i).head(i + 1) *= scale[i];
    inverse.row(i).head(i + 1).array() /= scale.head(i + 1).transpose().array();
  }
  return result;
}

bool is_positive_definite(std::vector<double> matrix, std::size_t size) {
  const Eigen::VectorXd scale = unit_scale({matrix.data(), index(size), index(size)});
  if (index(size) != scale.size()) {
    return false;
  }
  scale_to_unit(matrix, scale);
  return lower_factor(std::move(matrix), size, 0, 1).has_value();
}

std::vector<std::size_t> dependent_columns(std::span<const double> matrix, std::size_t size) {
  const ConstMap a(matrix.data(), index(size), index(size));
  Eigen::VectorXd scale = a.diagonal().cwiseSqrt();
  for (double& s : scale) {
    s = s > 0 && std::isfinite(s) ? s : 1;
  }
  const Matrix unit = scaled(a, scale);
  Eigen::VectorXd left = unit.diagonal();  // the variance of each column that those taken do not explain
  Eigen::MatrixXd lower(index(size), index(size));
  std::vector<std::size_t> dependent;
  Eigen::Index taken = 0;
  for (std::size_t j = 0; j < size; ++j) {
    const Eigen::Index p = index(j);
    if (!(left[p] > singular_share(size))) {
      dependent.push_back(j);
      continue;
    }
    lower.col(taken) =
        (unit.col(p) - lower.leftCols(taken) * lower.row(p).head(taken).transpose()) / std::sqrt(left[p]);
    left -= lower.col(taken).cwiseAbs2();
    ++taken;
  }
  return dependent;
}

SymmetricEigen symmetric_eigen(std::span<const double> matrix, std::size_t size) {
  if (size == 0) {
    return {};
  }
  const ConstMap a(matrix.data(), index(size), index(size));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(a);
  SymmetricEigen result{std::vector<double>(size), std::vector<double>(size * size)};
  Eigen::Map<Eigen::VectorXd>(result.values.data(), index(size)) = solver.eigenvalues();
  Map(result.vectors.data(), index(size), index(size)) = solver.eigenvectors();
  return result;
}

}  // namespace suffice
