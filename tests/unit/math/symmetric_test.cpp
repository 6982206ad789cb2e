#include "math/linear/symmetric.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(CholeskyFactor, factors_solves_and_gives_the_determinant) {
  const std::vector<double> matrix{4, 2, 2, 5};
  const auto factor = cholesky(matrix, 2, 1);
  ASSERT_TRUE(factor);
  EXPECT_NEAR(factor->lower[0], 2, 1e-15);
  EXPECT_EQ(factor->lower[1], 0);
  EXPECT_NEAR(factor->lower[2], 1, 1e-15);
  EXPECT_NEAR(factor->lower[3], 2, 1e-15);
  EXPECT_NEAR(factor->lower_inverse[2], -0.25, 1e-15);
  EXPECT_NEAR(factor->log_determinant, std::log(16), 1e-14);
  const std::vector<double> x = factor->solve(std::vector{8.0, 9.0});
  EXPECT_NEAR(x[0], 1.375, 1e-14);
  EXPECT_NEAR(x[1], 1.25, 1e-14);
}

TEST(CholeskyFactor, solves_by_halves) {
  const auto factor = cholesky(std::vector{4.0, 2.0, 2.0, 5.0}, 2, 1);  // L = (2 0; 1 2)
  ASSERT_TRUE(factor);
  const std::vector<double> b{4, 2, 8, 5};
  const std::vector<double> lower = factor->lower_solve(b);
  const std::vector<double> upper = factor->upper_solve(b);
  const std::vector<double> expected_lower{2, 1, 3, 2};
  const std::vector<double> expected_upper{0, -0.25, 4, 2.5};
  for (std::size_t i = 0; i < b.size(); ++i) {
    EXPECT_NEAR(lower[i], expected_lower[i], 1e-14);
    EXPECT_NEAR(upper[i], expected_upper[i], 1e-14);
  }
}

TEST(CholeskyFactor, units_of_the_columns_do_not_matter) {
  const std::vector<double> matrix{1e-200, 0.5, 0.5, 1e200};
  const auto factor = cholesky(matrix, 2, 1);
  ASSERT_TRUE(factor);
  EXPECT_NEAR(factor->log_determinant, std::log(0.75), 1e-12);
}

TEST(CholeskyFactor, singular_matrices_have_none) {
  EXPECT_FALSE(cholesky(std::vector{1.0, 1.0, 1.0, 1.0}, 2, 1));
  EXPECT_FALSE(cholesky(std::vector{1.0, 1.0, 1.0, 1.0 + 1e-15}, 2, 1));
  EXPECT_FALSE(cholesky(std::vector{1.0, 2.0, 2.0, 1.0}, 2, 1));
  EXPECT_FALSE(cholesky(std::vector{0.0}, 1, 1));
  EXPECT_FALSE(cholesky(std::vector{-1.0}, 1, 1));
  EXPECT_FALSE(cholesky(std::vector<double>{INFINITY}, 1, 1));
  EXPECT_TRUE(cholesky(std::vector{1.0, 1.0, 1.0, 1.0 + 1e-10}, 2, 1));
}

TEST(CholeskyFactor, no_columns_have_determinant_one) {
  const auto factor = cholesky({}, 0, 1);
  ASSERT_TRUE(factor);
  EXPECT_EQ(factor->log_determinant, 0);
  EXPECT_TRUE(factor->solve({}).empty());
}

TEST(IsPositiveDefinite, tells_matrices_apart) {
  EXPECT_TRUE(is_positive_definite(std::vector{2.0, 1.0, 1.0, 2.0}, 2));
  EXPECT_TRUE(is_positive_definite(std::vector{1.0, 1.0, 1.0, 1.0 + 1e-15}, 2));
  EXPECT_FALSE(is_positive_definite(std::vector{1.0, 2.0, 2.0, 1.0}, 2));
  EXPECT_FALSE(is_positive_definite(std::vector{1.0, 0.0, 0.0, 0.0}, 2));
  EXPECT_TRUE(is_positive_definite({}, 0));
}

TEST(DependentColumns, names_what_those_before_determine) {
  EXPECT_TRUE(dependent_columns(std::vector{2.0, 1.0, 1.0, 2.0}, 2).empty());
  EXPECT_EQ(dependent_columns(std::vector{1.0, 1.0, 1.0, 1.0}, 2), std::vector<std::size_t>{1});
  // The third column is the sum of the first two, which are independent with variances 1 and 4.
  const std::vector<double> sum{1, 0, 1, 0, 4, 4, 1, 4, 5};
  EXPECT_EQ(dependent_columns(sum, 3), std::vector<std::size_t>{2});
  EXPECT_EQ(dependent_columns(std::vector{0.0, 0.0, 0.0, 3.0}, 2), std::vector<std::size_t>{0});
  EXPECT_EQ(dependent_columns(std::vector{0.0, 0.0, 0.0, 0.0}, 2), (std::vector<std::size_t>{0, 1}));
  EXPECT_TRUE(dependent_columns({}, 0).empty());
}

TEST(SymmetricEigenvalues, decompose_the_matrix) {
  EXPECT_TRUE(symmetric_eigen({}, 0).values.empty());
  const SymmetricEigen eigen = symmetric_eigen(std::vector{2.0, 1.0, 1.0, 2.0}, 2);
  EXPECT_NEAR(eigen.values[0], 1, 1e-14);
  EXPECT_NEAR(eigen.values[1], 3, 1e-14);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        sum += eigen.vectors[i * 2 + k] * eigen.values[k] * eigen.vectors[j * 2 + k];
      }
      EXPECT_NEAR(sum, i == j ? 2 : 1, 1e-14);
    }
  }
}

}  // namespace
}  // namespace suffice
