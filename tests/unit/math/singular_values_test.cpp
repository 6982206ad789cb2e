#include "math/linear/singular_values.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(SingularVectors, of_a_matrix_that_shows_them) {
  // Columns (3, 4)·2 and 0: one value 10 along (0.6, 0.8).
  const SingularVectors found = singular_vectors(std::vector{6.0, 0.0, 8.0, 0.0}, 2, 2);
  EXPECT_NEAR(found.values[0], 10, 1e-14);
  EXPECT_NEAR(found.values[1], 0, 1e-14);
  EXPECT_NEAR(std::abs(found.left[0]), 0.6, 1e-15);
  EXPECT_NEAR(std::abs(found.left[2]), 0.8, 1e-15);
}

TEST(SingularVectors, wide_tall_and_empty_matrices) {
  const std::vector<double> values{1, 2, 3, 4, 5, 6};
  // A Aᵀ = (14 32; 32 77): the squares sum to 91 and multiply to 54.
  const SingularVectors wide = singular_vectors(values, 2, 3);
  EXPECT_EQ(wide.left.size(), 4U);
  EXPECT_NEAR(wide.values[0] * wide.values[1], std::sqrt(54), 1e-13);
  const SingularVectors tall = singular_vectors(values, 3, 2);
  EXPECT_EQ(tall.values.size(), 2U);
  EXPECT_EQ(tall.left.size(), 6U);
  EXPECT_NEAR(tall.values[0] * tall.values[0] + tall.values[1] * tall.values[1], 91, 1e-12);
  EXPECT_TRUE(singular_vectors({}, 0, 3).values.empty());
}

TEST(SingularVectors, of_equal_columns_and_of_any_scale) {
  // Three columns (1, 2, 2, 4) · 2^e: one value 5 √3 · 2^e, whatever e.
  for (const int exponent : {-600, 0, 490}) {
    std::vector<double> matrix;
    for (const double entry : {1.0, 2.0, 2.0, 4.0}) {
      matrix.insert(matrix.end(), 3, std::ldexp(entry, exponent));
    }
    const SingularVectors found = singular_vectors(matrix, 4, 3);
    EXPECT_NEAR(std::ldexp(found.values[0], -exponent), 5 * std::sqrt(3), 1e-14);
    EXPECT_LT(std::ldexp(found.values[1], -exponent), 1e-15);
    EXPECT_NEAR(std::abs(found.left[9]), 0.8, 1e-15);
  }
}

TEST(SingularVectors, large_matrices_are_orthonormal_too) {
  constexpr std::size_t rows = 60;
  constexpr std::size_t columns = 40;
  std::vector<double> matrix(rows * columns);
  for (std::size_t i = 0; i < matrix.size(); ++i) {
    matrix[i] = std::sin(static_cast<double>(i * i));
  }
  const SingularVectors found = singular_vectors(matrix, rows, columns);
  for (std::size_t a = 0; a < columns; ++a) {
    for (std::size_t b = 0; b < columns; ++b) {
      double product = 0;
      for (std::size_t i = 0; i < rows; ++i) {
        product += found.left[i * columns + a] * found.left[i * columns + b];
      }
      ASSERT_NEAR(product, a == b ? 1 : 0, 1e-13);
    }
    ASSERT_TRUE(a == 0 || found.values[a] <= found.values[a - 1]);
  }
}

}  // namespace
}  // namespace suffice
