#include "math/symmetric.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include <Eigen/Dense>

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

}  // namespace

double singular_share(std::size_t size) { return static_cast<double>(size) * 0x1p-46; }

std::vector<double> Cholesky::solve(std::span<const double> b) const {
  const ConstMap inverse(lower_inverse.data(), index(size), index(size));
  const Eigen::Map<const Eigen::VectorXd> right(b.data(), index(size));
  std::vector<double> result(size);
  const Eigen::VectorXd half = inverse.triangularView<Eigen::Lower>() * right;
  Eigen::Map<Eigen::VectorXd>(result.data(), index(size)) = inverse.transpose().triangularView<Eigen::Upper>() * half;
  return result;
}

std::optional<Cholesky> cholesky(std::span<const double> matrix, std::size_t size) {
  const ConstMap a(matrix.data(), index(size), index(size));
  const Eigen::VectorXd scale = unit_scale(a);
  if (index(size) != scale.size()) {
    return std::nullopt;
  }
  const Eigen::LLT<Matrix> factor(scaled(a, scale));
  const Matrix lower = factor.matrixL();
  if (factor.info() != Eigen::Success || !(lower.diagonal().array().square() > singular_share(size)).all()) {
    return std::nullopt;
  }
  Cholesky result{size, std::vector<double>(size * size), std::vector<double>(size * size), 0};
  Map(result.lower.data(), index(size), index(size)) = scale.asDiagonal() * lower;
  const Matrix unit_inverse = lower.triangularView<Eigen::Lower>().solve(Matrix::Identity(index(size), index(size)));
  Map(result.lower_inverse.data(), index(size), index(size)) = unit_inverse * scale.cwiseInverse().asDiagonal();
  result.log_determinant = 2 * (lower.diagonal().array().log().sum() + scale.array().log().sum());
  return result;
}

bool is_positive_definite(std::span<const double> matrix, std::size_t size) {
  const ConstMap a(matrix.data(), index(size), index(size));
  const Eigen::VectorXd scale = unit_scale(a);
  return index(size) == scale.size() && Eigen::LLT<Matrix>(scaled(a, scale)).info() == Eigen::Success;
}

std::vector<std::size_t> dependent_columns(std::span<const double> matrix, std::size_t size) {
  const ConstMap a(matrix.data(), index(size), index(size));
  Eigen::VectorXd scale = a.diagonal().cwiseSqrt();
  for (double& s : scale) {
    s = s > 0 && std::isfinite(s) ? s : 1;
  }
  Matrix rest = scaled(a, scale);
  std::vector<std::size_t> open(size);
  for (std::size_t i = 0; i < size; ++i) {
    open[i] = i;
  }
  // Take the column with the largest variance left, remove what it explains, until nothing is left to explain.
  while (!open.empty()) {
    const auto left = [&rest](std::size_t i) { return rest(index(i), index(i)); };
    const auto pivot = std::ranges::max_element(open, {}, left);
    const double variance = left(*pivot);
    if (!(variance > singular_share(size))) {
      break;
    }
    const Eigen::VectorXd column = rest.col(index(*pivot));
    rest -= column * column.transpose() / variance;
    open.erase(pivot);
  }
  return open;
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
