#include "math/linear/singular_values.hpp"

#include <algorithm>

#include <Eigen/SVD>

namespace suffice {

SingularVectors singular_vectors(std::span<const double> matrix, std::size_t rows, std::size_t columns) {
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const std::size_t rank = std::min(rows, columns);
  if (rank == 0) {
    return {};
  }
  const Eigen::Map<const Matrix> a(matrix.data(), static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
  const Eigen::BDCSVD<Eigen::MatrixXd> svd(a, Eigen::ComputeThinU);
  SingularVectors result{std::vector<double>(rank), std::vector<double>(rows * rank)};
  Eigen::Map<Eigen::VectorXd>(result.values.data(), svd.singularValues().size()) = svd.singularValues();
  Eigen::Map<Matrix>(result.left.data(), svd.matrixU().rows(), svd.matrixU().cols()) = svd.matrixU();
  return result;
}

}  // namespace suffice
