#include "evaluate/checks/covariances.hpp"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

namespace suffice {
namespace {

TEST(BoxM, of_equal_covariances_is_0) {
  const std::vector<double> scatters{9, 0, 0, 9, 19, 0, 0, 19};  // identity times n_c − 1
  const std::vector<double> rows{10, 20};
  const TestResult found = box_m(scatters, rows, 2);
  EXPECT_NEAR(found.statistic, 0, 1e-12);
  EXPECT_EQ(found.degrees, 3);
  EXPECT_EQ(found.p_value, 1);
}

TEST(BoxM, needs_more_rows_than_columns_in_each_class) {
  const std::vector<double> scatters{1, 0, 0, 1, 9, 0, 0, 9};
  EXPECT_TRUE(std::isnan(box_m(scatters, std::vector<double>{2, 20}, 2).p_value));
}

TEST(DiscriminantFunctions, take_away_the_first) {
  const std::vector<double> eigenvalues{3, 1};
  const std::vector<DiscriminantFunction> found = discriminant_functions(eigenvalues, 30, 4, 3);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_NEAR(found[0].wilks_lambda, 0.125, 1e-15);
  EXPECT_NEAR(found[1].wilks_lambda, 0.5, 1e-15);
  EXPECT_EQ(found[0].share, 0.75);
  EXPECT_NEAR(found[0].canonical_correlation, std::sqrt(0.75), 1e-15);
  EXPECT_EQ(found[0].test.degrees, 8);
  EXPECT_EQ(found[1].test.degrees, 3);
  EXPECT_NEAR(found[1].test.statistic, 25.5 * std::log(2.0), 1e-12);
}

}  // namespace
}  // namespace suffice
