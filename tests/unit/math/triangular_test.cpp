#include "math/linear/triangular.hpp"

#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace suffice {
namespace {

using Numbers = std::vector<double>;

// A = X Xᵀ / size + I, from rows X of noise.
Numbers positive_definite(std::size_t size) {
  std::mt19937 bits(7);
  std::normal_distribution<double> normal;
  Numbers x(size * size);
  for (double& value : x) {
    value = normal(bits);
  }
  Numbers a(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = 0; j < size; ++j) {
      double sum = i == j ? static_cast<double>(size) : 0;
      for (std::size_t t = 0; t < size; ++t) {
        sum += x[i * size + t] * x[j * size + t];
      }
      a[i * size + j] = sum / static_cast<double>(size);
    }
  }
  return a;
}

TEST(LowerFactor, times_its_transpose_is_the_matrix_for_every_size) {
  for (const std::size_t size : {1U, 2U, 3U, 4U, 5U, 17U, 63U, 64U, 65U, 130U, 333U}) {
    const Numbers a = positive_definite(size);
    const auto lower = lower_factor(a, size, 0, 1);
    ASSERT_TRUE(lower) << size;
    const Numbers inverse = lower_inverse(*lower, size, 1);
    double product_error = 0;
    double inverse_error = 0;
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double product = 0;
        double unit = 0;
        for (std::size_t t = 0; t < size; ++t) {
          product += (*lower)[i * size + t] * (*lower)[j * size + t];
          unit += (*lower)[i * size + t] * inverse[t * size + j];
        }
        product_error = std::max(product_error, std::abs(product - a[i * size + j]));
        inverse_error = std::max(inverse_error, std::abs(unit - (i == j ? 1 : 0)));
        if (i != j) {
          ASSERT_EQ((*lower)[j * size + i], 0) << size;
          ASSERT_EQ(inverse[j * size + i], 0) << size;
        }
      }
    }
    EXPECT_LT(product_error, 1e-14) << size;
    EXPECT_LT(inverse_error, 1e-14) << size;
  }
}

TEST(LowerTimes, agrees_with_the_sums_for_every_size) {
  for (const std::size_t size : {1U, 3U, 4U, 64U, 65U, 130U}) {
    for (const std::size_t columns : {1U, 16U, 21U}) {
      const Numbers lower = lower_factor(positive_definite(size), size, 0, 1).value();
      Numbers b(size * columns);
      for (std::size_t i = 0; i < b.size(); ++i) {
        b[i] = std::sin(static_cast<double>(i));
      }
      const Numbers product = lower_times(lower, size, b);
      const Numbers turned = transposed_times(lower, size, b);
      ASSERT_EQ(product.size(), b.size());
      ASSERT_EQ(turned.size(), b.size());
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = 0; j < columns; ++j) {
          double expected = 0;
          double expected_turned = 0;
          for (std::size_t t = 0; t < size; ++t) {
            expected += lower[i * size + t] * b[t * columns + j];
            expected_turned += lower[t * size + i] * b[t * columns + j];
          }
          ASSERT_NEAR(product[i * columns + j], expected, 1e-13) << size << " " << columns;
          ASSERT_NEAR(turned[i * columns + j], expected_turned, 1e-13) << size << " " << columns;
        }
      }
    }
  }
}

TEST(LowerTimes, a_column_is_the_same_whatever_stands_beside_it) {
  const Numbers lower = lower_factor(positive_definite(70), 70, 0, 1).value();
  Numbers one(70);
  Numbers many(70 * 18);
  for (std::size_t i = 0; i < 70; ++i) {
    many[i * 18 + 17] = one[i] = std::cos(static_cast<double>(i));
  }
  for (const auto times : {lower_times, transposed_times}) {
    const Numbers alone = times(lower, 70, one);
    const Numbers beside = times(lower, 70, many);
    for (std::size_t i = 0; i < 70; ++i) {
      EXPECT_EQ(beside[i * 18 + 17], alone[i]);
    }
  }
}

TEST(LowerFactor, has_the_same_bits_on_every_instruction_set) {
  const Numbers a = positive_definite(150);
  const Numbers lower = lower_factor(a, 150, 0, 1).value();
  const Numbers inverse = lower_inverse(lower, 150, 1);
  const Numbers product = lower_times(lower, 150, a);
  const Numbers turned = transposed_times(lower, 150, a);
  const auto all = hwy::SupportedTargets();
  for (auto left_over = all; left_over != 0; left_over &= left_over - 1) {
    hwy::SetSupportedTargetsForTest(left_over & -left_over);
    EXPECT_EQ(lower_factor(a, 150, 0, 1).value(), lower) << hwy::TargetName(left_over & -left_over);
    EXPECT_EQ(lower_inverse(lower, 150, 1), inverse) << hwy::TargetName(left_over & -left_over);
    EXPECT_EQ(lower_times(lower, 150, a), product) << hwy::TargetName(left_over & -left_over);
    EXPECT_EQ(transposed_times(lower, 150, a), turned) << hwy::TargetName(left_over & -left_over);
  }
  hwy::SetSupportedTargetsForTest(0);
}

TEST(LowerFactor, has_the_same_bits_on_any_number_of_threads) {
  for (const std::size_t size : {5U, 64U, 65U, 333U}) {
    Numbers a = positive_definite(size);
    const Numbers lower = lower_factor(a, size, 0, 1).value();
    const Numbers inverse = lower_inverse(lower, size, 1);
    for (const unsigned threads : {2U, 3U, 9U}) {
      EXPECT_EQ(lower_factor(a, size, 0, threads).value(), lower) << size << " on " << threads;
      EXPECT_EQ(lower_inverse(lower, size, threads), inverse) << size << " on " << threads;
    }
    a[(size / 2) * size + size / 2] = -1;
    EXPECT_FALSE(lower_factor(a, size, 0, 3)) << size;
  }
}

TEST(LowerFactor, substitution_keeps_its_accuracy_where_the_matrix_is_nearly_singular) {
  // A = M Mᵀ with M the unit matrix but for one column, so that column 70 is nearly column 3: L is M itself.
  constexpr std::size_t size = 100;
  Numbers a(size * size);
  for (std::size_t i = 0; i < size; ++i) {
    a[i * size + i] = 1;
  }
  const double small = 0x1p-20;
  a[70 * size + 3] = a[3 * size + 70] = 1;
  a[70 * size + 70] = 1 + small * small;
  const auto lower = lower_factor(a, size, 0, 1);
  ASSERT_TRUE(lower);
  EXPECT_EQ((*lower)[70 * size + 3], 1);
  EXPECT_EQ((*lower)[70 * size + 70], small);
  EXPECT_EQ(lower_inverse(*lower, size, 1)[70 * size + 3], -1 / small);
}

TEST(LowerFactor, refuses_pivots_that_are_not_above_the_least) {
  EXPECT_FALSE(lower_factor(Numbers{1, 1, 1, 1}, 2, 0, 1));
  EXPECT_FALSE(lower_factor(Numbers{1, 2, 2, 1}, 2, 0, 1));
  EXPECT_FALSE(lower_factor(Numbers{1, 0, 0, 0.25}, 2, 0.25, 1));
  EXPECT_TRUE(lower_factor(Numbers{1, 0, 0, 0.25}, 2, 0.24, 1));
  EXPECT_FALSE(lower_factor(Numbers{NAN}, 1, 0, 1));
  EXPECT_TRUE(lower_factor({}, 0, 0, 1)->empty());
  EXPECT_TRUE(lower_inverse({}, 0, 1).empty());
  EXPECT_TRUE(lower_times({}, 0, {}).empty());
  EXPECT_TRUE(transposed_times({}, 0, {}).empty());
}

}  // namespace
}  // namespace suffice
