#include "model/moments/parameters.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "gaussians_by_hand.hpp"
#include "math/linear/transposed.hpp"

namespace suffice {
namespace {

TEST(Parameters, whitening_coloring_and_precision_belong_together) {
  const std::vector<double> v{1, -2, 0.5};
  for (const Gaussians& gaussians : {hand_full(), hand_diagonal()}) {
    const std::vector<double> z = whitened(gaussians, 1, v);
    const std::vector<double> back = coloured(gaussians, 1, z);
    const std::vector<double> solved = precision_times(gaussians, 1, v);
    double length = 0;
    double form = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR(back[i], v[i], 1e-14);
      length += z[i] * z[i];
      form += v[i] * solved[i];
    }
    EXPECT_NEAR(length, form, 1e-13);
  }
  // det of the second covariance: 1·(2·0.8 − 0.36) + 0.4·(−0.4·0.8)
  EXPECT_NEAR(log_determinant(hand_full(), 1), std::log(1.24 - 0.128), 1e-14);
  EXPECT_NEAR(log_determinant(hand_diagonal(), 1), std::log(1 * 2 * 0.8), 1e-15);
}

TEST(Parameters, several_columns_are_taken_one_by_one) {
  const std::vector<double> one{1, -2, 0.5};
  const std::vector<double> other{3, 0.25, -1};
  std::vector<double> both = one;
  both.insert(both.end(), other.begin(), other.end());
  const std::vector<double> columns = transposed(both, 3);
  EXPECT_EQ(columns, (std::vector<double>{1, 3, -2, 0.25, 0.5, -1}));
  EXPECT_EQ(transposed(columns, 2), both);
  for (const Gaussians& gaussians : {hand_full(), hand_diagonal()}) {
    for (const auto& map : {whitened, coloured, precision_times}) {
      const std::vector<double> result = transposed(map(gaussians, 1, columns), 2);
      std::vector<double> expected = map(gaussians, 1, one);
      const std::vector<double> rest = map(gaussians, 1, other);
      expected.insert(expected.end(), rest.begin(), rest.end());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        EXPECT_NEAR(result[i], expected[i], 1e-14);
      }
    }
  }
}

TEST(Parameters, class_means_are_of_the_columns_informative_part) {
  Gaussians gaussians = hand_full();
  EXPECT_EQ(class_means(gaussians, std::vector{0.0, 1.0, 2.0}), (std::vector<double>{0, -1, -1, 1, 1, -3}));
  gaussians.columns = {2};
  EXPECT_EQ(class_means(gaussians, std::vector{0.0, 1.0, 2.0}), (std::vector<double>{-1, -3}));
  EXPECT_EQ(informative_part(gaussians, std::vector{5.0, 6.0, 7.0}), std::vector<double>{7});
}

TEST(Parameters, marginals_keep_rows_and_columns_of_every_covariance) {
  const std::vector<std::size_t> kept{1, 2};
  const Gaussians part = marginal(hand_full(), kept);
  EXPECT_EQ(part.columns, (std::vector<std::size_t>{1, 2}));
  ASSERT_EQ(part.factors.size(), 2U);
  EXPECT_NEAR(log_determinant(part, 1), std::log(2 * 0.8 - 0.36), 1e-14);
  Gaussians diagonal = with_tail(hand_diagonal(), Tail::column_t);
  diagonal.columns = {0, 4, 7};
  const Gaussians columns = marginal(diagonal, kept);
  EXPECT_EQ(columns.columns, (std::vector<std::size_t>{4, 7}));
  EXPECT_EQ(columns.variances, (std::vector<double>{1, 1.5, 2, 0.8}));
  EXPECT_EQ(columns.degrees, diagonal.degrees);
}

}  // namespace
}  // namespace suffice
