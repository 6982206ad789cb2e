#include "math/kernels/lane_factors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "math/linear/symmetric.hpp"

namespace suffice {
namespace {

constexpr std::size_t lanes = LaneFactors::lanes;

// B Bᵀ for some B, scaled to a unit diagonal.
std::vector<double> random_correlations(std::size_t size, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::vector<double> b(size * (size + 2));
  std::ranges::generate(b, [&] { return normal(random); });
  std::vector<double> a(size * size);
  const auto product = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t t = 0; t < size + 2; ++t) {
      sum += b[i * (size + 2) + t] * b[j * (size + 2) + t];
    }
    return sum;
  };
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      a[i * size + j] = product(i, j) / std::sqrt(product(i, i) * product(j, j));
    }
  }
  return a;
}

TEST(LaneFactors, every_kernel_solves_as_one_matrix_alone) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    std::mt19937_64 random(6);
    std::normal_distribution<double> normal;
    for (const std::size_t size : {0U, 1U, 2U, 5U, 33U}) {
      const std::size_t below = 3;
      LaneFactors factors(size, size + below);
      std::vector<std::vector<double>> matrices;
      std::vector<std::vector<double>> rows;
      for (std::size_t k = 0; k < lanes; ++k) {
        matrices.push_back(random_correlations(size, random));
        std::vector<double>& x = rows.emplace_back(below * size);
        std::ranges::generate(x, [&] { return normal(random); });
        for (std::size_t j = 0; j < size; ++j) {
          for (std::size_t i = j; i < size + below; ++i) {
            factors.at(i, j)[k] = i < size ? matrices[k][i * size + j] : x[(i - size) * size + j];
          }
        }
      }
      const std::array<bool, lanes> regular = factors.factor(singular_share(size));
      for (std::size_t k = 0; k < lanes; ++k) {
        ASSERT_TRUE(regular[k]);
        const auto alone = cholesky(matrices[k], size, 1);
        for (std::size_t c = 0; c < below; ++c) {
          const std::vector<double> z = alone->lower_solve(std::span(rows[k]).subspan(c * size, size));
          for (std::size_t j = 0; j < size; ++j) {
            EXPECT_NEAR(factors.at(size + c, j)[k], z[j], 1e-9 * (1 + std::abs(z[j]))) << size;
          }
        }
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(LaneFactors, a_singular_matrix_is_told_and_changes_no_other) {
  for (auto left_over = hwy::SupportedTargets(); left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    LaneFactors factors(2, 3);
    for (std::size_t k = 0; k < lanes; ++k) {
      factors.at(0, 0)[k] = factors.at(1, 1)[k] = 1;
      factors.at(1, 0)[k] = k == 3 ? 1 : 0.6;
      factors.at(2, 0)[k] = 1;
      factors.at(2, 1)[k] = 1;
    }
    const std::array<bool, lanes> regular = factors.factor(singular_share(2));
    for (std::size_t k = 0; k < lanes; ++k) {
      EXPECT_EQ(regular[k], k != 3);
      if (k != 3) {
        EXPECT_DOUBLE_EQ(factors.at(2, 0)[k], 1);
        EXPECT_DOUBLE_EQ(factors.at(2, 1)[k], 0.5);  // (1 − 0.6) / 0.8
      }
    }
  }
  hwy::SetSupportedTargetsForTest(0);
}

}  // namespace
}  // namespace suffice
