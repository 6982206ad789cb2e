#include "math/linear/singular_values.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <Eigen/Core>

namespace suffice {

namespace {

constexpr int most_sweeps = 60;

/// Vectors of one length, one after the other.
struct Vectors {
  std::size_t length = 0;
  std::vector<double> numbers = {};

  [[nodiscard]] Eigen::Map<Eigen::VectorXd> operator[](std::size_t k) {
    return {numbers.data() + k * length, static_cast<Eigen::Index>(length)};
  }
};

/// (a, b) := (c a − s b, s a + c b).
void rotate(Vectors& vectors, std::size_t a, std::size_t b, double c, double s) {
  double* const first = vectors.numbers.data() + a * vectors.length;
  double* const second = vectors.numbers.data() + b * vectors.length;
  for (std::size_t i = 0; i < vectors.length; ++i) {
    const double old = first[i];
    first[i] = c * old - s * second[i];
    second[i] = s * old + c * second[i];
  }
}

/// One-sided Jacobi (Hestenes 1958): plane rotations make the vectors orthogonal, pair after pair; then their lengths
/// are the singular values. `turned` takes the same rotations, where it has vectors.
void make_orthogonal(Vectors& vectors, std::size_t count, Vectors& turned) {
  const double rounding = 0x1p-52 * std::sqrt(static_cast<double>(vectors.length));
  bool turns = true;
  for (int sweep = 0; turns && sweep < most_sweeps; ++sweep) {
    turns = false;
    for (std::size_t a = 0; a + 1 < count; ++a) {
      for (std::size_t b = a + 1; b < count; ++b) {
        const double along_a = vectors[a].squaredNorm();
        const double along_b = vectors[b].squaredNorm();
        const double across = vectors[a].dot(vectors[b]);
        if (!(std::abs(across) > rounding * std::sqrt(along_a) * std::sqrt(along_b))) {
          continue;
        }
        const double cotangent = (along_b - along_a) / (2 * across);  // of twice the angle
        const double t = std::copysign(1 / (std::abs(cotangent) + std::hypot(1.0, cotangent)), cotangent);
        const double c = 1 / std::sqrt(1 + t * t);
        rotate(vectors, a, b, c, c * t);
        rotate(turned, a, b, c, c * t);
        turns = true;
      }
    }
  }
}

}  // namespace

SingularVectors singular_vectors(std::span<const double> matrix, std::size_t rows, std::size_t columns) {
  const std::size_t rank = std::min(rows, columns);
  if (rank == 0) {
    return {};
  }
  // The columns of A, whose directions are U in the end; or, where they are more than its rows, the rows, whose
  // rotations are. A power of two keeps squares from overflow and underflow.
  const bool by_columns = columns < rows;
  const double largest = std::abs(*std::ranges::max_element(matrix, {}, [](double v) { return std::abs(v); }));
  const int exponent = largest > 0 ? std::ilogb(largest) : 0;
  Vectors vectors{std::max(rows, columns), std::vector<double>(rows * columns)};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < columns; ++j) {
      vectors.numbers[by_columns ? j * rows + i : i * columns + j] = std::ldexp(matrix[i * columns + j], -exponent);
    }
  }
  Vectors turned{by_columns ? 0 : rank, std::vector<double>(by_columns ? 0 : rank * rank)};
  for (std::size_t k = 0; k < rank && !by_columns; ++k) {
    turned.numbers[k * rank + k] = 1;
  }
  make_orthogonal(vectors, rank, turned);

  std::vector<double> lengths(rank);
  for (std::size_t k = 0; k < rank; ++k) {
    lengths[k] = vectors[k].norm();
  }
  std::vector<std::size_t> order(rank);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](std::size_t k) { return lengths[k]; });
  SingularVectors result{std::vector<double>(rank), std::vector<double>(rows * rank)};
  for (std::size_t k = 0; k < rank; ++k) {
    const double length = lengths[order[k]];
    result.values[k] = std::ldexp(length, exponent);
    const Vectors& directions = by_columns ? vectors : turned;
    const double scale = by_columns && length > 0 ? length : 1;
    for (std::size_t i = 0; i < rows; ++i) {
      result.left[i * rank + k] = directions.numbers[order[k] * rows + i] / scale;
    }
  }
  return result;
}

}  // namespace suffice
